import { sum, ZERO } from '../../../domain/money.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import { keptByDay, keptByPlace } from '../../earnings/read/kept-rows.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { NO_REVENUE, type Revenue, revenueTotal } from '../../earnings/revenue.ts'
import { figure, percentOf } from '../../usage-figures/figures.ts'
import {
  bucketsOf,
  dateRangeOf,
  type Grouping,
  parseWindow,
  rangesOf,
} from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency, findCustomer } from '../names-queries.ts'
import { TOP_DEFAULT } from '../usage/schemas.ts'
import { subscriptionRows, type Times } from './by-subscription.ts'
import { revenueRests } from './rests.ts'
import type {
  CustomerRevenue,
  CustomerRevenueQuery,
  RevenueAnalytics,
  RevenueQuery,
} from './schemas.ts'
import { listOtherCurrencies, listSubscriptions } from './subscription-queries.ts'
import {
  type BucketSums,
  type RevenueSums,
  type StrategySums,
  sumByBucket,
  sumByCurrency,
  sumByStrategy,
} from './sums-queries.ts'
import { revenueBody, SEVERAL_CURRENCIES } from './totals.ts'

type Asked = { organizationId: string; query: RevenueQuery }

/** Returns what was earned in a window, its cost, and the margin. */
export async function revenueAnalytics(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<RevenueAnalytics> {
  const window = parseWindow(query, now)
  const { customerId, agentId, table, top = TOP_DEFAULT } = query
  const { groupBy = table === 'timeSeries' ? 'daily' : undefined } = query
  const dates = groupBy === undefined ? [] : bucketsOf(window, groupBy)
  const cuts = rangesOf(dates, window).map(({ start }) => start)
  const filter = { organizationId, customerId, agentId }
  return readEarnings(deps, { ...filter, until: window.end }, async (tx, { horizon }) => {
    const times = { window, horizon }
    const sums = await sumsOf(tx, filter, { times, groupBy, cuts })
    const listed = await listSubscriptions(tx, filter, { window, limit: top + 1 })
    const currencies = await inCurrencies(tx, filter, { sums: sums.totals, window })
    const fallback = await findCurrency(tx, organizationId)
    const tables = {
      ...totalBody(currencies, { sums: sums.totals, fallback }),
      byCurrency: currencies.map(bodyOf),
      bySubscription: await subscriptionRows(tx, filter, { listed: listed.slice(0, top), times }),
      hasMoreSubscriptions: listed.length > top,
      byStrategy: await mapInTurns(sums.strategies, strategyBody),
      ...(groupBy !== undefined && {
        timeSeries: await timeSeriesOf(sums.buckets, {
          dates,
          currencies:
            currencies.length === 0 ? [{ ...NO_REVENUE, currency: fallback }] : currencies,
        }),
      }),
    }
    return {
      ...tables,
      rest: await revenueRests(tables),
      dateRange: dateRangeOf(window),
      filters: filtersIn(query),
    }
  })
}

type CustomerAsked = ScopedId & { query: CustomerRevenueQuery }

/** Returns the revenue of one customer; throws `not_found` if it is deleted or absent. */
export async function customerRevenue(
  deps: EarningsDeps,
  { organizationId, id: customerId, query }: CustomerAsked,
  now: Date,
): Promise<CustomerRevenue> {
  const customer =
    (await findCustomer(deps.db, { organizationId, id: customerId })) ?? notFound('Customer')
  const asked = { organizationId, query: { ...query, customerId } }
  const { filters: _filters, ...revenue } = await revenueAnalytics(deps, asked, now)
  return { customer, ...revenue }
}

type Sums = {
  totals: readonly RevenueSums[]
  buckets: readonly BucketSums[]
  strategies: readonly StrategySums[]
}

type SumsAsked = { times: Times; groupBy: Grouping | undefined; cuts: readonly number[] }

/** All sums of the window; the database adds the kept rows up. */
async function sumsOf(
  tx: Tx,
  filter: EarningFilter,
  { times, groupBy, cuts }: SumsAsked,
): Promise<Sums> {
  const kept = await keptByPlace(tx, filter, { ...times, figures: FIGURES })
  const strategies = await sumByStrategy(tx, filter.organizationId, kept)
  if (groupBy === undefined) {
    return { totals: await sumByCurrency(tx, kept), buckets: [], strategies }
  }
  const byDay = await keptByDay(tx, filter, { ...times, cuts })
  return { ...(await sumByBucket(tx, byDay, groupBy)), strategies }
}

const FIGURES = ['quantity', 'earned', 'invoiced', 'cost', 'uncosted_event_count'] as const

/** The sums of each currency in which something was earned, or of a subscription in the window. */
async function inCurrencies(
  tx: Tx,
  filter: EarningFilter,
  { sums, window }: { sums: readonly RevenueSums[]; window: Times['window'] },
): Promise<RevenueSums[]> {
  const own = sums.filter((one) => one.currency !== '' && isSome(one))
  const known = own.map(({ currency }) => currency)
  const others = await listOtherCurrencies(tx, filter, { window, known })
  const none = { ...NO_REVENUE, invoiced: ZERO, cost: ZERO, uncostedEvents: 0 }
  return [...own, ...others.map((currency) => ({ ...none, currency }))].toSorted((a, b) =>
    a.currency < b.currency ? -1 : 1,
  )
}

const isSome = ({ agentEarned, recurring, seat, onetime, invoiced, cost }: RevenueSums) =>
  [agentEarned, recurring, seat, onetime, invoiced, cost].some((amount) => !amount.eq(ZERO))

const bodyOf = (sums: RevenueSums) => revenueBody({ ...sums, revenue: sums })

/** Includes the cost of work without a subscription, which no currency has. */
function totalBody(
  currencies: readonly RevenueSums[],
  { sums, fallback }: { sums: readonly RevenueSums[]; fallback: string },
) {
  const [one, ...more] = currencies
  const cost = sum(sums.map((own) => own.cost))
  const total = { currency: fallback, revenue: one ?? NO_REVENUE, invoiced: ZERO, ...one, cost }
  return {
    ...(more.length === 0 ? revenueBody(total) : SEVERAL),
    cost: figure(cost),
    uncostedEvents: sums.reduce((count, own) => count + own.uncostedEvents, 0),
  }
}

const SEVERAL = {
  currency: null,
  revenue: null,
  agentEarned: null,
  invoiced: null,
  notInvoiced: null,
  breakdown: null,
  margin: null,
  marginPercent: null,
  marginNote: SEVERAL_CURRENCIES,
}

const NOTHING = { ...NO_REVENUE, oneDayFees: ZERO }

type Series = { dates: readonly string[]; currencies: readonly (Revenue & { currency: string })[] }

/** Returns a row for each bucket and currency, also where nothing was earned. */
async function timeSeriesOf(
  buckets: readonly BucketSums[],
  { dates, currencies }: Series,
): Promise<NonNullable<RevenueAnalytics['timeSeries']>> {
  const found = new Map(buckets.map((one) => [`${one.date} ${one.currency}`, one]))
  const rows = await mapInTurns(dates, (date) =>
    currencies.map(({ currency, ...all }) => {
      const sums = found.get(`${date} ${currency}`) ?? NOTHING
      return {
        date,
        currency,
        revenue: figure(revenueTotal(sums)),
        usage: figure(sums.agentEarned),
        recurring: figure(sums.recurring),
        seat: figure(sums.seat),
        onetime: figure(sums.onetime),
        oneDayFees: figure(sums.oneDayFees),
        revenuePercent: percentOf(revenueTotal(sums), revenueTotal(all)),
      }
    }),
  )
  return rows.flat()
}

function strategyBody({ quantity, revenue, agentEarned, ...strategy }: StrategySums) {
  return {
    ...strategy,
    quantity: figure(quantity),
    revenue: figure(revenue),
    agentEarned: figure(agentEarned),
    fees: figure(revenue.minus(agentEarned)),
  }
}
