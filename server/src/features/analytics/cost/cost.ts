import { type Decimal, ZERO } from '../../../domain/money.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { withExternalIds } from '../../customers/external-ids.ts'
import { addWork, NO_WORK, type Used } from '../../earnings/earned.ts'
import { costOfRejected, modelKey } from '../../events/stored-rejections/rejected-costs.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { figure, percentOf } from '../../usage-figures/figures.ts'
import type { SumsOf, UsageSums } from '../../usage-figures/sums.ts'
import * as queries from '../../usage-figures/sums.ts'
import { dateRangeOf, daysOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { listNames } from '../names-queries.ts'
import { restOf } from '../rest.ts'
import { TOP_DEFAULT, TOP_MAX } from '../usage/schemas.ts'
import { countWithoutTokens } from '../without-tokens-queries.ts'
import { costByModel, customerPaidTotal } from './by-model.ts'
import { workByPlan } from './by-plan.ts'
import type { CostAnalytics, CostQuery, CustomerCost } from './schemas.ts'

type Asked = { organizationId: string; query: CostQuery }

/** Returns the cost of the work in a window, by each dimension. */
export async function costAnalytics(
  db: Db,
  { organizationId, query }: Asked,
  now: Date,
): Promise<CostAnalytics> {
  const { customerId, agentId, signalId, top = TOP_DEFAULT } = query
  const window = parseWindow(query, now)
  const filter = { organizationId, customerId, agentId, signalId, dates: dateRangeOf(window) }
  const days = daysOf(window)
  // One snapshot for all: the remainder is the total minus the rows.
  const [
    work,
    { total, ...named },
    customers,
    daily,
    models,
    withoutTokens,
    customerPaid,
    rejected,
  ] = await atOneMoment(db, (tx) =>
    Promise.all([
      workByPlan(tx, filter, window),
      byWorkOf(tx, filter),
      byCustomerOf(tx, filter, top),
      queries.sumByBucket(tx, filter, 'daily'),
      costByModel(tx, filter),
      countWithoutTokens(tx, filter),
      customerPaidTotal(tx, filter),
      costOfRejected(tx, filter),
    ]),
  )
  const ofRejected = { costOfRejected: figure(rejected.total) }
  const tables = {
    byAgent: named.byAgent.map(({ id, name, sums }) => {
      return { agentId: id, agentName: name, ...sums, ...rejectedOf(rejected.byAgent, id) }
    }),
    byCustomer: await customerCosts(db, organizationId, customers),
    bySignal: named.bySignal.map(({ id, name, sums }) => {
      return { signalId: id, signalName: name, ...sums, ...rejectedOf(rejected.bySignal, id) }
    }),
    byDay: dailyCosts(days, { rows: daily, total }),
    byPlan: await byPlan(db, organizationId, { total, work }),
    byModel: models.map((one) => {
      const key = modelKey(one.modelProvider, one.model)
      return { ...one, ...rejectedOf(rejected.byModel, key) }
    }),
  }
  return {
    totalCost: figure(total.cost),
    ...ofRejected,
    totalEvents: Number(total.eventCount),
    uncostedEvents: Number(total.uncostedEvents),
    eventsWithoutTokens: withoutTokens,
    ...customerPaid,
    ...tables,
    rest: restsOf({ ...costSums(total), ...customerPaid, ...ofRejected }, tables),
    dateRange: dateRangeOf(window),
    filters: filtersIn(query),
  }
}

/** Returns what the rejected units of one agent, signal or model cost. */
export function rejectedOf(costs: ReadonlyMap<string, Decimal>, key: string) {
  return { costOfRejected: figure(costs.get(key) ?? ZERO) }
}

function restsOf(
  total: CostSums & Pick<CostAnalytics, 'customerCost' | 'costOfRejected'>,
  { byAgent, byCustomer, bySignal, byDay, byPlan: byPlans, byModel }: Tables,
): CostAnalytics['rest'] {
  const sums = ['totalCost', 'eventCount', 'uncostedEvents'] as const
  const rest = (rows: readonly CostSums[]) => restOf(sums, total, rows)
  const restOfWork = (rows: readonly (CostSums & { costOfRejected: number })[]) => {
    return restOf([...sums, 'costOfRejected'], total, rows)
  }
  return {
    byAgent: restOfWork(byAgent),
    byCustomer: rest(byCustomer),
    bySignal: restOfWork(bySignal),
    byDay: rest(byDay),
    byPlan: rest(byPlans),
    // An event counts once for each model that it used.
    byModel: restOf(['totalCost', 'customerCost', 'costOfRejected'], total, byModel),
  }
}

type Tables = Pick<
  CostAnalytics,
  'byAgent' | 'byCustomer' | 'bySignal' | 'byDay' | 'byPlan' | 'byModel'
>
type CostSums = { totalCost: number; eventCount: number; uncostedEvents: number }

const NO_COST: CostSums = { totalCost: 0, eventCount: 0, uncostedEvents: 0 }

export function costSums({ cost, eventCount, uncostedEvents }: UsageSums): CostSums {
  return {
    totalCost: figure(cost),
    eventCount: Number(eventCount),
    uncostedEvents: Number(uncostedEvents),
  }
}

type NamedSums = { id: string; name: string; sums: CostSums }

/** Builds the rows of customers. */
export function customerCosts(
  db: Db,
  organizationId: string,
  customers: readonly NamedSums[],
): Promise<CustomerCost[]> {
  const rows = customers.map(({ id, name, sums }) => {
    return { customerId: id, customerName: name, ...sums }
  })
  return withExternalIds(db, organizationId, rows)
}

async function byWorkOf(db: Db, filter: UsageFilter) {
  const { all, ...by } = await queries.sumWork(db, filter)
  const { organizationId } = filter
  const [byAgent, bySignal] = await Promise.all([
    named(db, 'agents', { organizationId, sums: by.byAgent.slice(0, TOP_MAX) }),
    named(db, 'signals', { organizationId, sums: by.bySignal.slice(0, TOP_MAX) }),
  ])
  return { total: all, byAgent, bySignal }
}

async function byCustomerOf(db: Db, filter: UsageFilter, limit: number): Promise<NamedSums[]> {
  const sums = await queries.sumByDimension(db, filter, { dimension: 'customer', limit })
  return named(db, 'customers', { organizationId: filter.organizationId, sums })
}

async function named(
  db: Db,
  table: 'customers' | 'agents' | 'signals',
  { organizationId, sums }: { organizationId: string; sums: readonly SumsOf[] },
): Promise<NamedSums[]> {
  const names = await listNames(db, table, { organizationId, ids: sums.map(({ id }) => id) })
  return sums.map((row) => ({ id: row.id, name: names.get(row.id) ?? row.id, sums: costSums(row) }))
}

function dailyCosts(
  days: readonly string[],
  { rows, total }: { rows: readonly (UsageSums & { date: string })[]; total: UsageSums },
): CostAnalytics['byDay'] {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return days.map((date) => {
    const row = byDate.get(date)
    return {
      date,
      ...(row ? costSums(row) : NO_COST),
      costPercent: percentOf(row?.cost ?? ZERO, total.cost),
    }
  })
}

/** Returns the usage that belongs to subscriptions by plan, and the remainder. */
async function byPlan(
  db: Db,
  organizationId: string,
  { total, work }: { total: UsageSums; work: ReadonlyMap<string, Used> },
): Promise<CostAnalytics['byPlan']> {
  const names = await listNames(db, 'pricingPlans', { organizationId, ids: [...work.keys()] })
  const rows = [...work].map(([planId, used]) => {
    return { planId, planName: names.get(planId) ?? planId, ...written(used) }
  })
  const sorted = rows.toSorted(
    (a, b) => b.totalCost - a.totalCost || (a.planId < b.planId ? -1 : 1),
  )
  const owned = [...work.values()].reduce(addWork, NO_WORK)
  const rest = {
    cost: total.cost.minus(owned.cost),
    eventCount: Number(total.eventCount) - owned.eventCount,
    uncostedEvents: Number(total.uncostedEvents) - owned.uncostedEvents,
  }
  if (rest.eventCount === 0) return sorted
  return [...sorted, { planId: null, planName: null, ...written(rest) }]
}

function written({ cost, eventCount, uncostedEvents }: Used): CostSums {
  return { totalCost: figure(cost), eventCount, uncostedEvents }
}
