import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, decimalFromInteger, ZERO } from '../money.ts'
import { beginsPeriod, type Part } from '../time/parts.ts'
import { countDays } from '../time/period.ts'
import { contains, intersect, type Range } from '../time/range.ts'
import { priceBetween, priceUsage, type UsagePricing } from './pricing.ts'
import { type PartDays, prorateBetween } from './proration.ts'
import type { FeeStrategy, PricedStrategy, UsageStrategy } from './strategy.ts'

/** What the charges of a window follow from. */
export type ChargeFacts = {
  /** A one-time fee is due in the window that the start of the subscription lies in. */
  window: Range
  /** The window cut at the billing periods, see `partsOf`; without any nothing is due. */
  parts: readonly Part[]
  /** The strategies of the plan, at their present prices. */
  strategies: readonly PricedStrategy[]
  /** The prices that finalized invoices used, in the order in which these were finalized. */
  fixed: FixedPrices
  /** Units in the part. */
  quantityIn: (strategy: UsageStrategy, part: Part) => Decimal
  /** Units of the period before the part; asked only where the part does not begin the period. */
  quantityBefore: (strategy: UsageStrategy, part: Part) => Decimal
  seatsCount: number
  startsAt: Temporal.Instant
  /** Fees are due by the calendar days of this zone. */
  timeZone: string
}

/** The range is what was invoiced; the price holds for the whole of its billing period. */
export type FixedPrices = {
  pricings: readonly (Range & { strategyId: string; pricing: UsagePricing })[]
  rates: readonly (Range & { strategyId: string; rate: Decimal })[]
}

/** Units in a part, and in its period before it; null: the part begins the period. */
export type PartQuantity = { quantityBefore: Decimal | null; quantity: Decimal }

/**
 * What is due, exact, and what was due of the period until the part begins. Whoever rounds, rounds
 * `amountBefore + amount` and `amountBefore`, and takes the difference: so the rounded parts of a
 * period add up to the period, rounded. A part can be negative, where more units are cheaper.
 */
export type Amounts = { amountBefore: Decimal; amount: Decimal }

/**
 * What a line bills of a charge: what is due until the end of its part less what was due until its
 * start, each rounded, so that the lines of a period's parts add up to the period's.
 */
export function roundedAmount({ amountBefore, amount }: Amounts, currency: string): Decimal {
  const until = roundToMinorUnit(amountBefore.plus(amount), currency)
  return until.minus(roundToMinorUnit(amountBefore, currency))
}

/** The usage of a part; there is one without usage too, since a pool is due then as well. */
export type UsageCharge = Amounts &
  PartQuantity & {
    kind: 'usage'
    strategy: UsageStrategy
    part: Part
    /** The one that applies: that of the period's first finalized invoice, else the strategy's own. */
    pricing: UsagePricing
    /** What of the amount is a pool's fee, due whatever the usage. */
    fixedFee: Decimal
  }

/** A recurring fee or one for seats, for the days of a part. */
export type PeriodFee = Amounts & {
  kind: 'period_fee'
  strategy: FeeStrategy
  part: Part
  /** The one that applies, as with usage. */
  rate: Decimal
  /** How many times the rate is due in a whole period: once, or for each seat. */
  count: number
  days: PartDays
}

export type OnetimeFee = Amounts & { kind: 'onetime_fee'; strategy: FeeStrategy }

export type Charge = UsageCharge | PeriodFee | OnetimeFee

/**
 * What a subscription owes for a window: by strategy, in the order of the plan, then by part.
 * Invoices round it, analytics does not.
 */
export function chargesOf(facts: ChargeFacts): Charge[] {
  if (facts.parts.length === 0) return []
  return facts.strategies.flatMap((strategy) => chargesOfStrategy(facts, strategy))
}

