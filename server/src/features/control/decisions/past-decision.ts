import {
  type BlockReason,
  type Decision,
  type Judged,
  limitOf,
  type Measure,
  type Verdict,
} from '../../../domain/control/decide.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import type { WindowedBudget } from '../state/customer-state.ts'
import type { NegativeCredit } from '../state/state-statement.ts'

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
  /** Null: no budget, but the negative credit of the customer. */
  budgetId: string | null
  budgetName: string
  measure: Measure
  /** Null for a quantity. */
  currency: string | null
  /** The limit at that time. */
  amount: Decimal
  spent: Decimal
  held: Decimal
  asked: Decimal
  /** Of a credit: what was available of it, before what open runs held. Null for other measures. */
  available: Decimal | null
  uncostedEventCount: number
  /** Null for the budget of each run. */
  windowStartsAt: Date | null
  resetsAt: Date | null
  createdAt: Date
}

/** The run about which was decided. */
export type DecidedRun = Pick<PastDecision, 'runId' | 'agentId' | 'signalId' | 'holdId'>

type Of = { organizationId: string; customerId: string; run: DecidedRun; createdAt: Date }

type Decided = {
  judged: Pick<Decision<WindowedBudget>, 'decidedBy' | 'reason'>
  negativeCredit: NegativeCredit | undefined
}

/** Returns a decision to be stored; undefined if the run was allowed. */
export function pastDecision(
  decided: Decided,
  { organizationId, customerId, run, createdAt }: Of,
): PastDecision | undefined {
  const figures = figuresOf(decided)
  return figures && { ...run, ...figures, id: newId(), organizationId, customerId, createdAt }
}

type Figures = Omit<
  PastDecision,
  'id' | 'organizationId' | 'customerId' | 'createdAt' | keyof DecidedRun
>

/** Returns what decided, with its figures; undefined if the run was allowed. */
export function figuresOf({
  judged: { decidedBy, reason },
  negativeCredit,
}: Decided): Figures | undefined {
  if (reason === 'negative_credit' && negativeCredit) return ofNegativeCredit(negativeCredit)
  return decidedBy && ofBudget(decidedBy)
}

const ofNegativeCredit = ({ currency, amount }: NegativeCredit): Figures => ({
  decision: 'block',
  reason: 'negative_credit',
  budgetId: null,
  budgetName: 'Negative credit',
  measure: 'credit',
  currency,
  amount,
  spent: ZERO,
  held: ZERO,
  asked: ZERO,
  available: amount,
  uncostedEventCount: 0,
  windowStartsAt: null,
  resetsAt: null,
})

function ofBudget({
  budget,
  use,
  asked,
  verdict,
  reason,
}: Judged<WindowedBudget>): Figures | undefined {
  if (verdict === 'allow' || reason === null) return undefined
  const { id: budgetId, name: budgetName, measure, currency, window } = budget
  return {
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
    available: use.available ?? null,
    uncostedEventCount: use.uncostedEvents,
    windowStartsAt: window ? new Date(window.start) : null,
    resetsAt: window ? new Date(window.resetsAt) : null,
  }
}
