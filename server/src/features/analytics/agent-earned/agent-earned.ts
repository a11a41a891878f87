import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { figure } from '../../usage-figures/figures.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency, listNames } from '../names-queries.ts'
import { restByCurrency, restOf } from '../rest.ts'
import { addByCurrency, marginOf, onlyAmount, type Priced } from '../revenue/totals.ts'
import { TOP_MAX } from '../usage/schemas.ts'
import { type AgentSums, sumByAgent } from './queries.ts'
import type { AgentEarnedAnalytics, AgentEarnedQuery } from './schemas.ts'

type Asked = {
  organizationId: string
  query: AgentEarnedQuery
  /** Maximum number of agents listed. */
  listed?: number
}

/** Returns what the agents' work earned by itself, without any fees. */
export async function agentEarnedAnalytics(
  deps: EarningsDeps,
  { organizationId, query, listed = TOP_MAX }: Asked,
  now: Date,
): Promise<AgentEarnedAnalytics> {
  const window = parseWindow(query, now)
  const { customerId, agentId } = query
  const filter = { organizationId, customerId, agentId }
  return readEarnings(deps, { ...filter, until: window.end }, async (tx, { horizon }) => {
    const sums = await sumByAgent(tx, filter, { window, horizon })
    const currency = await findCurrency(tx, organizationId)
    const byAgent = [...Map.groupBy(sums, (one) => one.agentId)].map(([id, own]) => ({ id, own }))
    const worked = byAgent.filter(({ own }) => workOf(own).eventCount > 0).toSorted(mostEventsFirst)
    const agents = worked.slice(0, listed)
    const ids = agents.map(({ id }) => id)
    const names = await listNames(tx, 'agents', { organizationId, ids })
    const all = workOf(sums)
    const total = {
      ...earnedBody(sums, { currency, cost: all.cost }),
      totalEvents: all.eventCount,
      uncostedEvents: all.uncostedEvents,
    }
    const rows = agents.map(({ id, own }) => {
      const { cost, eventCount, uncostedEvents } = workOf(own)
      const earned = earnedBody(own, { currency, cost })
      return { agentId: id, agentName: names.get(id) ?? id, eventCount, ...earned, uncostedEvents }
    })
    return {
      ...total,
      byAgent: rows,
      rest: {
        byAgent: restOfAgents(total, rows),
        byCurrency: restOf(['cost'], total, total.byCurrency),
      },
      dateRange: dateRangeOf(window),
      filters: filtersIn(query),
    }
  })
}

/** Work of all currencies. */
function workOf(sums: readonly AgentSums[]) {
  return {
    cost: sum(sums.map(({ cost }) => cost)),
    eventCount: sums.reduce((count, one) => count + one.eventCount, 0),
    uncostedEvents: sums.reduce((count, one) => count + one.uncostedEvents, 0),
  }
}

type OfAgent = { id: string; own: readonly AgentSums[] }

function mostEventsFirst(a: OfAgent, b: OfAgent): number {
  return workOf(b.own).eventCount - workOf(a.own).eventCount || (a.id < b.id ? -1 : 1)
}

/**
 * Includes amounts of agents without an event in the window: rounding of a line falls on its last
 * day, even if that day has no usage.
 */
function restOfAgents(
  total: Omit<AgentEarnedAnalytics, 'byAgent' | 'rest' | 'dateRange' | 'filters' | 'asOf'>,
  rows: AgentEarnedAnalytics['byAgent'],
): AgentEarnedAnalytics['rest']['byAgent'] {
  const { currency, agentEarned, cost, totalEvents, uncostedEvents } = total
  const inEach = rows.flatMap((row) => row.byCurrency)
  const byCurrency = restByCurrency(['agentEarned', 'cost'], total.byCurrency, inEach)
  const ofTotal = byCurrency.find((one) => one.currency === currency)
  return {
    ...restOf(
      ['eventCount', 'cost', 'uncostedEvents'],
      {
        eventCount: totalEvents,
        cost,
        uncostedEvents,
      },
      rows,
    ),
    currency,
    agentEarned: agentEarned === null ? null : (ofTotal?.agentEarned ?? 0),
    byCurrency,
  }
}

function earnedBody(earned: readonly AgentSums[], work: { currency: string; cost: Decimal }) {
  const inCurrency = earned.filter(({ currency }) => currency !== '')
  const priced = addByCurrency(inCurrency).filter(isThere)
  const { amount, ...rest } = onlyAmount(priced, work)
  return {
    ...rest,
    agentEarned: amount,
    cost: figure(work.cost),
    byCurrency: priced.map(({ currency, amount: agentEarned, cost }) => ({
      currency,
      agentEarned: figure(agentEarned),
      cost: figure(cost),
      ...marginOf(agentEarned, currency, cost),
    })),
  }
}

/** Omits currencies in which nothing was earned and nothing was spent. */
const isThere = ({ amount, cost }: Priced) => !amount.eq(ZERO) || !cost.eq(ZERO)
