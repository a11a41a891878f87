import { type Decimal, decimal, ZERO } from '../money.ts'

export type Measure = 'cost' | 'quantity' | 'revenue' | 'margin' | 'credit'
export type Verdict = 'allow' | 'warn' | 'block'
export type BlockReason = 'budget_exceeded' | 'unknown_cost' | 'negative_credit'

/** What of a budget is used and held at one instant, in the unit of its measure. */
export type BudgetUse = {
  spent: Decimal
  /** Held by open holds, that of the deciding run left out. */
  held: Decimal
  /** Events of the window whose cost is not known; they count 0 in `spent`. */
  uncostedEvents: number
  /** The limit at this instant if it is not the amount of the budget, as of a margin or a credit. */
  limit?: Decimal
  /** Of a credit: what is available of it before what open holds would be billed. */
  available?: Decimal
}

/** The terms of a budget on which a decision depends. */
export type BudgetTerms = {
  measure: Measure
  /** The limit; of a credit what must stay available. */
  amount: Decimal
  action: 'alert' | 'block'
  onUnknownCost: 'hold' | 'block'
}

/** Amounts that a run asks for: what it may still cost in USD, and its quantity. */
export type Asked = { cost: Decimal; quantity: Decimal }

export type Judged<Budget> = {
  budget: Budget
  use: BudgetUse
  /** What the run asks of this budget. */
  asked: Decimal
  /** The limit less spent, held and asked; negative if the run does not fit. */
  left: Decimal
  verdict: Verdict
  reason: BlockReason | null
}

export type Decision<Budget> = {
  decision: Verdict
  reason: BlockReason | null
  /** The strictest budget, which decided; undefined if all allow, or negative credit blocks. */
  decidedBy: Judged<Budget> | undefined
  /** All budgets, the strictest first. */
  budgets: Judged<Budget>[]
}

/** A budget with its use; `charge` is what the run would be billed, for a revenue or a credit. */
export type State<Budget> = { budget: Budget; use: BudgetUse; charge?: Decimal }

/**
 * Decides if a run may go on: checks, holds, extensions, alerts and screens all use this function.
 * A budget allows what fits exactly. The strictest verdict wins; among equal ones, the budget with
 * the least left in proportion to its limit. Negative credit blocks, whatever the budgets say.
 */
export function decide<Budget extends BudgetTerms>(
  states: readonly State<Budget>[],
  asked: Asked,
  { isCreditNegative = false }: { isCreditNegative?: boolean } = {},
): Decision<Budget> {
  const budgets = states.map((state) => judge(state, asked)).sort(byStrictness)
  const [first] = budgets
  if (isCreditNegative) {
    return { decision: 'block', reason: 'negative_credit', decidedBy: undefined, budgets }
  }
  const decidedBy = first && first.verdict !== 'allow' ? first : undefined
  return {
    decision: decidedBy?.verdict ?? 'allow',
    reason: decidedBy?.reason ?? null,
    decidedBy,
    budgets,
  }
}

/** Returns the limit of a budget at the instant of its use. */
export function limitOf({ amount }: Pick<BudgetTerms, 'amount'>, { limit }: BudgetUse): Decimal {
  return limit ?? amount
}

function judge<Budget extends BudgetTerms>(
  { budget, use, charge }: State<Budget>,
  asked: Asked,
): Judged<Budget> {
  const own = charge ?? (budget.measure === 'quantity' ? asked.quantity : asked.cost)
  const left = limitOf(budget, use).minus(use.spent).minus(use.held).minus(own)
  const reason = reasonOf(budget, use, left)
  const verdict = reason === null ? 'allow' : budget.action === 'block' ? 'block' : 'warn'
  return { budget, use, asked: own, left, verdict, reason }
}

function reasonOf(
  { measure, onUnknownCost }: BudgetTerms,
  { uncostedEvents }: BudgetUse,
  left: Decimal,
): BlockReason | null {
  if (left.lt(ZERO)) return 'budget_exceeded'
  const isOfCost = measure === 'cost' || measure === 'margin'
  const isBlind = isOfCost && onUnknownCost === 'block' && uncostedEvents > 0
  return isBlind ? 'unknown_cost' : null
}

const RANK = { block: 0, warn: 1, allow: 2 } as const

/** Compares by verdict, then by the share of the limit that is left. */
function byStrictness<Budget extends BudgetTerms>(a: Judged<Budget>, b: Judged<Budget>): number {
  const byVerdict = RANK[a.verdict] - RANK[b.verdict]
  return byVerdict !== 0 ? byVerdict : shareLeft(a).cmp(shareLeft(b))
}

function shareLeft<Budget extends BudgetTerms>({ budget, use, left }: Judged<Budget>): Decimal {
  const limit = limitOf(budget, use)
  return limit.gt(ZERO) ? left.div(limit) : left
}

/** Returns the thresholds, in percent of the limit, that a use has reached, the highest last. */
export function reachedThresholds(
  thresholds: readonly Decimal[],
  { amount }: Pick<BudgetTerms, 'amount'>,
  spent: Decimal,
): Decimal[] {
  return thresholds
    .filter((threshold) => spent.times(HUNDRED).gte(amount.times(threshold)))
    .toSorted((a, b) => a.cmp(b))
}

const HUNDRED = decimal('100')
