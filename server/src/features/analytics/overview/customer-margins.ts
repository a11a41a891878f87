import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { ALL } from '../fields.ts'
import { figure } from '../figures.ts'
import { groupInTurns, mapInTurns } from '../in-turns.ts'
import { findCurrency, listNames } from '../names-queries.ts'
import { type Earned, loadEarned } from '../revenue/earned.ts'
import { addByCurrency, leftOf, onlyAmount, type Priced, revenueTotal } from '../revenue/totals.ts'
import { sumByDimension } from '../sums-queries.ts'
import { dateRangeOf, parseWindow } from '../window.ts'
import type { CustomerMargins, CustomerMarginsQuery } from './margin-schemas.ts'

const TOP_DEFAULT = 8

type Asked = { organizationId: string; query: CustomerMarginsQuery }

/** Who brings in how much more than their work costs, the worst first. */
export async function customerMargins(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<CustomerMargins> {
  const window = parseWindow(query, now)
  const { top = TOP_DEFAULT } = query
  const filter = { organizationId, customerId: undefined, agentId: undefined }
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
  const [earned, work, fallback] = await Promise.all([
    loadEarned(db, filter, window),
    sumByDimension(db, usage, { dimension: 'customer', limit: ALL }),
    findCurrency(db, organizationId),
  ])
  const revenues = await groupInTurns(earned, ({ subscription }) => subscription.customerId)
  const works = new Map(work.map((sums) => [sums.id, sums]))
  const everybody = new Set([...revenues.keys(), ...works.keys()])
  const customers = await mapInTurns(everybody, (customerId) => {
    const { cost = ZERO, uncostedEvents = 0 } = works.get(customerId) ?? {}
    const amounts = amountsOf(revenues.get(customerId) ?? [])
    const margin = marginIn(amounts, { currency: fallback, cost })
    return { customerId, uncostedEvents: Number(uncostedEvents), cost, amounts, margin }
  })
  const known = customers.filter((one) => one.margin !== null)
  const worst = known.toSorted(worstFirst).slice(0, top)
  const ids = worst.map(({ customerId }) => customerId)
  const names = await listNames(db, 'customers', { organizationId, ids })
  return {
    results: worst.map(({ customerId, uncostedEvents, cost, amounts }) => {
      const { amount: revenue, ...rest } = onlyAmount(amounts, { currency: fallback, cost })
      const customerName = names.get(customerId) ?? customerId
      return { customerId, uncostedEvents, revenue, cost: figure(cost), ...rest, customerName }
    }),
    totalResults: known.length,
    withoutMargin: customers.length - known.length,
    dateRange: dateRangeOf(window),
  }
}

function amountsOf(earned: readonly Earned[]): Priced[] {
  return addByCurrency(
    earned.map(({ subscription, revenue }) => ({
      currency: subscription.currency,
      amount: revenueTotal(revenue),
      cost: ZERO,
    })),
  )
}

/** As `onlyAmount` says it, for all of whom few are listed. */
function marginIn(
  amounts: readonly Priced[],
  { currency: fallback, cost }: { currency: string; cost: Decimal },
): number | null {
  const [only, ...more] = amounts
  if (more.length > 0) return null
  const { currency, amount } = only ?? { currency: fallback, amount: ZERO }
  const margin = leftOf(amount, currency, cost)
  return margin === undefined ? null : figure(margin)
}

type Ranked = { customerId: string; margin: number | null }

function worstFirst(a: Ranked, b: Ranked): number {
  return (a.margin ?? 0) - (b.margin ?? 0) || (a.customerId < b.customerId ? -1 : 1)
}
