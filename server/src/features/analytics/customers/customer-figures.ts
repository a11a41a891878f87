import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { figure } from '../../usage-figures/figures.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency } from '../names-queries.ts'
import { marginOf } from '../revenue/totals.ts'
import { unpricedBody } from '../unpriced.ts'
import { marginBody } from './customer-body.ts'
import { type CustomerSums, sumKeptByCustomer } from './kept-sums-queries.ts'
import { listFiguredCustomers, sumOpenBalances } from './queries.ts'
import type { CustomerFigures, CustomerFiguresList, CustomerFiguresQuery } from './schemas.ts'

type Asked = { organizationId: string; query: CustomerFiguresQuery }

/**
 * Returns revenue, cost and open balance of each customer on a page. The work grows with the page
 * size only.
 */
export async function listCustomerFigures(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<CustomerFiguresList> {
  const window = parseWindow(query, now)
  const page = pageOf(query)
  const { customerId: asked } = query
  const scope = { organizationId, customerId: asked?.length === 1 ? asked[0] : undefined }
  return readEarnings(deps, { ...scope, until: window.end }, async (tx, { horizon }) => {
    const named = { organizationId, ...(asked && { customerIds: asked }) }
    const { rows: customers, total } = await listFiguredCustomers(tx, named, page)
    const filter = { organizationId, customerIds: customers.map(({ id }) => id) }
    const sums = await sumKeptByCustomer(tx, filter, { window, horizon })
    const open = await sumOpenBalances(tx, filter)
    const currency = await findCurrency(tx, organizationId)
    const sumsOf = Map.groupBy(sums, ({ customerId }) => customerId)
    const openOf = Map.groupBy(open, ({ customerId }) => customerId)
    const results = customers.map(({ id, name, externalId }): CustomerFigures => {
      return {
        customerId: id,
        customerName: name,
        customerExternalId: externalId,
        ...figuresOf(sumsOf.get(id) ?? [], currency),
        openBalances: (openOf.get(id) ?? []).map(({ currency: owed, amount, overdue }) => {
          return { currency: owed, amount: figure(amount), overdue: figure(overdue) }
        }),
      }
    })
    const { page: _page, limit: _limit, ...filters } = filtersIn(query)
    return { ...listAnswer(page, results, total), dateRange: dateRangeOf(window), filters }
  })
}

function figuresOf(
  own: readonly CustomerSums[],
  fallback: string,
): Omit<CustomerFigures, 'customerId' | 'customerName' | 'customerExternalId' | 'openBalances'> {
  const { amounts, body } = marginBody(own, fallback)
  return {
    ...body,
    eventCount: own.reduce((count, one) => count + one.eventCount, 0),
    unpriced: unpricedBody(own),
    byCurrency: amounts.map(({ currency, amount, cost }) => ({
      currency,
      revenue: figure(amount),
      cost: figure(cost),
      ...marginOf(amount, currency, cost),
    })),
  }
}
