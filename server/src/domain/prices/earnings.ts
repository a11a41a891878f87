import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, isZero, ZERO } from '../money.ts'
import { instantOf } from '../time/dates.ts'
import type { Part } from '../time/parts.ts'
import { countDays } from '../time/period.ts'
import { contains, intersect, isEmpty, isSameTime, type Range } from '../time/range.ts'
import { type Charge, type ChargeFacts, chargesOf, type UsageCharge } from './charges.ts'
import {
  type EarningFacts,
  type FinalizedFee,
  type FinalizedOnetime,
  type FinalizedUsage,
  fixedPrices,
  type LineInWindow,
  linesIn,
  openParts,
  rangeBefore,
  type UsagePart,
  usageParts,
} from './earning-facts.ts'
import { priceBetween, priceUsage, type UsagePricing } from './pricing.ts'
import { prorate } from './proration.ts'
import { isUsageStrategy } from './strategy.ts'

/** Units that were billable in a range; only ranges between times that `askedUsage` names are asked for. */
export type QuantityIn = (signalId: string, range: Range) => Decimal

/** What each of those who have these facts comes to by what it used in a range, added up. */
export type SumOver = (
  signalId: string,
  range: Range,
  amountOf: (quantity: Decimal) => Decimal,
) => Decimal

/** Of one, or of many who have the same facts: then `quantityIn` is that of all of them. */
export type EarningUsage = { quantityIn: QuantityIn; sumOver: SumOver }

/** What one of them used of a line's signal in a range, and what invoices billed of the line. */
export type OwnOfLine = { quantityIn: (range: Range) => Decimal; billed: Decimal }

export type LineUsage = {
  /** What invoices billed all of them of a line. */
  billedOf: (line: FinalizedUsage) => Decimal
  /** What each of them comes to by what it has of a line that is cut, see `isCut`, added up. */
  sumOverLine: (line: FinalizedUsage, amountOf: (own: OwnOfLine) => Decimal) => Decimal
}

/** The usage of one. */
export function usageOfOne(quantityIn: QuantityIn): EarningUsage & LineUsage {
  return {
    quantityIn,
    sumOver: (signalId, range, amountOf) => amountOf(quantityIn(signalId, range)),
    billedOf: ({ billed }) => billed,
    sumOverLine: ({ signalId, billed }, amountOf) =>
      amountOf({ quantityIn: (range) => quantityIn(signalId, range), billed }),
  }
}

export type EarningKind = 'usage' | 'pool' | 'recurring' | 'seat_based' | 'onetime'

type Earned<Kind extends EarningKind> = {
  kind: Kind
  strategyId: string
  name: string
  signalId: string | null
  quantity: Decimal
  amount: Decimal
}

/** Of usage; a pool's fee stands by itself: it is due whatever the usage. */
export type UsageEarning = Earned<'usage' | 'pool'>

export type FeeEarning = Earned<'recurring' | 'seat_based' | 'onetime'> & { isInvoiced: boolean }

/**
 * What one strategy earned in a window, exact. What is invoiced is read from its line, which keeps the
 * tariff that it used; what of usage is invoiced `invoicedUsage` says.
 */
export type Earning = UsageEarning | FeeEarning

/** What must be known of usage for the earnings of a window. */
export function askedUsage(facts: EarningFacts, window: Range): (Range & { signalId: string })[] {
  const ofLines = linesIn(facts, window).flatMap(({ line, range }) => {
    const { signalId, start } = line
    const ranges = [rangeBefore(line), { start, end: range.start }, range]
    return ranges.flatMap((one) => (one && !isEmpty(one) ? [{ signalId, ...one }] : []))
  })
  const ofParts = usageParts(facts, openParts(facts, window)).flatMap((one) => {
    const { start, end } = one.part
    const ranges = [...(one.counted ? [one.counted] : []), { start, end }]
    return ranges.map((range) => ({ signalId: one.strategy.signalId, ...range }))
  })
  return [...ofLines, ...ofParts]
}

/**
 * What a subscription earns in a window. Usage in a part of its period is what the period comes to
 * until the window's end less what it came to until its start; fees are spread over their days by
 * day; a pool's fee falls on the first day of its period and a one-time fee on the day the subscription
 * starts. So the windows of a period add up to the period, and once it is invoiced to the lines of
 * its invoices, whose rounding falls on the last day. The fees are those of `feesOf`: very many
 * subscriptions have the same.
 */
export function earningsOf(
  facts: EarningFacts,
  window: Range,
  { fees, ...usage }: EarningUsage & { fees: readonly FeeEarning[] },
): Earning[] {
  return [
    ...linesIn(facts, window).flatMap((one) => earnedByLine(facts, one, usage)),
    ...usageParts(facts, openParts(facts, window)).flatMap((one) => earnedByUsagePart(one, usage)),
    ...fees,
  ]
}

