import type { Decimal } from '../money.ts'
import { oncePerPair } from '../remembered.ts'
import { beginsPeriod, type Part } from '../time/parts.ts'
import {
  contains,
  intersect,
  isBefore,
  isEmpty,
  isSameTime,
  type Range,
  subtract,
} from '../time/range.ts'
import type { Billed, BilledPeriod } from '../time/schedule.ts'
import { type FixedPrices, pricingInForce } from './charges.ts'
import { isSamePrice, type UsagePricing } from './pricing.ts'
import { isUsageStrategy, type PricedStrategy, type UsageStrategy } from './strategy.ts'

/** What the earnings of one subscription follow from. */
export type EarningFacts = {
  subscription: Pick<Billed, 'startsAt' | 'timeZone'> & { seatsCount: number }
  /** The billing periods that the windows asked about touch, whole and in order. */
  periods: readonly BilledPeriod[]
  currency: string
  /** Those of the plan, at their present prices. */
  strategies: readonly PricedStrategy[]
  final: FinalizedLines
}

/** What finalized invoices billed; of each kind in the order in which they were finalized. */
export type FinalizedLines = {
  /** The time that they cover: nothing else will ever be billed of it. */
  invoiced: readonly Range[]
  usage: readonly FinalizedUsage[]
  fees: readonly FinalizedFee[]
  onetime: readonly FinalizedOnetime[]
}

/** Its prices hold in any case; as of an instant before it was final it is not invoiced yet. */
type FinalizedLine = { strategyId: string; name: string; isInvoiced: boolean }

/** The usage of the range is the line's own, and priced by its tariff, be it recorded ever so late. */
export type FinalizedUsage = FinalizedLine &
  Range & {
    signalId: string
    pricing: UsagePricing
    /** Until when it was billed; its usage may be its own for less, see `billedUntil`. */
    periodEnd: Temporal.Instant
    /** Where its period is counted from; null: from its own start. */
    countedFrom: Temporal.Instant | null
    /** Its amount and those of the finalized lines that settle what came late, so far as invoiced. */
    billed: Decimal
  }

/** A fee for the days of a range. */
export type FinalizedFee = FinalizedLine &
  Range & { kind: 'recurring' | 'seat_based'; rate: Decimal; amount: Decimal }

/** The range is the time of its invoice. */
export type FinalizedOnetime = FinalizedLine & Range & { amount: Decimal }

export function rangeBefore({ countedFrom, start }: FinalizedUsage): Range | undefined {
  if (countedFrom === null || !isBefore(countedFrom, start)) return undefined
  return { start: countedFrom, end: start }
}

/** A finalized usage line, and what of its time lies in a window. */
export type LineInWindow = { line: FinalizedUsage; range: Range }

/** The finalized usage lines of a window. */
export function linesIn({ final }: EarningFacts, window: Range): LineInWindow[] {
  return final.usage.flatMap((line) => {
    const { start, end } = line
    // Of a line without any time of its own its fee is left.
    if (isEmpty(line))
      return contains(window, start) ? [{ line, range: { start, end: start } }] : []
    const range = intersect({ start, end }, window)
    return range ? [{ line, range }] : []
  })
}

export function fixedPrices({ usage, fees }: FinalizedLines): FixedPrices {
  return {
    pricings: usage.map(({ strategyId, pricing, start, periodEnd: end }) => {
      return { strategyId, pricing, start, end }
    }),
    rates: fees.map(({ strategyId, rate, start, end }) => ({ strategyId, rate, start, end })),
  }
}

/** The billing periods in a window, without the time that is invoiced. */
export function openParts(facts: EarningFacts, window: Range): readonly Part[] {
  const { periods, final } = facts
  return final.invoiced.length === 0 ? partsIn(periods, window) : partsLeft(facts, window)
}

const partsLeft = oncePerPair(({ periods, final }: EarningFacts, window: Range): readonly Part[] =>
  partsIn(periods, window).flatMap(({ start, end, period }) =>
    subtract({ start, end }, final.invoiced).map((open) => ({ ...open, period })),
  ),
)

