import type { Decimal } from '../../../domain/money.ts'
import type { Actor } from '../../auth/principal.ts'

export const REJECTION_STATES = ['accepted', 'withdrawn'] as const
export type RejectionState = (typeof REJECTION_STATES)[number]

/** A decision that units of an event are not billed. Times are in business time. */
export type StoredRejection = {
  id: string
  organizationId: string
  customerId: string
  eventId: string
  usageDate: Date
  agentId: string
  signalId: string
  runId: string | null
  quantity: Decimal
  state: RejectionState
  reason: string
  actorKind: Actor['kind']
  actorId: string
  rejectedAt: Date
  withdrawnAt: Date | null
  withdrawReason: string | null
  withdrawnByKind: Actor['kind'] | null
  withdrawnById: string | null
  version: number
  createdAt: Date
}
