import { reserveOf } from '../budgets/credit-figures.ts'
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
  | 'available'
  | 'uncostedEventCount'
>

/**
 * Returns a line such as "Support, 5 USD a day: 4.62 spent + 0.40 held + 0.40 asked > 5.00 USD", of a
 * credit "Prepaid: 0.20 available - 0.10 held - 0.40 asked < 0 USD".
 */
export function decisionText(decision: Figures): string {
  const { budgetName, measure, currency, reason, available, uncostedEventCount } = decision
  if (reason === 'unknown_cost') {
    return `${budgetName}: the cost of ${uncostedEventCount} event(s) is not known`
  }
  if (reason === 'negative_credit') {
    return `The credit of the customer is negative: ${available?.toFixed()} ${currency}`
  }
  const unit = measure === 'quantity' ? 'units' : (currency ?? 'USD')
  const { spent, held, asked, amount } = decision
  if (available !== null) {
    const reserve = reserveOf({ available, spent, limit: amount })
    const rest = `${available.toFixed()} available - ${held.toFixed()} held - ${asked.toFixed()} asked`
    return `${budgetName}: ${rest} < ${reserve.toFixed()} ${unit}`
  }
  const used = `${spent.toFixed()} spent + ${held.toFixed()} held + ${asked.toFixed()} asked`
  return `${budgetName}: ${used} > ${amount.toFixed()} ${unit}`
}
