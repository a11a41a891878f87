import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { localDate } from '../../../domain/time/dates.ts'
import type { Db } from '../../../platform/database.ts'
import { findListedEvent, type ListedEvent } from '../list-events.ts'
import { findInForce } from '../stored-rejections/queries.ts'
import { listOfEvent } from './queries.ts'
import type { StoredRequest } from './request.ts'
import { findTerms, lastDayOf } from './terms.ts'

/** An outcome as its customer sees it, with what the customer may ask about it. */
export type Askable = {
  event: ListedEvent
  /** The latest first. */
  requests: readonly StoredRequest[]
  /** Last day on which the customer may ask, in its time zone; null: it may not at all. */
  lastDay: string | null
  /** True: the plan accepts automatically. */
  isAutoAccepted: boolean
  /** Why the customer cannot ask now; null: it can. */
  refusal: string | null
}

/** Requests about one event, also those that were declined or withdrawn. */
const REQUESTS_MAX = 10

/**
 * Reads an outcome of a customer, and whether the customer may ask to reject it at a business time;
 * undefined if the customer has no such event.
 */
export async function findAskable(
  db: Db,
  key: CustomerScopedId,
  businessNow: Date,
): Promise<Askable | undefined> {
  const event = await findListedEvent(db, key)
  if (!event) return undefined
  const { organizationId, customerId } = key
  const own = { organizationId, customerId, id: event.id }
  const { subscriptionId } = event
  const [terms, inForce, requests] = await Promise.all([
    subscriptionId === null
      ? undefined
      : findTerms(db, { organizationId, customerId, subscriptionId }),
    findInForce(db, own),
    listOfEvent(db, own),
  ])
  const lastDay = terms ? lastDayOf(terms, event.usageDate) : null
  const today = localDate(businessNow, terms?.timeZone ?? 'UTC')
  return {
    event,
    requests,
    lastDay,
    isAutoAccepted: terms?.autoAcceptRejections ?? false,
    refusal: refusalOf({ event, requests, lastDay, today, isRejected: inForce !== undefined }),
  }
}

type Asked = Pick<Askable, 'event' | 'requests' | 'lastDay'> & {
  /** The day of the request in the time zone of `lastDay`. */
  today: string
  /** True: a rejection of the event is in force. */
  isRejected: boolean
}

function refusalOf({ event, requests, lastDay, today, isRejected }: Asked): string | null {
  if (lastDay === null) return 'Outcomes like this one cannot be rejected in the portal'
  if (event.voidedAt !== null) return 'The event is void and counts as 0'
  if (isRejected) return 'Units of the outcome are already rejected'
  if (requests.some(({ state }) => state === 'requested')) return ALREADY_ASKED
  if (today > lastDay) return `The outcome could be rejected until ${lastDay}`
  if (requests.length >= REQUESTS_MAX) return `The outcome has ${REQUESTS_MAX} requests already`
  return null
}

export const ALREADY_ASKED = 'A request to reject the outcome is open'
