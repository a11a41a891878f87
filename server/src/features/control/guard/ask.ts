import type { BlockReason, Decision, Verdict } from '../../../domain/control/decide.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { AppError } from '../../../platform/errors.ts'
import type { AuditEntry } from '../../audit-log/entries.ts'
import type { WindowedBudget } from '../state/customer-state.ts'
import type { NegativeCredit } from '../state/state-statement.ts'

type OfCustomer = { organizationId: string; customerId: string }

/** A run that asks for a hold before it starts. */
export type HoldAsk = OfCustomer & {
  kind: 'hold'
  runId: string
  agentId: string
  signalId: string | null
  cost: Decimal
  quantity: Decimal
  ttlMs: number
}

/** A run that asks for more while it works. */
export type ExtendAsk = OfCustomer & {
  kind: 'extend'
  runId: string
  /** USD that the run has cost so far, by its own count. */
  costSoFar: Decimal
  nextCost: Decimal
  ttlMs: number
}

export type Ask = (HoldAsk | ExtendAsk) & { audit?: AuditEntry | undefined }

/** A decision about a run. */
export type Answer = {
  decision: Verdict
  reason: BlockReason | null
  judged: Decision<WindowedBudget>
  negativeCredit: NegativeCredit | undefined
  hold: { id: string; expiresAt: Date } | null
  asOf: Date
}

/** The result of an ask; a refusal stores nothing and concerns no other ask. */
export type AskResult = { kind: 'answered'; answer: Answer } | { kind: 'refused'; error: AppError }