/** What a subscription earns in a window whatever is used, but for the fees of pools. */
export function feesOf(facts: EarningFacts, window: Range): FeeEarning[] {
  const charged = {
    strategies: facts.strategies.filter((one) => !isUsageStrategy(one)),
    startsAt: instantOf(facts.subscription.startsAt),
  }
  return [
    ...facts.final.fees.flatMap((fee) => earnedByFee(facts, fee, window)),
    ...facts.final.onetime.flatMap((fee) => earnedByOnetime(facts, fee, window)),
    ...openParts(facts, window).flatMap((part) =>
      feeCharges(facts, { part, ...charged }).flatMap((charge) => earnedByCharge(facts, charge)),
    ),
  ]
}

function earnedByUsagePart(
  { strategy, pricing, part, counted }: UsagePart,
  usage: EarningUsage,
): UsageEarning[] {
  const { signalId, id: strategyId, name } = strategy
  const priced = pricedUsage({ signalId, pricing, range: part, counted }, usage)
  return earnedByUsage({ strategyId, name, signalId }, priced)
}

type UsageAsked = {
  signalId: string
  pricing: UsagePricing
  range: Range
  /** What counts before the range; undefined: the range begins what is counted. */
  counted: Range | undefined
}

type PricedUsage = Pick<UsageCharge, 'quantity' | 'amount' | 'fixedFee'>

/** What the units of a range come to, after those that count before them. */
function pricedUsage(
  { signalId, pricing, range, counted }: UsageAsked,
  { quantityIn, sumOver }: EarningUsage,
): PricedUsage {
  const within = (one: Range) => (isEmpty(one) ? ZERO : quantityIn(signalId, one))
  const quantity = within(range)
  if (pricing.pricingModel === 'flat') {
    const amount = isZero(quantity) ? ZERO : priceBetween(pricing, null, quantity)
    return { quantity, amount, fixedFee: ZERO }
  }
  // Nobody used less than nothing: where all of them used nothing each of them did.
  if (counted && quantity.eq(ZERO)) return { quantity, amount: ZERO, fixedFee: ZERO }
  const priceOf = (units: Decimal) => priceUsage(pricing, units).amount
  const until = sumOver(signalId, { start: counted?.start ?? range.start, end: range.end }, priceOf)
  if (counted) {
    return { quantity, amount: until.minus(sumOver(signalId, counted, priceOf)), fixedFee: ZERO }
  }
  const fixedFee = sumOver(signalId, range, () => priceUsage(pricing, ZERO).fixedFee)
  return { quantity, amount: until, fixedFee }
}

/** Of strategies that need not know of usage. */
function feeCharges(
  { subscription, final }: EarningFacts,
  { part, ...charged }: Pick<ChargeFacts, 'strategies' | 'startsAt'> & { part: Part },
): Charge[] {
  return chargesOf({
    window: part,
    parts: [part],
    ...charged,
    quantityIn: () => ZERO,
    quantityBefore: () => ZERO,
    fixed: fixedPrices(final),
    seatsCount: subscription.seatsCount,
    timeZone: subscription.timeZone,
  })
}

function earnedByCharge({ final }: EarningFacts, charge: Charge): FeeEarning[] {
  const { id: strategyId, name, chargeType } = charge.strategy
  const own = { strategyId, name, isInvoiced: false }
  if (charge.kind === 'usage') return []
  // A one-time fee is billed once, wherever the start is now.
  const isBilled =
    charge.kind === 'onetime_fee' && final.onetime.some((one) => one.strategyId === strategyId)
  if (isBilled || chargeType === 'usage') return []
  return [{ ...own, kind: chargeType, signalId: null, quantity: ZERO, amount: charge.amount }]
}

type Own = Pick<UsageEarning, 'strategyId' | 'name' | 'signalId'>

function earnedByUsage(own: Own, { quantity, amount, fixedFee }: PricedUsage): UsageEarning[] {
  if (isZero(fixedFee)) return [{ ...own, kind: 'usage', quantity, amount }]
  const used: UsageEarning = { ...own, kind: 'usage', quantity, amount: amount.minus(fixedFee) }
  return [used, { ...own, kind: 'pool', quantity: ZERO, amount: fixedFee }]
}

function earnedByLine(
  { currency }: EarningFacts,
  { line, range }: LineInWindow,
  usage: EarningUsage,
): UsageEarning[] {
  const { signalId, pricing, start, end, strategyId, name } = line
  const before = rangeBefore(line)
  const isFirst = before === undefined && isSameTime(range.start, start)
  const counted = isFirst ? undefined : { start: before?.start ?? start, end: range.start }
  const priced = pricedUsage({ signalId, pricing, range, counted }, usage)
  const rounding = isSameTime(range.end, end) ? roundingOf(line, usage, currency) : ZERO
  const own = { strategyId, name, signalId }
  return earnedByUsage(own, { ...priced, amount: priced.amount.plus(rounding) })
}

/** What rounding adds to a line by the usage that it has now: see `roundedAmount`. */
function roundingOf(line: FinalizedUsage, { sumOver }: EarningUsage, currency: string): Decimal {
  const { signalId, pricing, start, end } = line
  const before = rangeBefore(line)
  const roundingAt = (quantity: Decimal) => {
    const { amount } = priceUsage(pricing, quantity)
    return roundToMinorUnit(amount, currency).minus(amount)
  }
  const until = sumOver(signalId, { start: before?.start ?? start, end }, roundingAt)
  return before ? until.minus(sumOver(signalId, before, roundingAt)) : until
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
