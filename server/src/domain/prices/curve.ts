import { type Decimal, decimalFromInteger, ZERO } from '../money.ts'
import { priceUsage, type UsagePricing } from './pricing.ts'

/** Exact price of a quantity used in one whole period; `unitPrice` is null for quantity 0. */
export type CurvePoint = { quantity: Decimal; amount: Decimal; unitPrice: Decimal | null }

const STEPS = 40
/**
 * Every point is priced by a pass over all tiers, so the bounds of a long tier list are thinned
 * evenly.
 */
const BOUNDS_MAX = 40
const LEAST = decimalFromInteger(100)
const TWO = decimalFromInteger(2)
const THREE = decimalFromInteger(3)
const ONE = decimalFromInteger(1)

/**
 * Returns the end of the curve: at least 100 units, twice the usage, and twice the start of the
 * last tier or three packages.
 */
export function curveEnd(pricing: UsagePricing, quantity: Decimal): Decimal {
  const ends = [LEAST, quantity.times(TWO), leastEnd(pricing)]
  return ends.reduce((most, end) => (end.gt(most) ? end : most))
}

function leastEnd(pricing: UsagePricing): Decimal {
  switch (pricing.pricingModel) {
    case 'flat':
      return ZERO
    case 'package':
      return pricing.packageSize.times(THREE)
    default:
      return (pricing.tiers.at(-1)?.lower ?? ZERO).times(TWO)
  }
}

/** Returns the quantities after which the price of a unit changes or a fee falls due. */
function boundsOf(pricing: UsagePricing, end: Decimal): readonly Decimal[] {
  switch (pricing.pricingModel) {
    case 'flat':
      return []
    case 'package':
      return packageBounds(pricing.packageSize, end)
    default:
      return thinned(pricing.tiers).map(({ lower }) => lower)
  }
}

/** Returns up to forty evenly spaced multiples of the size of a package. */
function packageBounds(size: Decimal, end: Decimal): Decimal[] {
  const packages = end.minus(end.mod(size)).div(size)
  const step = packages.div(decimalFromInteger(BOUNDS_MAX)).round().plus(ONE).times(size)
  return Array.from({ length: BOUNDS_MAX }, (_, at) => step.times(decimalFromInteger(at)))
}

/**
 * Returns the price at evenly spaced whole quantities from 0 to `end`, and at up to forty bounds of
 * tiers or packages. Each bound is followed by one unit more, where the price may jump.
 */
export function priceCurve(pricing: UsagePricing, end: Decimal): CurvePoint[] {
  const even = Array.from({ length: STEPS }, (_, index) =>
    end.times(decimalFromInteger(index)).div(decimalFromInteger(STEPS)).round(),
  )
  const bounds = boundsOf(pricing, end).flatMap((bound) => [bound, bound.plus(ONE)])
  const quantities = new Map(
    [...even, ...bounds, end]
      .filter((quantity) => quantity.lte(end))
      .map((quantity) => [quantity.toFixed(), quantity]),
  )
  return [...quantities.values()]
    .toSorted((a, b) => a.cmp(b))
    .map((quantity) => pointAt(pricing, quantity))
}

/** Returns an evenly spaced selection, including the first and the last. */
function thinned<T>(all: readonly T[]): readonly T[] {
  if (all.length <= BOUNDS_MAX) return all
  const last = all.length - 1
  const picked = Array.from({ length: BOUNDS_MAX }, (_, at) =>
    Math.round((at * last) / (BOUNDS_MAX - 1)),
  )
  return picked.flatMap((index) => all.slice(index, index + 1))
}

function pointAt(pricing: UsagePricing, quantity: Decimal): CurvePoint {
  const { amount } = priceUsage(pricing, quantity)
  return { quantity, amount, unitPrice: quantity.eq(ZERO) ? null : amount.div(quantity) }
}
