import { isZero, ZERO } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import { cut } from '../../../platform/batching/cut.ts'
import type { Tx } from '../../../platform/database.ts'
import { CUSTOMERS_AT_ONCE, customerPages } from '../../customers/customer-ids.ts'
import { loadEarned } from '../../earnings/earned.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { sumInvoicedSince } from '../../earnings/read/invoiced-since.ts'
import { revenueTotal } from '../../earnings/revenue.ts'
import { figure } from '../../usage-figures/figures.ts'
import { listOtherCurrencies } from '../revenue/subscription-queries.ts'
import { deferredRevenue } from './deferred.ts'
import type { MonthScope } from './queries.ts'
import { listVoidedSince, type RevenueSum, sumKept } from './revenue-queries.ts'

type Times = {
  window: Range<number>
  /** The exclusive end of the kept days. */
  horizon: number
}

/**
 * Returns the revenue of a window, and the part that invoices billed which were final at the cut-off. Reads kept
 * earnings. Days that are not kept, and customers with an invoice that was voided since, are computed from the facts
 * as of the cut-off.
 */
export async function monthRevenue(tx: Tx, scope: MonthScope, { window, horizon }: Times) {
  const { organizationId, customerId, cutOff } = scope
  const filter = { organizationId, customerId, agentId: undefined }
  const kept = { start: window.start, end: Math.min(window.end, horizon) }
  const later = { start: Math.max(window.start, horizon), end: window.end }
  const sums = createSums()
  if (kept.start < kept.end) {
    sums.add(await keptSums(tx, filter, { window: kept, cutOff }))
    for (const customerIds of cut(await listVoidedSince(tx, scope), CUSTOMERS_AT_ONCE)) {
      const some = { ...filter, customerIds }
      sums.subtract(await keptSums(tx, some, { window: kept, cutOff }))
      sums.add(await computedSums(tx, { ...some, cutOff }, kept))
    }
  }
  if (later.start < later.end) {
    for await (const customerIds of pagesOf(tx, scope)) {
      sums.add(await computedSums(tx, { ...filter, customerIds, cutOff }, later))
    }
  }
  const known = sums.all().filter(isSome)
  const currencies = known.map(({ currency }) => currency)
  const others = await listOtherCurrencies(tx, filter, { window, known: currencies })
  const none = { revenue: ZERO, invoiced: ZERO }
  const deferred = await deferredRevenue(tx, scope, window.end)
  const billed = [...deferred.keys()].filter((one) => ![...currencies, ...others].includes(one))
  return [...known, ...[...others, ...billed].map((currency) => ({ currency, ...none }))]
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
    .map(({ currency, revenue, invoiced }) => {
      const notInvoiced = figure(revenue.minus(invoiced))
      const later = figure(deferred.get(currency) ?? ZERO)
      const sums = { revenue: figure(revenue), invoiced: figure(invoiced), notInvoiced }
      return { currency, ...sums, deferred: later }
    })
}

const isSome = ({ revenue, invoiced }: RevenueSum) => !isZero(revenue) || !isZero(invoiced)

/** Kept earnings, without what invoices billed that became final later. */
async function keptSums(
  tx: Tx,
  filter: EarningFilter,
  { window, cutOff }: { window: Range<number>; cutOff: Date },
): Promise<RevenueSum[]> {
  const all = await sumKept(tx, filter, { window, horizon: window.end })
  const since = await sumInvoicedSince(tx, filter, { window, since: cutOff })
  const less = since.map(({ currency, amount }) => {
    return { currency, revenue: ZERO, invoiced: ZERO.minus(amount) }
  })
  return [...all, ...less]
}

/** Earnings from the facts as of the instant of the filter. */
async function computedSums(
  tx: Tx,
  filter: EarningFilter,
  window: Range<number>,
): Promise<RevenueSum[]> {
  const earned = await loadEarned(tx, filter, window)
  return earned.map(({ subscription: { currency }, revenue, invoiced }) => {
    return { currency, revenue: revenueTotal(revenue), invoiced }
  })
}

async function* pagesOf(
  tx: Tx,
  { organizationId, customerId }: MonthScope,
): AsyncIterable<readonly string[]> {
  if (customerId !== undefined) yield [customerId]
  else yield* customerPages(tx, organizationId)
}

/** Sums by currency. */
function createSums() {
  const sums = new Map<string, RevenueSum>()

  function addOne({ currency, revenue, invoiced }: RevenueSum, isMinus: boolean): void {
    const known = sums.get(currency) ?? { revenue: ZERO, invoiced: ZERO }
    const operation = isMinus ? 'minus' : 'plus'
    sums.set(currency, {
      currency,
      revenue: known.revenue[operation](revenue),
      invoiced: known.invoiced[operation](invoiced),
    })
  }
  return {
    add: (all: readonly RevenueSum[]) => {
      for (const one of all) addOne(one, false)
    },
    subtract: (all: readonly RevenueSum[]) => {
      for (const one of all) addOne(one, true)
    },
    all: () => [...sums.values()],
  }
}
