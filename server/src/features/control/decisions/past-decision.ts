import {
  type BlockReason,
  type Judged,
  limitOf,
  type Measure,
  type Verdict,
} from '../../../domain/control/decide.ts'
import type { Decimal } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import type { WindowedBudget } from '../state/customer-state.ts'

/** A decision that blocked a run or warned, with the figures of the budget that decided. */
export type PastDecision = {
  id: string
  organizationId: string
  customerId: string
  decision: Exclude<Verdict, 'allow'>
  reason: BlockReason
  runId: string
  agentId: string
  signalId: string | null
  /** Null if the run was blocked before it had a hold. */
  holdId: string | null
  budgetId: string
  budgetName: string
  measure: Measure
  /** Null for a quantity. */
  currency: string | null
  /** The limit at that time. */
  amount: Decimal
  spent: Decimal
  held: Decimal
  asked: Decimal
  uncostedEventCount: number
  /** Null for the budget of each run. */
  windowStartsAt: Date | null
  resetsAt: Date | null
  createdAt: Date
}

/** The run about which was decided. */
export type DecidedRun = Pick<PastDecision, 'runId' | 'agentId' | 'signalId' | 'holdId'>

type Of = { organizationId: string; customerId: string; run: DecidedRun; createdAt: Date }

/** Returns the decision of a budget, to be stored; undefined if the budget allowed the run. */
export function pastDecision(
  { budget, use, asked, verdict, reason }: Judged<WindowedBudget>,
  { organizationId, customerId, run, createdAt }: Of,
): PastDecision | undefined {
  if (verdict === 'allow' || reason === null) return undefined
  const { id: budgetId, name: budgetName, measure, currency, window } = budget
  return {
    ...run,
    id: newId(),
    organizationId,
    customerId,
    decision: verdict,
    reason,
    budgetId,
    budgetName,
    measure,
    currency,
    amount: limitOf(budget, use),
    spent: use.spent,
    held: use.held,
    asked,
    uncostedEventCount: use.uncostedEvents,
    windowStartsAt: window ? new Date(window.start) : null,
    resetsAt: window ? new Date(window.resetsAt) : null,
    createdAt,
  }
}
