import type { PastDecision } from './past-decision.ts'

type Figures = Pick<
  PastDecision,
  | 'budgetName'
  | 'measure'
  | 'currency'
  | 'reason'
  | 'amount'
  | 'spent'
  | 'held'
  | 'asked'
  | 'uncostedEventCount'
>

/** Returns a line such as "Support, 5 USD a day: 4.62 spent + 0.40 held + 0.40 asked > 5.00 USD". */
export function decisionText(decision: Figures): string {
  const { budgetName, measure, currency, reason, uncostedEventCount } = decision
  if (reason === 'unknown_cost') {
    return `${budgetName}: the cost of ${uncostedEventCount} event(s) is not known`
  }
  const unit = measure === 'quantity' ? 'units' : (currency ?? 'USD')
  const { spent, held, asked, amount } = decision
  const used = `${spent.toFixed()} spent + ${held.toFixed()} held + ${asked.toFixed()} asked`
  return `${budgetName}: ${used} > ${amount.toFixed()} ${unit}`
}
