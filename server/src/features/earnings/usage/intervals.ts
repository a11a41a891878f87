import { firstIndex } from '../../../domain/binary-search.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { cutAtBuckets, cutAtDays, dayOf, isEmpty, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { type Candidates, ownerAt } from '../../rating/attribution.ts'
import { closedMonthsIn } from '../../usage-figures/closed/closed-months.ts'
import { pairKey } from '../facts/candidates.ts'
import { type IntervalSum, sumIntervals, type WantedInterval } from './interval-queries.ts'
import type { WorkDay } from './work-days.ts'

const DAY_MS = 24 * 60 * 60_000

/** A customer's usage of an agent, and when something begins or ends that decides whose it is. */
export type UsagePair = {
  customerId: string
  agentId: string
  candidates: Candidates
  /** Epoch milliseconds, ascending: no question begins or ends between two of them. */
  cuts: readonly number[]
}

/** How much was used of a signal between two cuts, all of it by one owner, and the work that it was. */
export type Interval = Range<number> & {
  signalId: string
  /** The subscription that it belongs to; undefined: none. */
  owner: string | undefined
  billable: Decimal
  eventCount: number
  cost: Decimal
  uncostedEvents: number
}

/** All usage of the customers of the pairs in a window of whole days, if it was read before. */
export type KnownDays = { window: Range<number>; days: readonly WorkDay[] }

/**
 * The usage of each pair between its cuts. Taken from the known days, and else summed from closed months and from days.
 * Only where a cut is no midnight in UTC quarters of an hour are read, and where it is none of these single events.
 */
export async function loadIntervals(
  tx: Tx,
  organizationId: string,
  pairs: readonly UsagePair[],
  known?: KnownDays,
): Promise<Interval[][]> {
  const ranges = await mapInTurns(pairs, (pair) => rangesOf(pair, known?.window))
  const places = ranges.flatMap((own, at) => own.map((range) => ({ at, range })))
  const wanted = await mapInTurns(places.entries(), ([key, { at, range }]) =>
    wantedOf(pairs[at], key, range),
  )
  const cutAtMonths = await closedMonthsIn(tx, organizationId, wanted)
  const cut = (one: WantedInterval) => ({ one, ...cutAtMonths(cutAtDays(one).days) })
  const whole = await mapInTurns(wanted, cut)
  const months = whole.flatMap(({ one, months: ranges }) => pieces(one, ranges))
  const days = whole.flatMap(({ one, days: ranges }) => pieces(one, ranges))
  const edgesOf = (one: WantedInterval) => pieces(one, [cutAtDays(one).head, cutAtDays(one).tail])
  const rest = (await mapInTurns(wanted, edgesOf)).flat()
  const buckets = rest.flatMap((one) => pieces(one, [cutAtBuckets(one).buckets]))
  const edges = rest.flatMap((one) => pieces(one, [cutAtBuckets(one).head, cutAtBuckets(one).tail]))
  const sums = await Promise.all([
    sumIntervals(tx, organizationId, { source: 'months', wanted: months }),
    sumIntervals(tx, organizationId, { source: 'days', wanted: days }),
    sumIntervals(tx, organizationId, { source: 'quarterHours', wanted: buckets }),
    sumIntervals(tx, organizationId, { source: 'events', wanted: edges }),
  ])
  const intervals: Interval[][] = pairs.map(() => [])
  const bySignal = await groupInTurns(sums.flat(), ({ key, signalId }) => `${key} ${signalId}`)
  await mapInTurns(bySignal.values(), (own) => {
    const place = places[own[0]?.key ?? -1]
    const pair = place && pairs[place.at]
    if (place && pair) intervals[place.at]?.push(intervalOf(pair, place.range, own))
  })
  const daysOf = await groupInTurns(known?.days ?? [], pairKey)
  await mapInTurns(pairs.entries(), ([at, pair]) => {
    for (const day of daysOf.get(pairKey(pair)) ?? []) {
      if (isBetweenCuts(pair.cuts, day.day)) intervals[at]?.push(intervalOfDay(pair, day))
    }
  })
  return intervals
}

/** The ranges between cuts without the days of a window. */
function rangesOf({ cuts }: UsagePair, known: Range<number> | undefined): Range<number>[] {
  const isKnown = ({ start, end }: Range<number>) =>
    known !== undefined &&
    start >= known.start &&
    end <= known.end &&
    start === dayOf(start) &&
    end - start === DAY_MS
  return cuts.slice(1).flatMap((end, index) => {
    const range = { start: cuts[index] ?? end, end }
    return isKnown(range) ? [] : [range]
  })
}

/** Whether a day begins at a cut and ends at the next one. */
function isBetweenCuts(cuts: readonly number[], day: number): boolean {
  const at = firstIndex(cuts.length, (index) => (cuts[index] ?? day) >= day)
  return cuts[at] === day && cuts[at + 1] === day + DAY_MS
}

function intervalOfDay({ candidates }: UsagePair, one: WorkDay): Interval {
  const { signalId, day, billable, eventCount, cost, uncostedEvents } = one
  const owner = ownerAt({ signalId, time: day }, candidates)
  return {
    start: day,
    end: day + DAY_MS,
    signalId,
    owner,
    billable,
    eventCount,
    cost,
    uncostedEvents,
  }
}

function wantedOf(pair: UsagePair | undefined, key: number, range: Range<number>): WantedInterval {
  const { customerId = '', agentId = '' } = pair ?? {}
  return { key, customerId, agentId, ...range }
}

function pieces(wanted: WantedInterval, ranges: readonly Range<number>[]): WantedInterval[] {
  return ranges.filter((range) => !isEmpty(range)).map((range) => ({ ...wanted, ...range }))
}

function intervalOf(
  { candidates }: UsagePair,
  range: Range<number>,
  sums: readonly IntervalSum[],
): Interval {
  const signalId = sums[0]?.signalId ?? ''
  return {
    ...range,
    signalId,
    owner: ownerAt({ signalId, time: range.start }, candidates),
    eventCount: sums.reduce((count, one) => count + Number(one.eventCount), 0),
    billable: sum(sums.map((one) => one.billable)),
    cost: sum(sums.map((one) => one.cost)),
    uncostedEvents: sums.reduce((count, one) => count + Number(one.uncostedEvents), 0),
  }
}

/** The billable units of a range whose ends are cuts. */
export function billableIn(intervals: readonly Interval[], { start, end }: Range<number>): Decimal {
  return intervals.reduce(
    (total, one) => (one.start >= start && one.end <= end ? total.plus(one.billable) : total),
    ZERO,
  )
}
