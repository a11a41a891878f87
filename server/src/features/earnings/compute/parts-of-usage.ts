import { firstIndex } from '../../../domain/binary-search.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { edgesIn } from '../../../domain/prices/earnings.ts'
import type { Range } from '../../../domain/time/range.ts'
import { instants } from '../../usage-figures/window.ts'
import type { EarnerUsage } from '../usage/earner-usage.ts'

/** A time and its parts, in order and without gaps. */
export type Step = { time: Range<number>; parts: readonly Range<number>[] }

/**
 * Returns a function for the parts of a step in which usage of a subscription may earn, by their places in order. Most
 * subscriptions use something on few days, and all other days have only fees.
 */
export function partsOfUsage({ time, parts }: Step): (earner: EarnerUsage) => readonly number[] {
  const placeOf = placeIn(parts)
  const whole = instants(time)
  const isInside = (at: number) => at >= time.start && at < time.end
  const edgesOnce = memoizeByObject((facts: EarningFacts) => {
    const { starts, ends } = edgesIn(facts, whole)
    // The last instant before an end is in the same part as the millisecond before it.
    const times = [
      ...starts.map(({ epochMilliseconds: start }) => start),
      ...ends.map(({ epochMilliseconds: end }) => end - 1),
    ]
    return times.filter(isInside).map(placeOf)
  })
  return ({ facts, intervals }) => {
    const places = new Set(edgesOnce(facts))
    for (const { start } of intervals) if (isInside(start)) places.add(placeOf(start))
    return [...places].sort((a, b) => a - b)
  }
}

/** Returns a function for the place of the part that contains a time. */
export function placeIn(parts: readonly Range<number>[]): (time: number) => number {
  const starts = parts.map(({ start }) => start)
  return (time) => {
    const next = firstIndex(starts.length, (at) => (starts[at] ?? time) > time)
    return Math.max(next - 1, 0)
  }
}
