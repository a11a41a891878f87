import { ZERO } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { type Earned, loadEarned } from '../../earnings/earned.ts'
import { revenueTotal } from '../../earnings/revenue.ts'
import { figure } from '../../usage-figures/figures.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency } from '../names-queries.ts'
import { byCurrency } from '../revenue/revenue.ts'
import { marginOf, onlyAmount } from '../revenue/totals.ts'
import { listFiguredCustomers, sumByCustomer, sumOpenBalances } from './queries.ts'
import type { CustomerFigures, CustomerFiguresList, CustomerFiguresQuery } from './schemas.ts'

type Asked = { organizationId: string; query: CustomerFiguresQuery }

/**
 * Returns revenue, cost and open balance of each customer on a page. The work grows with the page
 * size only.
 */
export async function listCustomerFigures(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<CustomerFiguresList> {
  const window = parseWindow(query, now)
  const page = pageOf(query)
  const { customerId: asked } = query
  const { rows: customers, total } = await listFiguredCustomers(
    db,
    { organizationId, ...(asked && { customerIds: asked }) },
    page,
  )
  const customerIds = customers.map(({ id }) => id)
  const filter = { organizationId, customerId: undefined, customerIds, agentId: undefined }
  const [earned, sums, open, currency] = await Promise.all([
    loadEarned(db, filter, window),
    sumByCustomer(db, filter, dateRangeOf(window)),
    sumOpenBalances(db, filter),
    findCurrency(db, organizationId),
  ])
  const earnedOf = Map.groupBy(earned, ({ subscription }) => subscription.customerId)
  const sumsOf = new Map(sums.map((one) => [one.customerId, one]))
  const openOf = Map.groupBy(open, ({ customerId }) => customerId)
  const results = customers.map(({ id, name }): CustomerFigures => {
    const used = sumsOf.get(id)
    const cost = used?.cost ?? ZERO
    return {
      customerId: id,
      customerName: name,
      eventCount: Number(used?.eventCount ?? 0),
      ...revenueFigures(earnedOf.get(id) ?? [], { currency, cost }),
      cost: figure(cost),
      uncostedEvents: Number(used?.uncostedEvents ?? 0),
      openBalances: (openOf.get(id) ?? []).map(({ currency: owed, amount, overdue }) => {
        return { currency: owed, amount: figure(amount), overdue: figure(overdue) }
      }),
    }
  })
  const { page: _page, limit: _limit, ...filters } = filtersIn(query)
  return {
    ...listAnswer(page, results, total),
    dateRange: dateRangeOf(window),
    filters,
  }
}

function revenueFigures(
  earned: readonly Earned[],
  without: Parameters<typeof onlyAmount>[1],
): Pick<
  CustomerFigures,
  'currency' | 'revenue' | 'margin' | 'marginPercent' | 'marginNote' | 'byCurrency'
> {
  const amounts = byCurrency(earned).map(({ revenue, ...one }) => {
    return { ...one, amount: revenueTotal(revenue) }
  })
  const { amount: revenue, ...rest } = onlyAmount(amounts, without)
  return {
    revenue,
    ...rest,
    byCurrency: amounts.map(({ currency, amount, cost }) => ({
      currency,
      revenue: figure(amount),
      cost: figure(cost),
      ...marginOf(amount, currency, cost),
    })),
  }
}
