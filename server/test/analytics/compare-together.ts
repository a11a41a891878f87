import { expect } from 'vitest'
import { revenueAnalytics } from '../../src/features/analytics/revenue/revenue.ts'
import type { EarningsDeps } from '../../src/features/earnings/read/read-scope.ts'
import { type Api, must } from '../support/app.ts'

type Sums = { currency: string; agentEarned?: number; revenue: number; cost: number }
type Window = { startDate: string; endDate: string }

const notNothing = ({ agentEarned, cost }: Sums) => agentEarned !== 0 || cost !== 0
const earnedOf = ({ currency, agentEarned, cost }: Sums) => ({ currency, agentEarned, cost })

/** Asserts that totals do not depend on the number of subscriptions that are listed. */
export async function compareRevenue(
  { deps, organizationId }: { deps: EarningsDeps; organizationId: string },
  window: Window,
  now: Date,
) {
  const label = JSON.stringify(window)
  const asked = { organizationId, query: { ...window, groupBy: 'weekly' as const } }
  const withTop = (top: number) => ({ ...asked, query: { ...asked.query, top } })
  const { filters: _all, ...one } = await revenueAnalytics(deps, withTop(1_000), now)
  const { filters: _few, ...together } = await revenueAnalytics(deps, withTop(2), now)
  const bySubscription = one.bySubscription.slice(0, 2)
  const hasMoreSubscriptions = one.bySubscription.length > 2
  // Rows that are not listed are in the rest.
  const rest = { ...one.rest, bySubscription: together.rest.bySubscription }
  expect(together, label).toEqual({ ...one, bySubscription, hasMoreSubscriptions, rest })
  return one
}

type Row = {
  kind?: string
  key: string | null
  currency: string | null
  quantity: number
  revenue: number
  invoiced: number
  cost: number
  eventCount: number
}

const FIGURES = ['quantity', 'revenue', 'invoiced', 'cost', 'eventCount'] as const

function sumsOf(rows: readonly Row[]) {
  const sums = new Map<string, number>()
  for (const row of rows) {
    for (const figure of FIGURES) {
      const name = `${row.kind} ${row.currency} ${figure}`
      sums.set(name, (sums.get(name) ?? 0) + row[figure])
    }
  }
  return sums
}

/**
 * Asserts that unlisted customers are merged into one row per kind, and that listed ones have their
 * own figures.
 */
async function compareCustomers(api: Api, dates: string) {
  const url = `/v1/analytics/profitability?${dates}&groupBy=customer`
  const one = await must(api.get(`${url}&top=50`))
  const few = await must(api.get(`${url}&top=2`))
  expect(few.totals, dates).toEqual(one.totals)
  const listed = new Set(few.byKey.flatMap(({ key }: Row) => key ?? []))
  const isListed = ({ key }: Row) => key !== null && listed.has(key)
  expect(few.byKey.filter(isListed), dates).toEqual(one.byKey.filter(isListed))
  expect(few.rows.filter(isListed), dates).toEqual(one.rows.filter(isListed))
  const isRest = (row: Row) => row.kind !== 'rounding' && !isListed(row)
  const rest = sumsOf(few.rows.filter(isRest))
  const apart = sumsOf(one.rows.filter(isRest))
  expect([...rest.keys()].toSorted(), dates).toEqual([...apart.keys()].toSorted())
  for (const [name, sum] of apart) expect(rest.get(name), `${dates} ${name}`).toBeCloseTo(sum, 8)
}

/**
 * Asserts that margins are the same for single customers, for all in order, and for the lowest
 * alone.
 */
async function compareMargins(api: Api, window: Window) {
  const dates = `startDate=${window.startDate}&endDate=${window.endDate}`
  const all = await must(api.get(`/v1/analytics/customer-margins?${dates}&top=1000`))
  expect(all.results, dates).toHaveLength(all.totalResults)
  for (const { customerId, customerName, customerExternalId: _, ...row } of all.results) {
    const one = await must(api.get(`/v1/analytics/revenue?${dates}&customerId=${customerId}`))
    expect(one, `${dates} ${customerName}`).toMatchObject(row)
  }
  const ordered = all.results.toSorted(
    (a: Margin, b: Margin) => a.margin - b.margin || (a.customerId < b.customerId ? -1 : 1),
  )
  expect(all.results, dates).toEqual(ordered)
  const lowest = await must(api.get(`/v1/analytics/customer-margins?${dates}&top=3`))
  expect(lowest, dates).toEqual({ ...all, results: all.results.slice(0, 3) })
}

type Margin = { customerId: string; margin: number }

/**
 * Asserts that every answer that merges identical subscriptions equals the one computed one by one.
 */
export async function compareTogether(
  { api, ...scope }: { api: Api; deps: EarningsDeps; organizationId: string },
  window: Window,
  now: Date,
) {
  const label = JSON.stringify(window)
  const dates = `startDate=${window.startDate}&endDate=${window.endDate}`
  const one = await compareRevenue(scope, window, now)
  const agents = await must(api.get(`/v1/analytics/agent-earned?${dates}`))
  const byCurrency: Sums[] = one.byCurrency
  expect(agents.byCurrency.map(earnedOf), label).toEqual(
    byCurrency.filter(notNothing).map(earnedOf),
  )
  const monthEnd = await must(api.get(`/v1/analytics/month-end?${dates}&cutOff=2026-12-31`))
  // What is deferred does not follow from what was earned.
  type Revenue = { deferred: number }
  expect(
    monthEnd.revenue.map(({ deferred: _, ...own }: Revenue) => own),
    label,
  ).toEqual(
    one.byCurrency.map(({ currency, revenue, invoiced, notInvoiced }) => {
      return { currency, revenue, invoiced, notInvoiced }
    }),
  )
  const [only, ...more] = one.byCurrency
  const overview = await must(api.get(`/v1/analytics/overview?${dates}&groupBy=weekly`))
  if (only && more.length === 0) expect(overview.current.revenue, label).toBe(only.revenue)
  await compareCustomers(api, dates)
  await compareMargins(api, window)
  const { totals } = await must(api.get(`/v1/analytics/profitability?${dates}&groupBy=customer`))
  for (const groupBy of ['agent', 'signal', 'plan', 'day']) {
    const grouped = await must(
      api.get(`/v1/analytics/profitability?${dates}&groupBy=${groupBy}&top=50`),
    )
    expect(grouped.totals, `${label} ${groupBy}`).toEqual(totals)
  }
}
