import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { ALL } from '../fields.ts'
import { figure } from '../figures.ts'
import { groupInTurns, mapInTurns } from '../in-turns.ts'
import { findCurrency, listNames } from '../names-queries.ts'
import { type Earned, loadEarned } from '../revenue/earned.ts'
import { addByCurrency, onlyAmount, revenueOf, revenueTotal } from '../revenue/totals.ts'
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
    const of = revenues.get(customerId) ?? []
    const sums = works.get(customerId)
    const uncostedEvents = Number(sums?.uncostedEvents ?? 0)
    return { customerId, uncostedEvents, ...marginIn(of, sums?.cost ?? null, fallback) }
  })
  const known = customers.filter((one) => one.margin !== null)
  const worst = known.toSorted(worstFirst).slice(0, top)
  const ids = worst.map(({ customerId }) => customerId)
  const names = await listNames(db, 'customers', { organizationId, ids })
  return {
    results: worst.map((one) => ({
      ...one,
      customerName: names.get(one.customerId) ?? one.customerId,
    })),
    totalResults: known.length,
    withoutMargin: customers.length - known.length,
    dateRange: dateRangeOf(window),
  }
}

function marginIn(of: readonly Earned[], work: Decimal | null, fallback: string) {
  const cost = work ?? ZERO
  const amounts = addByCurrency(
    of.map(({ subscription, earnings }) => ({
      currency: subscription.currency,
      amount: revenueTotal(revenueOf(earnings)),
      cost: ZERO,
    })),
  )
  const { amount: revenue, ...rest } = onlyAmount(amounts, { currency: fallback, cost })
  return { revenue, cost: figure(cost), ...rest }
}

type Ranked = { customerId: string; margin: number | null }

function worstFirst(a: Ranked, b: Ranked): number {
  return (a.margin ?? 0) - (b.margin ?? 0) || (a.customerId < b.customerId ? -1 : 1)
}
