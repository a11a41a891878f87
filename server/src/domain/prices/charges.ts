import assert from 'node:assert/strict'
import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, ZERO } from '../money.ts'
import { beginsPeriod, type Part } from '../time/parts.ts'
import { countDays } from '../time/period.ts'
import { contains, intersect, type Range } from '../time/range.ts'
import { poolOfPeriod } from './pool-of-period.ts'
import { priceInForce } from './price-in-force.ts'
import { priceBetween, priceUsage, type UsagePricing } from './pricing.ts'
import { type LineDays, prorateBetween } from './proration.ts'
import { cutAtSeats, type Seats, seatDays } from './seats.ts'
import type { FeeStrategy, PricedStrategy, StrategyPrice, UsageStrategy } from './strategy.ts'

/** Input of the charges of a window. */
export type ChargeFacts = PriceFacts & {
  /**
   * The window charged. A one-time fee is due when the window contains the start of the
   * subscription.
   */
  window: Range
  /** The window cut at the billing periods, see `partsOf`. Without parts, nothing is due. */
  parts: readonly Part[]
  /** Returns the parts that a fee is due for; undefined: `parts`. See `feePartsOf` in `advance.ts`. */
  feeParts?: (strategy: FeeStrategy) => readonly FeePart[]
  /** Strategies of the plan with all their prices. */
  strategies: readonly PricedStrategy[]
  /** Returns the units in the part. */
  quantityIn: (strategy: UsageStrategy, part: Part) => Decimal
  /**
   * Returns the units of the period before the part. Called only if the part does not begin the
   * period.
   */
  quantityBefore: (strategy: UsageStrategy, part: Part) => Decimal
  seats: Seats
}

/** Facts that determine the price of a strategy in a billing period. */
export type PriceFacts = {
  /** Prices that finalized invoices used, in the order of finalization. */
  fixed: FixedPrices
  /** The start of the subscription. */
  startsAt: Temporal.Instant
  /** Fees are due, and prices begin, by calendar days in this zone. */
  timeZone: string
  currency: string
}

/** A part that a fee is due for. */
export type FeePart = Part & {
  /** Number of seats added to a part that was billed before; undefined: all seats are due. */
  addedSeats?: number
  /** The line that the charge follows from: one that gave the days back, or one without the seats. */
  sourceId?: string
}

/**
 * Prices of finalized invoices, with the invoiced range. A price applies to the whole billing
 * period.
 */
export type FixedPrices = {
  pricings: readonly (Range & { strategyId: string; pricing: UsagePricing })[]
  rates: readonly (Range & { strategyId: string; rate: Decimal })[]
}

/** Units in a part, and in its period before the part. Null: the part begins the period. */
export type PartQuantity = { quantityBefore: Decimal | null; quantity: Decimal }

/**
 * The exact amount due for a part, and for its period before the part. To round, round
 * `amountBefore + amount` and `amountBefore`, and take the difference. Then the rounded parts of a
 * period add up to the rounded period. A part is negative if more units make all units cheaper.
 */
export type Amounts = { amountBefore: Decimal; amount: Decimal }

/**
 * Returns the amount of an invoice line: the amount due until the end of the part less the amount
 * due until its start, each rounded. The lines of a period's parts therefore add up to the rounded
 * period.
 */
export function roundedAmount({ amountBefore, amount }: Amounts, currency: string): Decimal {
  const until = roundToMinorUnit(amountBefore.plus(amount), currency)
  return until.minus(roundToMinorUnit(amountBefore, currency))
}

/**
 * The usage charge of a part. It exists without usage too, because a pool's fee is then due as
 * well.
 */
export type UsageCharge = Amounts &
  PartQuantity & {
    kind: 'usage'
    strategy: UsageStrategy
    part: Part
    /** Pricing in force, see `pricingInForce`. */
    pricing: UsagePricing
    /** Part of the amount that is a pool's fee, due regardless of usage. */
    fixedFee: Decimal
  }

/** A recurring or seat-based fee for the days of a part, or of the part's days with one number of seats. */
export type PeriodFee = Amounts & {
  kind: 'period_fee'
  strategy: FeeStrategy
  part: FeePart
  /** The time charged: the part, cut where the number of seats changes. */
  range: Range
  /** Rate in force, determined as for usage. */
  rate: Decimal
  /** Multiplier of the rate for a whole period: 1, or the number of seats. */
  count: number
  days: LineDays
}

export type OnetimeFee = Amounts & { kind: 'onetime_fee'; strategy: FeeStrategy; rate: Decimal }

export type Charge = UsageCharge | PeriodFee | OnetimeFee

/**
 * Returns the charges of a subscription for a window, ordered by strategy as in the plan, then by
 * part. Invoices round the amounts; analytics does not.
 */
export function chargesOf(facts: ChargeFacts): Charge[] {
  if (facts.parts.length === 0 && facts.feeParts === undefined) return []
  return facts.strategies.flatMap((strategy) => chargesOfStrategy(facts, strategy))
}

