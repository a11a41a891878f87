import type { AnnouncementType } from '../types/types.ts'

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * - `succeeded`: any status from 200 to 299.
 * - `rejected`: another status.
 * - `timed_out`: no complete answer in time.
 * - `unreachable`: no connection, or it was interrupted.
 * - `refused`: the address is not allowed, so nothing was sent.
 */
export const ATTEMPT_RESULTS = [
  'succeeded',
  'rejected',
  'timed_out',
  'unreachable',
  'refused',
] as const
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number]

/** An announcement at an endpoint. */
export type Delivery = {
  announcementId: string
  endpointId: string
  organizationId: string
  type: AnnouncementType
  customerId: string | null
  customerExternalId: string | null
  objectId: string
  includesCosts: boolean
  status: DeliveryStatus
  /** Attempts since the delivery was started, or started again. */
  attempts: number
  nextAttemptAt: Date | null
  lastAttemptAt: Date | null
  createdAt: Date
}

/** Identifies a delivery. */
export type DeliveryKey = { organizationId: string; endpointId: string; announcementId: string }

/** Outcome of the latest request of a delivery. */
export type LastAttempt = Pick<Attempt, 'result' | 'status' | 'durationMs'> & {
  announcementId: string
  endpointId: string
}

/** One request to an endpoint. */
export type Attempt = {
  id: string
  result: AttemptResult
  /** Null if there was no answer. */
  status: number | null
  error: string | null
  /** The first kilobyte of the answer. */
  response: string | null
  durationMs: number
  attemptedAt: Date
}
