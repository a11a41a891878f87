import { cut } from '../../../platform/batching/cut.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { expectMemory } from '../expect-memory.ts'
import { groupInTurns } from '../in-turns.ts'
import { type Pair, pairKey } from '../revenue/candidates.ts'
import { addWork, NO_WORK, type Used, usedIn } from '../revenue/earned.ts'
import { lookingUp } from '../revenue/interval-queries.ts'
import { loadIntervals } from '../revenue/intervals.ts'
import { loadOwners } from '../revenue/load-owners.ts'
import type { Window } from '../window.ts'
import { listContested, sumUncontested } from './plan-queries.ts'

/**
 * Bounds the contested customers per batch: in a window of a year, most customers may have a
 * subscription that began in it.
 */
const CUSTOMERS_AT_ONCE = 1_000

/**
 * Sums the usage that belongs to subscriptions by plan, on one snapshot. Usage of a customer and
 * agent that belongs to one subscription is summed in SQL. Each row is attributed separately only
 * if several subscriptions share it, or one begins or ends in the window.
 */
export function workByPlan(
  db: Db,
  filter: UsageFilter,
  window: Window,
): Promise<Map<string, Used>> {
  return atOneMoment(db, async (tx) => {
    await expectMemory(tx)
    const contested = await listContested(tx, filter, window)
    const plans = new Map<string, Used>()
    const add = (planId: string, work: Used) =>
      plans.set(planId, addWork(plans.get(planId) ?? NO_WORK, work))
    for (const row of await sumUncontested(tx, filter, { span: window, contested })) {
      const [eventCount, uncostedEvents] = [Number(row.eventCount), Number(row.uncostedEvents)]
      add(row.planId, { cost: row.cost, eventCount, uncostedEvents })
    }
    const pairsOf = await groupInTurns(contested, ({ customerId }) => customerId)
    for (const some of cut([...pairsOf.keys()], CUSTOMERS_AT_ONCE)) {
      const pairs = some.flatMap((id) => pairsOf.get(id) ?? [])
      for (const [planId, work] of await contestedWork(tx, filter, { window, contested: pairs })) {
        add(planId, work)
      }
    }
    return plans
  })
}

async function contestedWork(
  tx: Tx,
  filter: UsageFilter,
  { window, contested }: { window: Window; contested: readonly Pair[] },
): Promise<[string, Used][]> {
  const { organizationId, agentId, signalId } = filter
  const customerIds = [...new Set(contested.map(({ customerId }) => customerId))]
  const scope = { organizationId, customerId: undefined, customerIds, agentId }
  const { subscriptions, candidatesOf } = await loadOwners(tx, scope, window)
  const planOf = new Map(subscriptions.map(({ id, planId }) => [id, planId]))
  const pairs = contested.map((pair) => {
    const candidates = candidatesOf(pair)
    const changes = [...candidates.running, ...candidates.billed]
      .flatMap(({ start, end }) => [start, end])
      .filter((time) => time > window.start && time < window.end)
    const cuts = [...new Set([window.start, window.end, ...changes])].sort((a, b) => a - b)
    return { ...pair, candidates, cuts }
  })
  const intervals = await lookingUp(tx, () => loadIntervals(tx, organizationId, pairs))
  const agentOf = new Map(subscriptions.map((one) => [one.id, pairKey(one)]))
  return intervals.flatMap((ofPair, at) =>
    ofPair.flatMap((one): [string, Used][] => {
      const { owner = '' } = one
      const planId = planOf.get(owner)
      const pair = pairs[at]
      if (planId === undefined || !pair || agentOf.get(owner) !== pairKey(pair)) return []
      return signalId === undefined || one.signalId === signalId ? [[planId, usedIn([one])]] : []
    }),
  )
}
