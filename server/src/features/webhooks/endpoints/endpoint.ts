import type { AnnouncementType } from '../types/types.ts'
import type { PreviousSecret } from './secrets.ts'

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]

/**
 * - `request`: a person or an API key disabled it.
 * - `failing`: it only failed for five days.
 * - `gone`: it answered 410.
 */
export const DISABLED_REASONS = ['request', 'failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** An address that receives announcements. */
export type Endpoint = {
  id: string
  organizationId: string
  url: string
  description: string | null
  /** Null: all types. */
  types: AnnouncementType[] | null
  includesCosts: boolean
  status: EndpointStatus
  disabledReason: DisabledReason | null
  disabledAt: Date | null
  failingSince: Date | null
  lastSuccessAt: Date | null
  previousSecrets: PreviousSecret[]
  createdAt: Date
  updatedAt: Date
}

/** Maximum number of endpoints of an organization. */
export const ENDPOINTS_MAX = 200
