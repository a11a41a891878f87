import { expect } from 'vitest'
import { marginPages } from '../../src/features/analytics/overview/customer-margins.ts'
import { keyPages, rowPages } from '../../src/features/analytics/profitability/customer-pages.ts'
import { subscriptionPages } from '../../src/features/analytics/revenue/by-subscription.ts'
import type { EarningsDeps } from '../../src/features/earnings/read/read-scope.ts'
import { type Api, must } from '../support/app.ts'

type Scope = { api: Api; deps: EarningsDeps; organizationId: string }
type Window = { startDate: string; endDate: string }

/** Returns the pages of an iterable, and all their rows. */
export async function readPages<Row>(pages: AsyncIterable<readonly Row[]>) {
  const each: (readonly Row[])[] = []
  for await (const page of pages) each.push(page)
  return { each, rows: each.flat() }
}

/** Sorts rows by customer id, keeps the order within a customer, and puts rows without one last. */
function byCustomer<Row>(rows: readonly Row[], idOf: (row: Row) => string | null): Row[] {
  const last = 'z'
  const placeOf = (row: Row) => idOf(row) ?? last
  return rows.toSorted((a, b) => {
    if (placeOf(a) === placeOf(b)) return 0
    return placeOf(a) < placeOf(b) ? -1 : 1
  })
}

/** Asserts that reading customers in batches returns the same rows as JSON, ordered by customer. */
export async function comparePages(
  { api, deps, organizationId }: Scope,
  { window, page, agentId }: { window: Window; page: number; agentId?: string },
  now: Date,
) {
  const label = `${JSON.stringify(window)} ${agentId ?? ''} by ${page}`
  const ofAgent = agentId === undefined ? {} : { agentId }
  const asked = { organizationId, query: { ...window, ...ofAgent }, page }
  const filter = new URLSearchParams({ ...window, ...ofAgent })
  const ask = (path: string) => must(api.get(`/v1/analytics/${path}?${filter}&top=1000`))

  const revenue = await must(api.get(`/v1/analytics/revenue?${filter}`))
  const subscriptions = await readPages(subscriptionPages(deps, asked, now))
  expect(subscriptions.rows, label).toEqual(
    byCustomer(revenue.bySubscription, (row: { customerId: string }) => row.customerId),
  )

  const work = await ask('profitability')
  const rows = await readPages(rowPages(deps, asked, now))
  expect(rows.rows, label).toEqual(byCustomer(work.rows, (row: Keyed) => row.key))
  const keys = await readPages(keyPages(deps, asked, now))
  expect(keys.rows, label).toEqual(byCustomer(work.byKey, (row: Keyed) => row.key))

  if (agentId !== undefined) return
  const { results } = await must(
    api.get(`/v1/analytics/customer-margins?${new URLSearchParams(window)}&top=1000`),
  )
  const margins = await readPages(marginPages(deps, asked, now))
  expect(margins.rows, label).toEqual(
    byCustomer(results, (row: { customerId: string }) => row.customerId),
  )
  for (const one of margins.each) expect(one.length, label).toBeLessThanOrEqual(page)
}

type Keyed = { key: string | null }
