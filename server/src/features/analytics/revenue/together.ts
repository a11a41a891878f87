import { usageOfOne } from '../../../domain/prices/earnings.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { expectMemory } from '../expect-memory.ts'
import { mapInTurns } from '../in-turns.ts'
import {
  type Alike,
  type AlikeUsage,
  listAlike,
  listApart,
  sumAlikeUsage,
} from './alike-queries.ts'
import { type Pair, pairKey } from './candidates.ts'
import { type EarnerUsage, loadEarnerUsage, quantityOf, type UsageAsked } from './earner-usage.ts'
import { areQuarters, cutsOf, type GroupedEarner, withGroupedUsage } from './grouped-usage.ts'
import type { Interval } from './intervals.ts'
import { type Earner, loadEarners } from './load-facts.ts'
import type { EarningFilter, EarningSubscription } from './subscription-queries.ts'

/** Where most are told apart, naming so many customers takes longer than reading all. */
const NAMED_MAX = 5_000

type TogetherAsked = UsageAsked & {
  last?: number
  /** Whether those of whom the same is invoiced are alike; their lines may differ in what was used. */
  byContent?: boolean
}

/**
 * The subscriptions that may earn in a window, in order, for sums of all of them. Very many have the same
 * terms, and each unit of theirs costs the same whoever used it: the database counts them and adds up
 * what they used. They are one earner, and the usage of all of a plan is with the first one of it.
 * So many that come last are told apart in any case.
 */
export async function loadTogether(
  tx: Tx,
  filter: EarningFilter,
  { last = 0, byContent = false, ...asked }: TogetherAsked,
): Promise<EarnerUsage[]> {
  const { window, cuts = [] } = asked
  const oneByOne = (some: EarningFilter) => loadEarnerUsage(tx, some, asked)
  if (filter.customerId !== undefined || filter.customerIds) return oneByOne(filter)
  await expectMemory(tx)
  const apart = await listApart(tx, filter, { window, last, byContent })
  const alike = await listAlike(tx, filter, { window, without: apart, byContent })
  const count = alike.reduce((sum, one) => sum + one.count, 0)
  if (apart.length > NAMED_MAX && count < apart.length) return oneByOne(filter)
  const customerIds = [...new Set(alike.map(({ customerId }) => customerId))]
  const { earners } = await loadEarners(tx, { ...filter, customerIds }, window)
  const ends = [...new Set([window.start, ...cuts, window.end])].sort((a, b) => a - b)
  const told = await tellByContent({ earners, alike, asked: asked.asked, times: ends })
  const without = { customers: apart, pairs: told.elsewhere }
  const usage =
    told.plain.length === 0
      ? new Map<string, readonly Interval[]>()
      : usageOf(await sumAlikeUsage(tx, filter, { cuts: ends, without }), ends)
  const counted = told.plain.map(({ count: all, ...earner }): EarnerUsage => {
    const key = planKey(earner.subscription)
    const intervals = usage.get(key) ?? []
    usage.delete(key)
    return { ...earner, intervals, ...usageOfOne(quantityOf(intervals)), count: all }
  })
  const { organizationId } = filter
  const grouped = await withGroupedUsage(tx, organizationId, told.grouped)
  const odd = told.odd.map(({ customerId }) => customerId)
  const found = await oneByOne({ ...filter, customerIds: [...apart, ...odd] })
  const [wholly, partly] = [new Set(apart), new Set(told.odd.map(pairKey))]
  const single = found.filter(({ subscription }) => {
    return wholly.has(subscription.customerId) || partly.has(pairKey(subscription))
  })
  const inOrder = [...counted, ...grouped, ...single]
  return inOrder.sort((a, b) => compare(a.subscription, b.subscription, window))
}

type Told = {
  /** Of whom nothing is invoiced and no tiers count, whose usage is added up by plan. */
  plain: (Earner & { count: number })[]
  grouped: GroupedEarner[]
  /** Whose usage is asked of times that are no quarters of an hour. */
  odd: Pair[]
  /** Whose usage is not added up by plan. */
  elsewhere: Pair[]
}

async function tellByContent({
  earners,
  alike,
  asked,
  times,
}: {
  earners: readonly Earner[]
  alike: readonly Alike[]
  asked: UsageAsked['asked']
  times: readonly number[]
}): Promise<Told> {
  const told: Told = { plain: [], grouped: [], odd: [], elsewhere: [] }
  const known = new Map(alike.map((one) => [one.id, one]))
  await mapInTurns(earners, (earner) => {
    const one = known.get(earner.subscription.id)
    if (!one) return
    const { count, customerIds, agentId } = one
    if (customerIds === null) {
      told.plain.push({ ...earner, count })
      return
    }
    const pairs = customerIds.split(',').map((customerId) => ({ customerId, agentId }))
    for (const pair of pairs) told.elsewhere.push(pair)
    const cuts = cutsOf(earner.facts, asked, times)
    if (areQuarters(cuts)) told.grouped.push({ ...earner, count, customerIds, cuts })
    else for (const pair of pairs) told.odd.push(pair)
  })
  return told
}

const planKey = ({ planId, agentId }: { planId: string; agentId: string }) => `${planId} ${agentId}`

function usageOf(
  rows: readonly AlikeUsage[],
  ends: readonly number[],
): Map<string, readonly Interval[]> {
  const byPlan = Map.groupBy(rows, planKey)
  return new Map([...byPlan].map(([key, all]) => [key, all.map((row) => intervalOf(row, ends))]))
}

function intervalOf(row: AlikeUsage, ends: readonly number[]): Interval {
  const { signalId, part, billable, cost } = row
  return {
    start: ends[part - 1] ?? 0,
    end: ends[part] ?? 0,
    signalId,
    owner: undefined,
    eventCount: Number(row.eventCount),
    billable,
    cost,
    uncostedEvents: Number(row.uncostedEvents),
  }
}

/** Those that only an invoice names come last, as where each is read by itself. */
function compare(a: EarningSubscription, b: EarningSubscription, window: Range<number>): number {
  const isCovering = ({ startsAt, endsAt }: EarningSubscription) =>
    startsAt.getTime() < window.end && (endsAt === null || endsAt.getTime() > window.start)
  const [first, second] = [isCovering(a), isCovering(b)]
  if (first !== second) return first ? -1 : 1
  return a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1)
}
