import { sum } from '../../../domain/money.ts'
import { figure } from '../../usage-figures/figures.ts'
import { addByCurrency, onlyAmount } from '../revenue/totals.ts'
import type { CustomerSums } from './kept-sums-queries.ts'

type Sums = Pick<CustomerSums, 'currency' | 'amount' | 'cost' | 'uncostedEvents'>

/** Returns revenue, cost and margin of some sums; `fallback` is the currency without subscriptions. */
export function marginBody(own: readonly Sums[], fallback: string) {
  const cost = sum(own.map((one) => one.cost))
  const amounts = addByCurrency(own.filter(({ currency }) => currency !== ''))
  const { amount: revenue, ...rest } = onlyAmount(amounts, { currency: fallback, cost })
  const uncostedEvents = own.reduce((count, one) => count + one.uncostedEvents, 0)
  return { amounts, body: { revenue, ...rest, cost: figure(cost), uncostedEvents } }
}
