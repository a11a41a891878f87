import assert from 'node:assert/strict'
import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, decimalFromInteger, ZERO } from '../money.ts'
import type { BilledPeriod } from '../time/schedule.ts'
import { parseTiers, type UsagePricing } from './pricing.ts'
import { prorate } from './proration.ts'

const ONE = decimalFromInteger(1)

/**
 * Returns the pricing of a billing period. Where a change of plan cuts the period, a pool has its fee and its size by
 * the days covered of the days that the period has without the change: the fee rounded to the minor unit, the size
 * rounded up to a whole unit. So the plans before and after the change have one pool together.
 */
export function poolOfPeriod(
  pricing: UsagePricing,
  { daysCovered, deal }: Pick<BilledPeriod, 'daysCovered' | 'deal'>,
  currency: string,
): UsagePricing {
  if (pricing.pricingModel !== 'credit_pool' || daysCovered === deal.days) return pricing
  const [pool, overage] = pricing.tiers
  assert(pool && overage, 'a pool has two tiers')
  const days = { daysCovered, daysFull: deal.days }
  const size = sizeOf(pool.upper ?? ZERO, days).toFixed()
  const fee = roundToMinorUnit(prorate(pool.rate, days), currency).toFixed()
  const cut = parseTiers(
    [
      { lower: '0', upper: size, rate: fee },
      { lower: size, upper: null, rate: overage.rate.toFixed() },
    ],
    'credit_pool',
  )
  assert(cut.ok, 'a cut pool has valid bounds')
  return { pricingModel: 'credit_pool', tiers: cut.tiers }
}

/** Rounded up, so that a pool never has no unit; at most the whole pool. */
function sizeOf(size: Decimal, days: { daysCovered: number; daysFull: number }): Decimal {
  const daysFull = decimalFromInteger(days.daysFull)
  const units = size.times(decimalFromInteger(days.daysCovered))
  const rest = units.mod(daysFull)
  const whole = units.minus(rest).div(daysFull)
  const up = rest.gt(ZERO) ? whole.plus(ONE) : whole
  return up.gt(size) ? size : up
}