function partsIn(periods: readonly BilledPeriod[], window: Range): readonly Part[] {
  const parts: Part[] = []
  for (let at = firstEndingAfter(periods, window.start); at < periods.length; at += 1) {
    const period = periods[at]
    if (!period || !isBefore(period.start, window.end)) break
    const range = intersect(period, window)
    if (range) parts.push({ ...range, period })
  }
  return parts
}

/** The first one of those that are in order and do not overlap: a chart asks for each of its many days. */
function firstEndingAfter(ranges: readonly Range[], time: Temporal.Instant): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const range = ranges[middle]
    if (range && !isBefore(time, range.end)) low = middle + 1
    else high = middle
  }
  return low
}

/** The same pieces whole, also where the window begins or ends in them. */
export function openPieces({ periods, final }: EarningFacts, window: Range): Part[] {
  return periods
    .flatMap((period) => {
      const { start, end } = period
      return subtract({ start, end }, final.invoiced).map((open) => ({ ...open, period }))
    })
    .filter((piece) => intersect(piece, window) !== undefined)
}

/** The open parts of some windows, in order, and in which of the windows each lies. */
export type CutParts = { parts: readonly Part[]; windowOf: ReadonlyMap<Part, number> }

/** The windows are in order and do not overlap. Very many have the same periods. */
export function cutParts(facts: EarningFacts, windows: readonly Range[]): CutParts {
  const { periods, final } = facts
  return final.invoiced.length === 0 ? cutOnce(periods, windows) : cut(periods, windows, final)
}

const cutOnce = oncePerPair((periods: readonly BilledPeriod[], windows: readonly Range[]) =>
  cut(periods, windows, { invoiced: [] }),
)

function cut(
  periods: readonly BilledPeriod[],
  windows: readonly Range[],
  { invoiced }: Pick<FinalizedLines, 'invoiced'>,
): CutParts {
  const windowOf = new Map<Part, number>()
  for (const period of periods) {
    for (const open of subtract({ start: period.start, end: period.end }, invoiced)) {
      for (let at = firstEndingAfter(windows, open.start); at < windows.length; at += 1) {
        const window = windows[at]
        const range = window && intersect(open, window)
        if (!range) break
        windowOf.set({ ...range, period }, at)
      }
    }
  }
  return { parts: [...windowOf.keys()], windowOf }
}

/** A time whose usage of a signal is priced at once. */
export type UsagePart = {
  strategy: UsageStrategy
  pricing: UsagePricing
  part: Part
  /** The time of the period before it, where the price depends on what was used in it. */
  counted: Range | undefined
}

/** The open parts of a window by strategy; fees alone have none, and are asked for very often. */
export function usagePartsIn(facts: EarningFacts, window: Range): UsagePart[] {
  return facts.strategies.some(isUsageStrategy) ? usageParts(facts, openParts(facts, window)) : []
}

/**
 * The parts by strategy. Those that follow one another at one flat price are one: what came before does
 * not matter then, nor where a period begins.
 */
export function usageParts(
  { strategies, final }: EarningFacts,
  parts: readonly Part[],
): UsagePart[] {
  const fixed = fixedPrices(final)
  return strategies.filter(isUsageStrategy).flatMap((strategy) => {
    const all: UsagePart[] = []
    for (const part of parts) {
      const pricing = pricingInForce(fixed, strategy, part)
      const last = all.at(-1)
      const follows = last !== undefined && isSameTime(last.part.end, part.start)
      if (follows && isSamePrice(last.pricing, pricing)) {
        last.part = { ...last.part, end: part.end }
      } else {
        const isCounted = !beginsPeriod(part) && !isSamePrice(pricing, pricing)
        const counted = isCounted ? { start: part.period.start, end: part.start } : undefined
        all.push({ strategy, pricing, part, counted })
      }
    }
    return all
  })
}