function chargesOfStrategy(facts: ChargeFacts, strategy: PricedStrategy): Charge[] {
  const { parts, seats, window, startsAt } = facts
  switch (strategy.chargeType) {
    case 'usage':
      return parts.map((part) => chargeUsage(facts, strategy, part))
    case 'recurring':
      return feePartsIn(facts, strategy).flatMap((part) =>
        chargeFee(facts, strategy, { part, seats: ONE }),
      )
    case 'seat_based':
      return feePartsIn(facts, strategy).flatMap((part) =>
        chargeFee(facts, strategy, {
          part,
          seats: part.addedSeats ? [{ from: null, count: part.addedSeats }] : seats,
        }),
      )
    case 'onetime': {
      if (!contains(window, startsAt)) return []
      const rate = rateAt(facts, strategy, startsAt)
      return [{ kind: 'onetime_fee', strategy, rate, amountBefore: ZERO, amount: rate }]
    }
  }
}

function feePartsIn({ parts, feeParts }: ChargeFacts, strategy: FeeStrategy): readonly FeePart[] {
  return feeParts?.(strategy) ?? parts
}

function chargeUsage(facts: ChargeFacts, strategy: UsageStrategy, part: Part): UsageCharge {
  const pricing = pricingInForce(facts, strategy, part)
  return usageCharge(
    { strategy, part, pricing },
    {
      quantityBefore: beginsPeriod(part) ? null : facts.quantityBefore(strategy, part),
      quantity: facts.quantityIn(strategy, part),
    },
  )
}

/** Returns the charge for the usage of a part. */
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

/** Returns the price of the units of a part, and of the units of its period before the part. */
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

/** A fee that does not depend on seats. */
const ONE: Seats = [{ from: null, count: 1 }]

/**
 * Returns a charge for each number of seats in the part. No charge of a piece that is shorter than a
 * day and in which no day begins.
 */
function chargeFee(
  facts: ChargeFacts,
  strategy: FeeStrategy,
  { part, seats }: { part: FeePart; seats: Seats },
): PeriodFee[] {
  const { timeZone } = facts
  const rate = rateInForce(facts, strategy, part)
  const { start, daysFull } = part.period
  return cutAtSeats(part, seats, timeZone).flatMap(({ count, ...range }): PeriodFee[] => {
    const before = { start, end: range.start }
    const daysBefore = countDays(before, timeZone)
    const daysCovered = countDays(range, timeZone)
    if (daysCovered === 0) return []
    const unitsBefore = seatDays(before, seats, timeZone)
    const isAlike = unitsBefore === count * daysBefore
    return [
      {
        kind: 'period_fee',
        ...{ strategy, part, range, rate, count },
        ...prorateBetween(rate, {
          daysBefore: unitsBefore,
          daysCovered: count * daysCovered,
          daysFull,
        }),
        days: { daysBefore, daysCovered, daysFull, seatDaysBefore: isAlike ? null : unitsBefore },
      },
    ]
  })
}

/**
 * Returns the pricing in force for the period of a part: that of the period's first finalized
 * invoice, else that of the day on which the period begins, with a pool that a change of plan cuts by its
 * days. All usage must be priced through this function, so that invoiced prices stay in force.
 */
export function pricingInForce(
  facts: PriceFacts,
  strategy: UsageStrategy,
  part: Part,
): UsagePricing {
  const fixed = ofPeriod(facts.fixed.pricings, strategy, part)
  if (fixed) return fixed.pricing
  const price = priceAt(facts, strategy, part.period.start)
  assert(price.chargeType === 'usage', `a price of strategy ${strategy.id} is no usage price`)
  return poolOfPeriod(price.pricing, part.period, facts.currency)
}

/** Returns the rate in force for the period of a part, determined like `pricingInForce`. */
function rateInForce(facts: PriceFacts, strategy: FeeStrategy, part: Part): Decimal {
  const fixed = ofPeriod(facts.fixed.rates, strategy, part)
  return fixed ? fixed.rate : rateAt(facts, strategy, part.period.start)
}

function rateAt(facts: PriceFacts, strategy: FeeStrategy, start: Temporal.Instant): Decimal {
  const price = priceAt(facts, strategy, start)
  assert(price.chargeType !== 'usage', `a price of strategy ${strategy.id} is a usage price`)
  return price.rate
}

/** Returns the price in force for a period that begins at an instant. */
function priceAt(
  { startsAt, timeZone }: PriceFacts,
  strategy: PricedStrategy,
  start: Temporal.Instant,
): StrategyPrice {
  if (strategy.dated === undefined) return strategy
  const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  return priceInForce(strategy, {
    periodStart: dateOf(start),
    subscriptionStart: dateOf(startsAt),
  })
}

/** Returns the price of the first finalized invoice of the period; undefined if there is none. */
function ofPeriod<Fixed extends Range & { strategyId: string }>(
  fixed: readonly Fixed[],
  { id }: PricedStrategy,
  { period }: Part,
): Fixed | undefined {
  return fixed.find((one) => one.strategyId === id && intersect(one, period) !== undefined)
}
