import { add, type Decimal, ZERO } from '../../../domain/money.ts'
import type { Earning } from '../../../domain/prices/earnings.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { mapPages } from '../../../platform/http/csv/pages.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import { type Earned, loadEarned } from '../../earnings/earned.ts'
import { addRevenue, NO_REVENUE, revenueTotal } from '../../earnings/revenue.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumUsage, type UsageSums } from '../../usage-figures/sums.ts'
import {
  bucketsOf,
  dateRangeOf,
  parseWindow,
  rangesOf,
  type Window,
} from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency, findCustomer, listNames } from '../names-queries.ts'
import { TOP_DEFAULT } from '../usage/schemas.ts'
import { loadEarnedTogether } from './earned-together.ts'
import { revenueRests } from './rests.ts'
import type {
  CustomerRevenue,
  CustomerRevenueQuery,
  RevenueAnalytics,
  RevenueQuery,
  SubscriptionRevenue,
} from './schemas.ts'
import { type InCurrency, revenueBody, SEVERAL_CURRENCIES } from './totals.ts'

type Asked = { organizationId: string; query: RevenueQuery }

/** What was earned in a window, what it cost, and what is left of it. */
export async function revenueAnalytics(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<RevenueAnalytics> {
  const window = parseWindow(query, now)
  const { customerId, agentId, table, top = TOP_DEFAULT } = query
  const { groupBy = table === 'timeSeries' ? 'daily' : undefined } = query
  const filter = { organizationId, customerId, agentId }
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
  const dates = groupBy === undefined ? [] : bucketsOf(window, groupBy)
  const ranges = rangesOf(dates, window)
  const [earned, sums] = await Promise.all([
    loadEarnedTogether(db, filter, { window, last: top, ranges }),
    sumUsage(db, usage),
  ])
  const answer = await revenueAnswer(db, organizationId, { earned, sums, window, top })
  const [{ currency: fallback } = { currency: answer.currency ?? '' }] = answer.byCurrency
  const tables = {
    ...answer,
    ...(groupBy !== undefined && { timeSeries: await timeSeriesOf(earned, dates, fallback) }),
  }
  return {
    ...tables,
    rest: revenueRests(tables),
    filters: filtersIn(query),
  }
}

type PagesAsked = Asked & { page?: number }

/**
 * What each subscription earned, customer by customer in the order of their ids, the latest of each first.
 * Some customers are worked out at a time, these at one moment.
 */
export function subscriptionPages(
  db: Db,
  { organizationId, query, page }: PagesAsked,
  now: Date,
): AsyncGenerator<readonly SubscriptionRevenue[]> {
  const window = parseWindow(query, now)
  const { agentId } = query
  return mapPages(customerPages(db, organizationId, page), async (customerIds) => {
    const filter = { organizationId, customerId: undefined, customerIds, agentId }
    const earned = await loadEarned(db, filter, window)
    const rows = await bySubscription(db, organizationId, earned)
    return rows.toSorted((a, b) => compare(a.customerId, b.customerId))
  })
}

/** Every bucket of every currency; where nothing was earned, those of one. */
async function timeSeriesOf(earned: readonly Earned[], dates: readonly string[], fallback: string) {
  const all = Map.groupBy(earned, ({ subscription }) => subscription.currency)
  const currencies = all.size === 0 ? [fallback] : [...all.keys()].toSorted()
  const rows = await mapInTurns(dates.entries(), ([index, date]) =>
    currencies.map((currency) => {
      const revenues = (all.get(currency) ?? []).map(({ byRange }) => byRange[index] ?? NO_REVENUE)
      const sum = revenues.reduce(addRevenue, NO_REVENUE)
      return {
        date,
        currency,
        revenue: figure(revenueTotal(sum)),
        usage: figure(sum.agentEarned),
        recurring: figure(sum.recurring),
        seat: figure(sum.seat),
        onetime: figure(sum.onetime),
      }
    }),
  )
  return rows.flat()
}

type CustomerAsked = ScopedId & { query: CustomerRevenueQuery }

/** The same of one customer, which must be there. */
export async function customerRevenue(
  db: Db,
  { organizationId, id: customerId, query }: CustomerAsked,
  now: Date,
): Promise<CustomerRevenue> {
  const customer =
    (await findCustomer(db, { organizationId, id: customerId })) ?? notFound('Customer')
  const asked = { organizationId, query: { ...query, customerId } }
  const { filters: _filters, ...revenue } = await revenueAnalytics(db, asked, now)
  return { customer, ...revenue }
}

async function revenueAnswer(
  db: Db,
  organizationId: string,
  {
    earned,
    sums,
    window,
    top,
  }: { earned: readonly Earned[]; sums: UsageSums; window: Window; top: number },
): Promise<Omit<RevenueAnalytics, 'filters' | 'rest'>> {
  const currencies = byCurrency(earned)
  const [one, ...more] = currencies
  const currency = one?.currency ?? (await findCurrency(db, organizationId))
  const total = { revenue: NO_REVENUE, invoiced: ZERO, ...one, currency, cost: sums.cost }
  return {
    ...(more.length === 0 ? revenueBody(total) : SEVERAL),
    cost: figure(sums.cost),
    uncostedEvents: Number(sums.uncostedEvents),
    byCurrency: currencies.map(revenueBody),
    bySubscription: await bySubscription(db, organizationId, earned.slice(-top)),
    hasMoreSubscriptions: earned.reduce((sum, { count }) => sum + count, 0) > top,
    byStrategy: byStrategy(earned),
    dateRange: dateRangeOf(window),
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

export function byCurrency(earned: readonly Earned[]): InCurrency[] {
  const totals = new Map<string, InCurrency>()
  for (const { subscription, revenue, invoiced, cost } of earned) {
    const { currency } = subscription
    const none = { currency, revenue: NO_REVENUE, invoiced: ZERO, cost: ZERO }
    const total = totals.get(currency) ?? none
    totals.set(currency, {
      currency,
      revenue: addRevenue(total.revenue, revenue),
      invoiced: add(total.invoiced, invoiced),
      cost: total.cost.plus(cost),
    })
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

async function bySubscription(
  db: Db,
  organizationId: string,
  earned: readonly Earned[],
): Promise<SubscriptionRevenue[]> {
  const ids = (read: (one: Earned['subscription']) => string) => ({
    organizationId,
    ids: [...new Set(earned.map(({ subscription }) => read(subscription)))],
  })
  const [customers, agents] = await Promise.all([
    listNames(
      db,
      'customers',
      ids((one) => one.customerId),
    ),
    listNames(
      db,
      'agents',
      ids((one) => one.agentId),
    ),
  ])
  return earned
    .map(({ subscription, revenue, invoiced, cost, eventCount, uncostedEvents }) => {
      const { id, name, customerId, agentId, planId, planName, currency } = subscription
      return {
        subscriptionId: id,
        subscriptionName: name,
        customerId,
        customerName: customers.get(customerId) ?? customerId,
        agentId,
        agentName: agents.get(agentId) ?? agentId,
        planId,
        planName,
        eventCount,
        ...revenueBody({ currency, revenue, invoiced, cost }),
        uncostedEvents,
      }
    })
    .toReversed()
}

const CHARGE_TYPES = {
  usage: 'usage',
  pool: 'usage',
  recurring: 'recurring',
  seat_based: 'seat_based',
  onetime: 'onetime',
} as const

type StrategySums = Pick<Earning, 'kind' | 'name' | 'strategyId'> & {
  subscription: Earned['subscription']
  quantity: Decimal
  amount: Decimal
  /** Of its usage alone. */
  agentEarned: Decimal
}

function byStrategy(earned: readonly Earned[]): RevenueAnalytics['byStrategy'] {
  const rows = [...sumsByStrategy(earned)].map((sums) => {
    const { strategyId, name, kind, quantity, amount, agentEarned, subscription } = sums
    const { planId, planName, currency } = subscription
    return {
      strategyId,
      strategyName: name,
      planId,
      planName,
      currency,
      chargeType: CHARGE_TYPES[kind],
      quantity: figure(quantity),
      revenue: figure(amount),
      agentEarned: figure(agentEarned),
      fees: figure(amount.minus(agentEarned)),
    }
  })
  return rows.toSorted((a, b) => compare(orderOf(a), orderOf(b)))
}

/** The plan is that of the first subscription, the name the latest one. */
function sumsByStrategy(earned: readonly Earned[]): Iterable<StrategySums> {
  const all = new Map<string, StrategySums>()
  const none = { quantity: ZERO, amount: ZERO, agentEarned: ZERO }
  for (const { subscription, earnings } of earned) {
    for (const { kind, name, strategyId, quantity, amount } of earnings) {
      const sums = all.get(strategyId) ?? { subscription, strategyId, kind, name, ...none }
      sums.kind = kind
      sums.name = name
      sums.quantity = sums.quantity.plus(quantity)
      sums.amount = sums.amount.plus(amount)
      if (kind === 'usage') sums.agentEarned = sums.agentEarned.plus(amount)
      all.set(strategyId, sums)
    }
  }
  return all.values()
}

type Ordered = { planName: string; strategyName: string; strategyId: string }
const orderOf = (row: Ordered) => `${row.planName}\n${row.strategyName}\n${row.strategyId}`
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
