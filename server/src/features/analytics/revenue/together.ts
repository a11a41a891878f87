import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { type AlikeUsage, listAlike, listApart, sumAlikeUsage } from './alike-queries.ts'
import { type EarnerUsage, loadEarnerUsage, quantityOf, type UsageAsked } from './earner-usage.ts'
import type { Interval } from './intervals.ts'
import { loadEarners } from './load-facts.ts'
import type { EarningFilter, EarningSubscription } from './subscription-queries.ts'

/** Where most are told apart, naming so many customers takes longer than reading all. */
const NAMED_MAX = 5_000

/**
 * The subscriptions that may earn in a window, in order, for sums of all of them. Very many have the same
 * terms, and each unit of theirs costs the same whoever used it: the database counts them and adds up
 * what they used. They are one earner, and the usage of all of a plan is with the first one of it.
 * So many that come last are told apart in any case.
 */
export async function loadTogether(
  tx: Tx,
  filter: EarningFilter,
  { last = 0, ...asked }: UsageAsked & { last?: number },
): Promise<EarnerUsage[]> {
  const { window, cuts = [] } = asked
  const oneByOne = (some: EarningFilter) => loadEarnerUsage(tx, some, asked)
  if (filter.customerId !== undefined || filter.customerIds) return oneByOne(filter)
  const apart = await listApart(tx, filter, { window, last })
  const alike = await listAlike(tx, filter, { window, without: apart })
  const count = alike.reduce((sum, one) => sum + one.count, 0)
  if (apart.length > NAMED_MAX && count < apart.length) return oneByOne(filter)
  const customerIds = [...new Set(alike.map(({ customerId }) => customerId))]
  const { earners } = await loadEarners(tx, { ...filter, customerIds }, window)
  const ends = [...new Set([window.start, ...cuts, window.end])].sort((a, b) => a - b)
  const usage = usageOf(await sumAlikeUsage(tx, filter, { cuts: ends, without: apart }), ends)
  const counts = new Map(alike.map(({ id, count: all }) => [id, all]))
  const counted = earners.flatMap((earner): EarnerUsage[] => {
    const all = counts.get(earner.subscription.id)
    if (all === undefined) return []
    const key = planKey(earner.subscription)
    const intervals = usage.get(key) ?? []
    usage.delete(key)
    return [{ ...earner, intervals, quantityIn: quantityOf(intervals), count: all }]
  })
  const single = await oneByOne({ ...filter, customerIds: apart })
  return [...counted, ...single].sort((a, b) => inOrder(a.subscription, b.subscription, window))
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
function inOrder(a: EarningSubscription, b: EarningSubscription, window: Range<number>): number {
  const isCovering = ({ startsAt, endsAt }: EarningSubscription) =>
    startsAt.getTime() < window.end && (endsAt === null || endsAt.getTime() > window.start)
  const [first, second] = [isCovering(a), isCovering(b)]
  if (first !== second) return first ? -1 : 1
  return a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1)
}
