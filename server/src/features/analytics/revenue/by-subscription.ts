import { ZERO } from '../../../domain/money.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapPages } from '../../../platform/http/csv/pages.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { readEarnings, scopeOfPages } from '../../earnings/read/as-of.ts'
import { keptByPlace } from '../../earnings/read/kept-rows.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { NO_REVENUE } from '../../earnings/revenue.ts'
import { parseWindow } from '../../usage-figures/window.ts'
import { ALL } from '../fields.ts'
import type { RevenueQuery, SubscriptionRevenue } from './schemas.ts'
import {
  type ListedSubscription,
  listSubscriptions,
  SUMMED,
  type SubscriptionSums,
  sumBySubscription,
} from './subscription-queries.ts'
import { revenueBody } from './totals.ts'

/** A window, and the exclusive end of its kept days. */
export type Times = { window: Range<number>; horizon: number }

/** Returns the rows of some subscriptions, in their order. */
export async function subscriptionRows(
  tx: Tx,
  filter: EarningFilter,
  { listed, times }: { listed: readonly ListedSubscription[]; times: Times },
): Promise<SubscriptionRevenue[]> {
  if (listed.length === 0) return []
  const customerIds = [...new Set(listed.map(({ customerId }) => customerId))]
  const kept = await keptByPlace(tx, { ...filter, customerIds }, { ...times, figures: SUMMED })
  const sums = await sumBySubscription(tx, kept, listed)
  const sumsOf = new Map(sums.map((one) => [keyOf(one.subscriptionId, one.currency), one]))
  return mapInTurns(listed, (one) => rowOf(one, sumsOf.get(keyOf(one.id, one.currency))))
}

const keyOf = (id: string, currency: string) => `${id} ${currency}`

const NOTHING = {
  ...NO_REVENUE,
  invoiced: ZERO,
  cost: ZERO,
  eventCount: 0,
  uncostedEvents: 0,
}

function rowOf(
  subscription: ListedSubscription,
  sums: Omit<SubscriptionSums, 'subscriptionId' | 'currency'> = NOTHING,
): SubscriptionRevenue {
  const { id, name, customerId, customerName, customerExternalId } = subscription
  const { agentId, agentName, planId, planName, currency } = subscription
  const { eventCount, uncostedEvents, invoiced, cost } = sums
  return {
    subscriptionId: id,
    subscriptionName: name,
    customerId,
    customerName,
    customerExternalId,
    agentId,
    agentName,
    planId,
    planName,
    eventCount,
    ...revenueBody({ currency, revenue: sums, invoiced, cost }),
    uncostedEvents,
  }
}

type PagesAsked = { organizationId: string; query: RevenueQuery; page?: number }

/**
 * Yields the revenue of all subscriptions, customer by customer in the order of their ids, the latest subscription of
 * each first. Each page has its own snapshot.
 */
export function subscriptionPages(
  deps: EarningsDeps,
  { organizationId, query, page }: PagesAsked,
  now: Date,
): AsyncGenerator<readonly SubscriptionRevenue[]> {
  const window = parseWindow(query, now)
  const { agentId } = query
  const scopeOfPage = scopeOfPages({ organizationId, until: window.end })
  return mapPages(customerPages(deps.db, organizationId, page), async (customerIds) => {
    const filter = { organizationId, customerId: undefined, customerIds, agentId }
    const { rows } = await readEarnings(deps, scopeOfPage(), async (tx, { horizon }) => {
      const listed = await listSubscriptions(tx, filter, { window, limit: ALL })
      const times = { window, horizon }
      return { rows: await subscriptionRows(tx, filter, { listed: inOrder(listed), times }) }
    })
    return rows
  })
}

const inOrder = (listed: readonly ListedSubscription[]) =>
  listed.toSorted((a, b) => {
    if (a.customerId === b.customerId) return 0
    return a.customerId < b.customerId ? -1 : 1
  })
