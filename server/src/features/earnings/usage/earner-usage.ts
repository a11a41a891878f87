import { firstIndex } from '../../../domain/binary-search.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import type { QuantityIn } from '../../../domain/prices/earnings.ts'
import type { Range } from '../../../domain/time/range.ts'
import { lookingUp } from '../../../platform/database/looking-up.ts'
import type { Tx } from '../../../platform/database.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { pairKey } from '../facts/candidates.ts'
import type { EarningFilter } from '../facts/earning-filter.ts'
import { type Earner, type Earners, loadEarners } from '../facts/load-facts.ts'
import { type Interval, type KnownDays, loadIntervals, type UsagePair } from './intervals.ts'

/** A subscription with its usage in the requested ranges. */
export type EarnerUsage = Earner & { quantityIn: QuantityIn; intervals: readonly Interval[] }

/** Returns the ranges of usage that a subscription needs. */
export type Asked = (facts: EarningFacts) => readonly (Range & { signalId: string })[]

export type UsageAsked = {
  window: Range<number>
  asked: Asked
  /** Further times at which usage is split: midnights in UTC. */
  cuts?: readonly number[]
  known?: KnownDays
}

/** Loads the subscriptions that may earn in a window, with the requested usage. */
export async function loadEarnerUsage(
  tx: Tx,
  filter: EarningFilter,
  { window, asked, cuts = [], known }: UsageAsked,
): Promise<EarnerUsage[]> {
  const loaded = await loadEarners(tx, filter, window)
  const pairs = await pairsOf(loaded, asked, [window.start, window.end, ...cuts])
  const intervals = await lookingUp(tx, () =>
    loadIntervals(tx, filter.organizationId, [...pairs.values()], known),
  )
  const byPair = new Map([...pairs.keys()].map((key, at) => [key, intervals[at] ?? []]))
  return mapInTurns(loaded.earners, (earner) => {
    const { subscription } = earner
    const ofPair = byPair.get(pairKey(subscription)) ?? []
    const own = ofPair.filter(({ owner }) => owner === subscription.id)
    return { ...earner, intervals: own, quantityIn: quantityOf(own) }
  })
}

async function pairsOf(
  { earners, candidatesOf }: Earners,
  asked: Asked,
  times: readonly number[],
): Promise<Map<string, UsagePair>> {
  const byPair = await groupInTurns(earners, ({ subscription }) => pairKey(subscription))
  const cutsOnce = memoizeByObject((facts: EarningFacts) => {
    const ends = asked(facts).flatMap(({ start, end }) => [start, end])
    return inOrder([...times, ...ends.map((end) => end.epochMilliseconds)])
  })
  const pairs = await mapInTurns(byPair, ([key, all]): [string, UsagePair] => {
    const { customerId = '', agentId = '' } = all[0]?.subscription ?? {}
    const candidates = candidatesOf({ customerId, agentId })
    const [first, ...more] = all.map(({ facts }) => cutsOnce(facts))
    const cuts = more.length > 0 ? inOrder([...(first ?? []), ...more.flat()]) : (first ?? [])
    return [key, { customerId, agentId, candidates, cuts: withChanges(cuts, candidates) }]
  })
  return new Map(pairs)
}

const inOrder = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b)

/** Adds the times at which the owner of usage may change. */
function withChanges(
  cuts: readonly number[],
  { running, billed }: UsagePair['candidates'],
): readonly number[] {
  const [first, last] = [cuts[0] ?? 0, cuts.at(-1) ?? 0]
  const changes = [...running, ...billed]
    .flatMap(({ start, end }) => [start, end])
    .filter((time) => time > first && time < last)
  return changes.length === 0 ? cuts : inOrder([...cuts, ...changes])
}

/** Returns the usage of any range between cuts, as the difference of two running sums. */
function quantityOf(own: readonly Interval[]): QuantityIn {
  if (own.length === 0) return () => ZERO
  const bySignal = Map.groupBy(own, ({ signalId }) => signalId)
  const untilOf = new Map([...bySignal].map(([id, intervals]) => [id, sumsUntil(intervals)]))
  return (signalId, { start, end }) => {
    const until = untilOf.get(signalId)
    if (!until) return ZERO
    const [last, first] = [until(end.epochMilliseconds), until(start.epochMilliseconds)]
    return last === first ? ZERO : last.minus(first)
  }
}

/** Returns the usage until a time that lies in no interval. The intervals do not overlap. */
function sumsUntil(intervals: readonly Interval[]): (time: number) => Decimal {
  const sorted = intervals.toSorted((a, b) => a.end - b.end)
  let total = ZERO
  const sums = sorted.map(({ end, billable }) => {
    total = total.plus(billable)
    return { end, total }
  })
  return (time) => {
    const next = firstIndex(sums.length, (at) => (sums[at]?.end ?? time) > time)
    return sums[next - 1]?.total ?? ZERO
  }
}
