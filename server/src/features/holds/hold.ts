import type { Decimal } from '../../domain/money.ts'

export type CloseReason = 'settled' | 'released'

/** A hold as stored. */
export type Hold = {
  id: string
  organizationId: string
  customerId: string
  runId: string
  agentId: string
  signalId: string | null
  /** Authorised, in USD. */
  cost: Decimal
  quantity: Decimal
  usedCost: Decimal
  /** What the run cost when its kept spans were last read, in USD; null: it had none. */
  reportedCost: Decimal | null
  uncostedEventCount: number
  estimatedCost: Decimal
  expiresAt: Date
  closedAt: Date | null
  closeReason: CloseReason | null
  createdAt: Date
}
