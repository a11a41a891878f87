import assert from 'node:assert/strict'
import { parseExactJson } from '../../../platform/json/exact-json.ts'
import { withoutCosts } from '../types/costs.ts'
import { type AnnouncementBody, type AnnouncementType, DESCRIPTIONS } from '../types/types.ts'

/** A change that other systems are told of. Its id is that of the outbox event. */
export type Announcement = {
  id: string
  organizationId: string
  /** Null if it is about the whole organization. */
  customerId: string | null
  /** Null also if an older version announced it. */
  customerExternalId: string | null
  type: AnnouncementType
  objectId: string
  /** The object when it was rendered, as JSON. It never changes. */
  data: string
  /** Business time. */
  happenedAt: Date
}

export function toBody(
  {
    id,
    type,
    customerId,
    customerExternalId,
    data,
    happenedAt,
  }: Omit<Announcement, 'organizationId' | 'objectId'>,
  includesCosts: boolean,
): AnnouncementBody {
  const parsed = parseExactJson(data)
  assert(typeof parsed === 'object' && parsed !== null, 'the data of an announcement is an object')
  return {
    id,
    type,
    timestamp: happenedAt.toISOString(),
    customerId,
    customerExternalId,
    data: includesCosts ? parsed : withoutCosts(DESCRIPTIONS[type].object, { ...parsed }),
  }
}

/** Returns the body of a delivery: the JSON of the announcement, the same each time. */
export function bodyText(
  announcement: Omit<Announcement, 'organizationId' | 'objectId'>,
  includesCosts: boolean,
): string {
  return JSON.stringify(toBody(announcement, includesCosts))
}