function chargesOfStrategy(facts: ChargeFacts, strategy: PricedStrategy): Charge[] {
  const { parts, seatsCount, window, startsAt } = facts
  switch (strategy.chargeType) {
    case 'usage':
      return parts.map((part) => chargeUsage(facts, strategy, part))
    case 'recurring':
      return parts.flatMap((part) => chargeFee(facts, strategy, { part, count: 1 }))
    case 'seat_based':
      return parts.flatMap((part) => chargeFee(facts, strategy, { part, count: seatsCount }))
    case 'onetime': {
      if (!contains(window, startsAt)) return []
      return [{ kind: 'onetime_fee', strategy, amountBefore: ZERO, amount: strategy.rate }]
    }
  }
}

function chargeUsage(facts: ChargeFacts, strategy: UsageStrategy, part: Part): UsageCharge {
  const pricing = pricingInForce(facts.fixed, strategy, part)
  return usageCharge(
    { strategy, part, pricing },
    {
      quantityBefore: beginsPeriod(part) ? null : facts.quantityBefore(strategy, part),
      quantity: facts.quantityIn(strategy, part),
    },
  )
}

/** What so much usage of a part is charged. */
function usageCharge(
  charged: Pick<UsageCharge, 'strategy' | 'part' | 'pricing'>,
  quantities: PartQuantity,
): UsageCharge {
  const { pricing } = charged
  const isFirst = quantities.quantityBefore === null
  const fixedFee = isFirst ? priceUsage(pricing, ZERO).fixedFee : ZERO
  return {
    kind: 'usage',
    ...charged,
    ...quantities,
    ...usageAmounts(pricing, quantities),
    fixedFee,
  }
}

/** What the units of a part come to, and what those of its period before it came to. */
export function usageAmounts(
  pricing: UsagePricing,
  { quantityBefore: before, quantity }: PartQuantity,
): Amounts {
  if (before === null) return { amountBefore: ZERO, amount: priceBetween(pricing, null, quantity) }
  return {
    amountBefore: priceBetween(pricing, null, before),
    amount: priceBetween(pricing, before, before.plus(quantity)),
  }
}

/** None where the part is less than a day and no day begins in it. */
function chargeFee(
  facts: ChargeFacts,
  strategy: FeeStrategy,
  { part, count }: { part: Part; count: number },
): PeriodFee[] {
  const rate = rateInForce(facts.fixed, strategy, part)
  const fee = count === 1 ? rate : rate.times(decimalFromInteger(count))
  const amounts = feeAmounts(part, fee, facts.timeZone)
  return amounts ? [{ kind: 'period_fee', strategy, part, rate, count, ...amounts }] : []
}

function feeAmounts({ period, start, end }: Part, fee: Decimal, timeZone: string) {
  const { daysFull } = period
  const daysBefore = countDays({ start: period.start, end: start }, timeZone)
  const daysCovered = countDays({ start, end }, timeZone)
  if (daysCovered === 0) return undefined
  const days = { daysBefore, daysCovered, daysFull }
  return { days, ...prorateBetween(fee, days) }
}

/**
 * The price in force for the period of a part: the one that the period's first finalized invoice used, else
 * the strategy's own. Whoever prices usage asks here: what was invoiced counts as invoiced.
 */
export function pricingInForce(
  { pricings }: FixedPrices,
  strategy: UsageStrategy,
  part: Part,
): UsagePricing {
  return ofPeriod(pricings, strategy, part)?.pricing ?? strategy.pricing
}

/** The rate in force for the period of a part, as with `pricingInForce`. */
export function rateInForce({ rates }: FixedPrices, strategy: FeeStrategy, part: Part): Decimal {
  return ofPeriod(rates, strategy, part)?.rate ?? strategy.rate
}

/** The price of the first invoice that is finalized of a part of the period; undefined: of none yet. */
function ofPeriod<Fixed extends Range & { strategyId: string }>(
  fixed: readonly Fixed[],
  { id }: PricedStrategy,
  { period }: Part,
): Fixed | undefined {
  return fixed.find((one) => one.strategyId === id && intersect(one, period) !== undefined)
}
