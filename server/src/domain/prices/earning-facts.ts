import { firstIndex } from '../binary-search.ts'
import { memoizeByPair } from '../memoize.ts'
import type { Decimal } from '../money.ts'
import { instantOf } from '../time/dates.ts'
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
import { type FixedPrices, type PriceFacts, pricingInForce } from './charges.ts'
import { isSamePrice, type UsagePricing } from './pricing.ts'
import type { Seats } from './seats.ts'
import { isUsageStrategy, type PricedStrategy, type UsageStrategy } from './strategy.ts'

/** Input of the earnings of one subscription. */
export type EarningFacts = {
  subscription: Pick<Billed, 'startsAt' | 'timeZone'> & { seats: Seats }
  /** The billing periods that overlap the windows to compute, uncut and in order. */
  periods: readonly BilledPeriod[]
  currency: string
  /** Strategies of the plan with all their prices. */
  strategies: readonly PricedStrategy[]
  final: FinalizedLines
}

/** Lines of finalized invoices; each kind in the order of finalization. */
export type FinalizedLines = {
  /** Time ranges that the invoices cover; no other invoice will bill them. */
  invoiced: readonly Range[]
  usage: readonly FinalizedUsage[]
  fees: readonly FinalizedFee[]
  onetime: readonly FinalizedOnetime[]
}

/**
 * A finalized line. Its prices always apply. `isInvoiced` is false as of an instant before its
 * finalization.
 */
type FinalizedLine = { strategyId: string; name: string; isInvoiced: boolean }

/**
 * A finalized usage line. Usage in its range belongs to the line and has its price, however late it
 * is recorded.
 */
export type FinalizedUsage = FinalizedLine &
  Range & {
    signalId: string
    pricing: UsagePricing
    /** End of the billed time. The line's own range may end earlier, see `billedUntil`. */
    periodEnd: Temporal.Instant
    /** Start of the counted period; null: the line's own start. */
    countedFrom: Temporal.Instant | null
    /**
     * Amount of the line and of the finalized lines that settle its late usage, as far as invoiced.
     */
    billed: Decimal
  }

/** What a line is for a fee in advance: its days, seats added to some, or days given back. */
export type AdvanceKind = 'billed' | 'added' | 'given_back'

/**
 * A fee for the days of a range. A fee in advance may lie outside of the time that its invoice
 * covers; `given_back` takes days of it back with a negative amount.
 */
export type FinalizedFee = FinalizedLine &
  Range & {
    kind: 'recurring' | 'seat_based'
    rate: Decimal
    amount: Decimal
    /** Multiplier of the rate for a whole period: 1, or the number of seats. */
    count: number
    advance?: AdvanceKind | null
  }

/** A finalized one-time fee; the range is the period of its invoice. */
export type FinalizedOnetime = FinalizedLine & Range & { amount: Decimal }

export type AnyFinalizedLine = FinalizedUsage | FinalizedFee | FinalizedOnetime

export function rangeBefore({ countedFrom, start }: FinalizedUsage): Range | undefined {
  if (countedFrom === null || !isBefore(countedFrom, start)) return undefined
  return { start: countedFrom, end: start }
}

/** A finalized usage line and the part of its range inside a window. */
export type LineInWindow = { line: FinalizedUsage; range: Range }

/** Returns the finalized usage lines of a window. */
export function linesIn({ final }: EarningFacts, window: Range): LineInWindow[] {
  return final.usage.flatMap((line) => {
    const { start, end } = line
    // A line with an empty range still has its fee.
    if (isEmpty(line))
      return contains(window, start) ? [{ line, range: { start, end: start } }] : []
    const range = intersect({ start, end }, window)
    return range ? [{ line, range }] : []
  })
}

/** Returns the facts that determine the prices of billing periods. */
export function priceFacts({ subscription, currency, final }: EarningFacts): PriceFacts {
  const { startsAt, timeZone } = subscription
  return { fixed: fixedPrices(final), startsAt: instantOf(startsAt), timeZone, currency }
}

function fixedPrices({ usage, fees }: FinalizedLines): FixedPrices {
  return {
    pricings: usage.map(({ strategyId, pricing, start, periodEnd: end }) => {
      return { strategyId, pricing, start, end }
    }),
    rates: fees
      .filter(({ advance }) => advance !== 'given_back')
      .map(({ strategyId, rate, start, end }) => ({ strategyId, rate, start, end })),
  }
}

/** Returns the parts of billing periods in a window that are not invoiced. */
export function openParts(facts: EarningFacts, window: Range): readonly Part[] {
  const { periods, final } = facts
  return final.invoiced.length === 0 ? partsIn(periods, window) : partsLeft(facts, window)
}

const partsLeft = memoizeByPair(
  ({ periods, final }: EarningFacts, window: Range): readonly Part[] =>
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

/**
 * Returns the index of the first range that ends after `time`. The ranges must be sorted and must
 * not overlap. A binary search, because a chart calls it for each of its days.
 */
function firstEndingAfter(ranges: readonly Range[], time: Temporal.Instant): number {
  return firstIndex(ranges.length, (at) => isBefore(time, ranges[at]?.end ?? time))
}

/** Like `openParts`, but not cut at the window. */
export function openPieces({ periods, final }: EarningFacts, window: Range): Part[] {
  return periods
    .flatMap((period) => {
      const { start, end } = period
      return subtract({ start, end }, final.invoiced).map((open) => ({ ...open, period }))
    })
    .filter((piece) => intersect(piece, window) !== undefined)
}

/** The open parts of several windows, in order, with the index of the window that each lies in. */
export type CutParts = { parts: readonly Part[]; windowOf: ReadonlyMap<Part, number> }

/**
 * Returns the open parts of the windows, which must be sorted and must not overlap. Many
 * subscriptions share the same periods, so the result without invoices is cached.
 */
export function cutParts(facts: EarningFacts, windows: readonly Range[]): CutParts {
  const { periods, final } = facts
  return final.invoiced.length === 0 ? cutOnce(periods, windows) : cut(periods, windows, final)
}

const cutOnce = memoizeByPair((periods: readonly BilledPeriod[], windows: readonly Range[]) =>
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

/** A time range in which the usage of a signal is priced as a whole. */
export type UsagePart = {
  strategy: UsageStrategy
  pricing: UsagePricing
  part: Part
  /** The range of the period before the part, if the price depends on its usage. */
  counted: Range | undefined
}

/**
 * Returns the open parts of a window by strategy. Returns early if the plan has only fees, which is
 * a frequent case.
 */
export function usagePartsIn(facts: EarningFacts, window: Range): UsagePart[] {
  return facts.strategies.some(isUsageStrategy) ? usageParts(facts, openParts(facts, window)) : []
}

/**
 * Returns the parts by strategy. Adjacent parts at one flat price are merged, because then neither
 * earlier usage nor the start of a period matters.
 */
export function usageParts(facts: EarningFacts, parts: readonly Part[]): UsagePart[] {
  const prices = priceFacts(facts)
  return facts.strategies.filter(isUsageStrategy).flatMap((strategy) => {
    const all: UsagePart[] = []
    for (const part of parts) {
      const pricing = pricingInForce(prices, strategy, part)
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
