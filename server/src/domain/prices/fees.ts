import { type Decimal, ZERO } from '../money.ts'
import { instantOf } from '../time/dates.ts'
import { countDays } from '../time/period.ts'
import { contains, intersect, type Range } from '../time/range.ts'
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
  for (const charge of feeCharges(facts, { window: begins, parts })) {
    const { id: strategyId, name, chargeType } = charge.strategy
    if (charge.kind === 'usage' || chargeType === 'usage') continue
    const fees = earned[windowOf.get(charge.kind === 'onetime_fee' ? begins : charge.part) ?? 0]
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
 * Returns the charges of strategies that do not depend on usage. A one-time fee already billed is
 * omitted, even if the start of the subscription was moved.
 */
function feeCharges(facts: EarningFacts, due: Pick<ChargeFacts, 'window' | 'parts'>): Charge[] {
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
