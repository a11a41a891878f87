import { type Decimal, isZero, ZERO } from '../../../domain/money.ts'
import { type Revenue, revenueTotal } from '../../earnings/revenue.ts'
import { figure, percentOf } from '../../usage-figures/figures.ts'

/** Costs are in USD, whatever the currency of an invoice. */
export const COST_CURRENCY = 'USD'

/** Why there is no margin, where there is none. */
export const OTHER_CURRENCY =
  'The amount is not in USD like the cost, and no exchange rate is known.'
export const SEVERAL_CURRENCIES =
  'The amounts are in several currencies, which are never added together.'

export type MarginBody = {
  margin: number | null
  marginPercent: number | null
  marginNote: string | null
}

/** What is left of an amount, where that is known: where the cost is nothing no rate is needed. */
export function leftOf(amount: Decimal, currency: string, cost: Decimal): Decimal | undefined {
  return currency === COST_CURRENCY || isZero(cost) ? amount.minus(cost) : undefined
}

export function marginOf(amount: Decimal, currency: string, cost: Decimal): MarginBody {
  const margin = leftOf(amount, currency, cost)
  if (margin === undefined) {
    return { margin: null, marginPercent: null, marginNote: OTHER_CURRENCY }
  }
  return { margin: figure(margin), marginPercent: percentOf(margin, amount), marginNote: null }
}

/** What was earned in one currency, what of it finalized invoices billed, and what the work cost. */
export type InCurrency = { currency: string; revenue: Revenue; invoiced: Decimal; cost: Decimal }

/** The revenue of one currency as answers show it. */
export function revenueBody({ currency, revenue, invoiced, cost }: InCurrency) {
  const total = revenueTotal(revenue)
  return {
    currency,
    revenue: figure(total),
    agentEarned: figure(revenue.agentEarned),
    invoiced: figure(invoiced),
    notInvoiced: figure(total.minus(invoiced)),
    breakdown: {
      usage: figure(revenue.agentEarned),
      recurring: figure(revenue.recurring),
      seat: figure(revenue.seat),
      onetime: figure(revenue.onetime),
    },
    cost: figure(cost),
    ...marginOf(total, currency, cost),
  }
}

/** An amount in one currency, and what the work behind it cost. */
export type Priced = { currency: string; amount: Decimal; cost: Decimal }

/** The amounts by currency, in order of their names. */
export function addByCurrency(all: readonly Priced[]): Priced[] {
  const totals = new Map<string, Priced>()
  for (const { currency, amount, cost } of all) {
    const total = totals.get(currency) ?? { currency, amount: ZERO, cost: ZERO }
    const sums = { amount: total.amount.plus(amount), cost: total.cost.plus(cost) }
    totals.set(currency, { currency, ...sums })
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** The one amount where one currency is involved; of several none, since they are never added up. */
export function onlyAmount(
  amounts: readonly Priced[],
  { currency: fallback, cost }: { currency: string; cost: Decimal },
): { currency: string | null; amount: number | null } & MarginBody {
  const [only, ...more] = amounts
  if (more.length > 0) {
    const none = { margin: null, marginPercent: null }
    return { currency: null, amount: null, ...none, marginNote: SEVERAL_CURRENCIES }
  }
  const { currency, amount } = only ?? { currency: fallback, amount: ZERO }
  return { currency, amount: figure(amount), ...marginOf(amount, currency, cost) }
}
