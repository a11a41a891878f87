import { amountNumber } from '../../domain/json-amount.ts'
import type { Coupon, CouponTerms } from './coupon.ts'
import type { Coupon as CouponBody } from './schemas.ts'

export function toBody(coupon: Coupon, timesGiven: number): CouponBody {
  const { createdAt, updatedAt, ...fields } = coupon
  return {
    ...fields,
    ...termsBody(coupon),
    timesGiven,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/**
 * Converts the terms to JSON numbers exactly; terms that no JSON number represents are refused on
 * creation.
 */
export function termsBody(terms: CouponTerms) {
  const { percentOff, amountOff, currency, duration, durationPeriods } = terms
  return {
    percentOff: percentOff && amountNumber(percentOff),
    amountOff: amountOff && amountNumber(amountOff),
    currency,
    duration,
    durationPeriods,
  }
}
