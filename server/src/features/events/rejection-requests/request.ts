import type { Decimal } from '../../../domain/money.ts'
import type { Actor } from '../../auth/principal.ts'

export const REQUEST_STATES = ['requested', 'accepted', 'declined', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** What a customer asks: units of an outcome that should not be billed. Times are in business time. */
export type StoredRequest = {
  id: string
  organizationId: string
  customerId: string
  eventId: string
  usageDate: Date
  agentId: string
  signalId: string
  runId: string | null
  quantity: Decimal
  reason: string
  state: RequestState
  requestedAt: Date
  /** When it was accepted, declined or withdrawn. */
  decidedAt: Date | null
  /** Null: it is open, or the plan accepted it automatically. */
  decidedByKind: Actor['kind'] | null
  decidedById: string | null
  declineReason: string | null
  rejectionId: string | null
  /** When the rejection that it became was withdrawn. */
  restoredAt: Date | null
  version: number
  createdAt: Date
}
