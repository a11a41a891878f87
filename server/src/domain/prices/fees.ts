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
  fixedPrices,
} from './earning-facts.ts'
import type { FeeEarning } from './earnings.ts'
import { prorate } from './proration.ts'
import { isUsageStrategy, type PricedStrategy } from './strategy.ts'

/**
 * What a subscription earns in each of some windows whatever is used, but for the fees of pools. The
 * windows are in order and none overlaps another: a chart has very many.
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

/** Of the time that is not invoiced; what is due of several periods is one earning. */
function openFees(facts: EarningFacts, windows: readonly Range[]): FeeEarning[][] {
  const { parts, windowOf } = cutParts(facts, windows)
  const startsAt = instantOf(facts.subscription.startsAt)
  const begins = parts.find((part) => contains(part, startsAt)) ?? parts[0]
  const earned = windows.map((): FeeEarning[] => [])
  if (!begins) return earned
  for (const charge of feeCharges(facts, { window: begins, parts, startsAt })) {
    const { id: strategyId, name, chargeType } = charge.strategy
    if (charge.kind === 'usage' || chargeType === 'usage') continue
    const fees = earned[windowOf.get(charge.kind === 'onetime_fee' ? begins : charge.part) ?? 0]
    const known = fees?.at(-1)
    if (known?.strategyId === strategyId) known.amount = known.amount.plus(charge.amount)
    else fees?.push(feeEarning(chargeType, { strategyId, name, isInvoiced: false }, charge.amount))
  }
  return earned
}

/** Of strategies that need not know of usage. A one-time fee is billed once, wherever the start is now. */
function feeCharges(
  { strategies, subscription, final }: EarningFacts,
  due: Pick<ChargeFacts, 'window' | 'parts' | 'startsAt'>,
): Charge[] {
  const isBilled = ({ id, chargeType }: PricedStrategy) =>
    chargeType === 'onetime' && final.onetime.some(({ strategyId }) => strategyId === id)
  return chargesOf({
    ...due,
    strategies: strategies.filter((one) => !isUsageStrategy(one) && !isBilled(one)),
    quantityIn: () => ZERO,
    quantityBefore: () => ZERO,
    fixed: fixedPrices(final),
    seatsCount: subscription.seatsCount,
    timeZone: subscription.timeZone,
  })
}

function earnedByFee(
  { subscription }: EarningFacts,
  fee: FinalizedFee,
  window: Range,
): FeeEarning[] {
  const amount = spreadByDay(fee, window, subscription.timeZone)
  return amount === undefined ? [] : [feeEarning(fee.kind, fee, amount)]
}

/**
 * What of an amount for a time falls into a window: it is spread over the days of the time, and falls
 * on its first instant where no day begins in it. Undefined where they do not touch.
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

/** On the day the subscription starts, or, if that was moved since, when its invoice begins. */
function earnedByOnetime(
  { subscription }: EarningFacts,
  fee: FinalizedOnetime,
  window: Range,
): FeeEarning[] {
  const startsAt = instantOf(subscription.startsAt)
  const at = contains({ start: fee.start, end: fee.end }, startsAt) ? startsAt : fee.start
  return contains(window, at) ? [feeEarning('onetime', fee, fee.amount)] : []
}

function feeEarning(
  kind: FeeEarning['kind'],
  { strategyId, name, isInvoiced }: Pick<FinalizedFee, 'strategyId' | 'name' | 'isInvoiced'>,
  amount: Decimal,
): FeeEarning {
  return { kind, strategyId, name, signalId: null, quantity: ZERO, amount, isInvoiced }
}
