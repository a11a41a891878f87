import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { cutAtBuckets, cutAtDays, isEmpty, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { type Candidates, ownerAt } from '../../rating/attribution.ts'
import { closedMonthsIn } from '../../usage-figures/closed/closed-months.ts'
import { type IntervalSum, sumIntervals, type WantedInterval } from './interval-queries.ts'

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

/**
 * The usage of each pair between its cuts. Summed from closed months and from days; only where a cut is no midnight in
 * UTC quarters of an hour are read, and where it is none of these single events.
 */
export async function loadIntervals(
  tx: Tx,
  organizationId: string,
  pairs: readonly UsagePair[],
): Promise<Interval[][]> {
  const ranges = await mapInTurns(pairs, rangesOf)
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
  return intervals
}

function rangesOf({ cuts }: UsagePair): Range<number>[] {
  return cuts.slice(1).map((end, index) => ({ start: cuts[index] ?? end, end }))
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
