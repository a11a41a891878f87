import { type Decimal, ZERO } from '../money.ts'
import { instantOf } from '../time/dates.ts'
import type { Part } from '../time/parts.ts'
import { countDays } from '../time/period.ts'
import { contains, intersect, isBefore, type Range } from '../time/range.ts'
import { seatsAbove } from './advance.ts'
import { type Charge, type ChargeFacts, chargesOf } from './charges.ts'
import {
  cutParts,
  type EarningFacts,
  type FinalizedFee,
  type FinalizedOnetime,
  priceFacts,
} from './earning-facts.ts'
import type { FeeEarning } from './earnings.ts'
import { prorate } from './proration.ts'
import { isUsageStrategy, type PricedStrategy } from './strategy.ts'

/**
 * Returns the earnings of a subscription that do not depend on usage, for each window, without pool
 * fees. The windows must be sorted and must not overlap, because a chart has very many.
 */
export function feesIn(facts: EarningFacts, windows: readonly Range[]): FeeEarning[][] {
  const { fees, onetime } = facts.final
  const open = openFees(facts, windows)
  return windows.map((window, at) => [
    ...fees.flatMap((fee) => earnedByFee(facts, fee, window)),
    ...onetime.flatMap((fee) => earnedByOnetime(facts, fee, window)),
    ...(open[at] ?? []),
  ])
}

/**
 * Returns the fees of ranges that are not invoiced. Fees of several periods in a window are one
 * earning.
 */
function openFees(facts: EarningFacts, windows: readonly Range[]): FeeEarning[][] {
  const { parts, windowOf } = cutParts(facts, windows)
  const startsAt = instantOf(facts.subscription.startsAt)
  const begins = parts.find((part) => contains(part, startsAt)) ?? parts[0]
  const earned = windows.map((): FeeEarning[] => [])
  if (!begins) return earned
  const places = new Map<Part, number>(windowOf)
  const feeParts = openFeeParts(facts, { parts, places })
  for (const charge of feeCharges(facts, { window: begins, parts, ...feeParts })) {
    const { id: strategyId, name, chargeType } = charge.strategy
    if (charge.kind === 'usage' || chargeType === 'usage') continue
    const fees = earned[places.get(charge.kind === 'onetime_fee' ? begins : charge.part) ?? 0]
    const known = fees?.at(-1)
    if (known?.strategyId === strategyId) known.amount = known.amount.plus(charge.amount)
    else
      fees?.push(
        feeEarning(chargeType, { strategyId, name }, { amount: charge.amount, line: undefined }),
      )
  }
  return earned
}

/**
 * Returns the parts of a fee that no finalized line billed in advance, and those with more seats
 * than were billed. `places` maps parts to their windows, and gets the pieces of parts too.
 */
function openFeeParts(
  { final, subscription }: EarningFacts,
  { parts, places }: { parts: readonly Part[]; places: Map<Part, number> },
): Pick<ChargeFacts, 'feeParts'> {
  const inAdvance = final.fees.filter(({ advance }) => advance != null)
  if (inAdvance.length === 0) return {}
  const { seats, timeZone } = subscription
  return {
    feeParts: ({ id, chargeType }) => {
      const lines = inAdvance.filter(({ strategyId }) => strategyId === id)
      if (lines.length === 0) return parts
      return parts.flatMap((part) =>
        cutAtLines(part, lines).flatMap((range) => {
          const piece = { ...range, period: part.period }
          const billed = billedAt(range.start, lines)
          const isMore = billed > 0 && chargeType === 'seat_based'
          const open = isMore ? seatsAbove(piece, { seats, timeZone, billed }) : [piece]
          const place = places.get(part)
          for (const one of open) if (place !== undefined) places.set(one, place)
          return billed > 0 && !isMore ? [] : open
        }),
      )
    },
  }
}

/** Cuts a part where a line begins or ends. */
function cutAtLines({ start, end }: Part, lines: readonly Range[]): Range[] {
  const edges = lines
    .flatMap((line) => [line.start, line.end])
    .filter((edge) => isBefore(start, edge) && isBefore(edge, end))
    .toSorted(Temporal.Instant.compare)
  const starts = [
    start,
    ...edges.filter((edge, at) => at === 0 || !edge.equals(edges[at - 1] ?? start)),
  ]
  return starts.map((from, at) => ({ start: from, end: starts[at + 1] ?? end }))
}

/** Returns the quantity that lines billed of an instant, less what they gave back. */
function billedAt(at: Temporal.Instant, lines: readonly FinalizedFee[]): number {
  return lines
    .filter((line) => contains(line, at))
    .reduce((sum, { advance, count }) => sum + (advance === 'given_back' ? -count : count), 0)
}

/**
 * Returns the charges of strategies that do not depend on usage. A one-time fee already billed is
 * omitted, even if the start of the subscription was moved.
 */
function feeCharges(
  facts: EarningFacts,
  due: Pick<ChargeFacts, 'window' | 'parts' | 'feeParts'>,
): Charge[] {
  const { strategies, subscription, final } = facts
  const isBilled = ({ id, chargeType }: PricedStrategy) =>
    chargeType === 'onetime' && final.onetime.some(({ strategyId }) => strategyId === id)
  return chargesOf({
    ...due,
    ...priceFacts(facts),
    strategies: strategies.filter((one) => !isUsageStrategy(one) && !isBilled(one)),
    quantityIn: () => ZERO,
    quantityBefore: () => ZERO,
    seats: subscription.seats,
  })
}

function earnedByFee(
  { subscription }: EarningFacts,
  fee: FinalizedFee,
  window: Range,
): FeeEarning[] {
  const amount = spreadByDay(fee, window, subscription.timeZone)
  return amount === undefined ? [] : [feeEarning(fee.kind, fee, { amount, line: fee })]
}

/**
 * Returns the share of a fee that falls into a window. The fee is spread over the days of its
 * range; without a day start in the range it falls on its first instant. Returns undefined if range
 * and window do not overlap.
 */
export function spreadByDay(
  fee: Range & { amount: Decimal },
  window: Range,
  timeZone: string,
): Decimal | undefined {
  const range = intersect({ start: fee.start, end: fee.end }, window)
  if (range === undefined) return undefined
  const daysUntil = (end: Temporal.Instant) => countDays({ start: fee.start, end }, timeZone)
  const daysFull = daysUntil(fee.end)
  if (daysFull === 0) return contains(window, fee.start) ? fee.amount : undefined
  const until = (end: Temporal.Instant) =>
    prorate(fee.amount, { daysCovered: daysUntil(end), daysFull })
  return until(range.end).minus(until(range.start))
}

/**
 * A one-time fee falls on the start of the subscription. If the start was moved out of the
 * invoice's period, it falls on the start of that period.
 */
function earnedByOnetime(
  { subscription }: EarningFacts,
  fee: FinalizedOnetime,
  window: Range,
): FeeEarning[] {
  const startsAt = instantOf(subscription.startsAt)
  const at = contains({ start: fee.start, end: fee.end }, startsAt) ? startsAt : fee.start
  return contains(window, at) ? [feeEarning('onetime', fee, { amount: fee.amount, line: fee })] : []
}

function feeEarning(
  kind: FeeEarning['kind'],
  { strategyId, name }: Pick<FeeEarning, 'strategyId' | 'name'>,
  { amount, line }: Pick<FeeEarning, 'amount' | 'line'>,
): FeeEarning {
  return { kind, strategyId, name, signalId: null, quantity: ZERO, amount, line }
}
