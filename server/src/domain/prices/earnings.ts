import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, isZero, ZERO } from '../money.ts'
import { isEmpty, isSameTime, type Range } from '../time/range.ts'
import type { UsageCharge } from './charges.ts'
import {
  type EarningFacts,
  type FinalizedUsage,
  type LineInWindow,
  linesIn,
  rangeBefore,
  type UsagePart,
  usagePartsIn,
} from './earning-facts.ts'
import { priceBetween, priceUsage, type UsagePricing } from './pricing.ts'

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
  const ofParts = usagePartsIn(facts, window).flatMap((one) => {
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
 * its invoices, whose rounding falls on the last day. The fees are those of `feesIn`: very many
 * subscriptions have the same.
 */
export function earningsOf(
  facts: EarningFacts,
  window: Range,
  usage: EarningUsage,
  fees: readonly FeeEarning[],
): readonly Earning[] {
  const used = [
    ...linesIn(facts, window).flatMap((one) => earnedByLine(facts, one, usage)),
    ...usagePartsIn(facts, window).flatMap((one) => earnedByUsagePart(one, usage)),
  ]
  return used.length === 0 ? fees : [...used, ...fees]
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
