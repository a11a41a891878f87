import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapPages } from '../../../platform/http/csv/pages.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import { listExternalIds } from '../../customers/external-ids.ts'
import { readEarnings, scopeOfPages } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { marginBody } from '../customers/customer-body.ts'
import { sumKeptByCustomer } from '../customers/kept-sums-queries.ts'
import { findCurrency, listNames } from '../names-queries.ts'
import { rankCustomers } from './margin-queries.ts'
import {
  type CustomerMargin,
  type CustomerMargins,
  type CustomerMarginsQuery,
  type LowestMargins,
  TOP_DEFAULT,
} from './margin-schemas.ts'

type Asked = { organizationId: string; query: CustomerMarginsQuery }

/** Returns the customers with the lowest margins. */
export async function customerMargins(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<CustomerMargins> {
  const window = parseWindow(query, now)
  const { top = TOP_DEFAULT } = query
  return readEarnings(deps, { organizationId, until: window.end }, async (tx, { horizon }) => {
    const margins = await lowestMargins(tx, organizationId, { window, horizon, top })
    return { ...margins, dateRange: dateRangeOf(window) }
  })
}

type LowestAsked = { window: Range<number>; horizon: number; top: number }

/** Reads the customers with the lowest margins, and the numbers of customers with and without one. */
export async function lowestMargins(
  tx: Tx,
  organizationId: string,
  { top, ...times }: LowestAsked,
): Promise<LowestMargins> {
  const fallback = await findCurrency(tx, organizationId)
  const ranking = await rankCustomers(tx, organizationId, { ...times, fallback, top })
  const { customerIds, known, unknown } = ranking
  const margins = await marginsOf(tx, organizationId, { ...times, fallback, customerIds })
  return {
    results: margins.toSorted(lowestFirst),
    totalResults: known,
    withoutMargin: unknown,
  }
}

/** Yields all customers with a margin, by id. Each page is read at its own snapshot. */
export function marginPages(
  deps: EarningsDeps,
  { organizationId, query, page }: Asked & { page?: number },
  now: Date,
): AsyncGenerator<readonly CustomerMargin[]> {
  const window = parseWindow(query, now)
  const scopeOfPage = scopeOfPages({ organizationId, until: window.end })
  return mapPages(customerPages(deps.db, organizationId, page), async (customerIds) => {
    const { rows } = await readEarnings(deps, scopeOfPage(), async (tx, { horizon }) => {
      const fallback = await findCurrency(tx, organizationId)
      const asked = { window, horizon, fallback, customerIds }
      return { rows: await marginsOf(tx, organizationId, asked) }
    })
    return rows
  })
}

type MarginsAsked = {
  window: Range<number>
  horizon: number
  fallback: string
  customerIds: readonly string[]
}

/** Returns those of some customers that have a margin, by id. */
async function marginsOf(
  tx: Tx,
  organizationId: string,
  { window, horizon, fallback, customerIds }: MarginsAsked,
): Promise<CustomerMargin[]> {
  const filter = { organizationId, customerIds }
  const [sums, names, externalIds] = await Promise.all([
    sumKeptByCustomer(tx, filter, { window, horizon }),
    listNames(tx, 'customers', { organizationId, ids: customerIds }),
    listExternalIds(tx, organizationId, customerIds),
  ])
  const byCustomer = await groupInTurns(sums, ({ customerId }) => customerId)
  const margins = await mapInTurns(byCustomer, ([customerId, own]) => {
    const { body } = marginBody(own, fallback)
    return {
      customerId,
      customerName: names.get(customerId) ?? customerId,
      ...body,
      customerExternalId: externalIds.get(customerId) ?? null,
    }
  })
  return margins.filter(({ margin }) => margin !== null)
}

function lowestFirst(a: CustomerMargin, b: CustomerMargin): number {
  return (a.margin ?? 0) - (b.margin ?? 0) || (a.customerId < b.customerId ? -1 : 1)
}
