import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { Earned } from '../../earnings/earned.ts'
import { figure } from '../../usage-figures/figures.ts'
import { sumWork } from '../../usage-figures/sums.ts'
import { dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency, listNames } from '../names-queries.ts'
import { restByCurrency, restOf } from '../rest.ts'
import { loadEarnedTogether } from '../revenue/earned-together.ts'
import { addByCurrency, marginOf, onlyAmount, type Priced } from '../revenue/totals.ts'
import { TOP_MAX } from '../usage/schemas.ts'
import type { AgentEarnedAnalytics, AgentEarnedQuery } from './schemas.ts'

type Asked = {
  organizationId: string
  query: AgentEarnedQuery
  /** Maximum number of agents listed. */
  listed?: number
}

/** Returns what the agents' work earned by itself, without any fees. */
export async function agentEarnedAnalytics(
  db: Db,
  { organizationId, query, listed = TOP_MAX }: Asked,
  now: Date,
): Promise<AgentEarnedAnalytics> {
  const window = parseWindow(query, now)
  const { customerId, agentId } = query
  const filter = { organizationId, customerId, agentId }
  const usage = { ...filter, signalId: undefined, dates: dateRangeOf(window) }
  const [earned, { all, byAgent: used }, currency] = await Promise.all([
    loadEarnedTogether(db, filter, { window, only: 'work' }),
    sumWork(db, usage),
    findCurrency(db, organizationId),
  ])
  const agents = used.slice(0, listed)
  const ids = agents.map(({ id }) => id)
  const names = await listNames(db, 'agents', { organizationId, ids })
  const byAgent = Map.groupBy(earned, ({ subscription }) => subscription.agentId)
  const total = {
    ...earnedBody(earned, { currency, cost: all.cost }),
    totalEvents: Number(all.eventCount),
    uncostedEvents: Number(all.uncostedEvents),
  }
  const rows = agents.map(({ id, eventCount, cost, uncostedEvents }) => ({
    agentId: id,
    agentName: names.get(id) ?? id,
    eventCount: Number(eventCount),
    ...earnedBody(byAgent.get(id) ?? [], { currency, cost }),
    uncostedEvents: Number(uncostedEvents),
  }))
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
}

/**
 * Includes amounts of agents without an event in the window: rounding of a line falls on its last
 * day, even if that day has no usage.
 */
function restOfAgents(
  total: Omit<AgentEarnedAnalytics, 'byAgent' | 'rest' | 'dateRange' | 'filters'>,
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

function earnedBody(earned: readonly Earned[], work: { currency: string; cost: Decimal }) {
  const priced = addByCurrency(earned.map(pricedOf)).filter(isThere)
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

function pricedOf({ subscription, revenue, cost }: Earned): Priced {
  return { currency: subscription.currency, amount: revenue.agentEarned, cost }
}

/** Omits currencies in which nothing was earned and nothing was spent. */
const isThere = ({ amount, cost }: Priced) => !amount.eq(ZERO) || !cost.eq(ZERO)
