import { Type } from 'typebox'
import { nullable } from '../../platform/http/fields.ts'

export const DURATIONS = ['once', 'repeating', 'forever'] as const
export type CouponDuration = (typeof DURATIONS)[number]

export const descriptions = {
  percentOff:
    '10 for 10 % off; above 0 and at most 100. Send exactly one of percentOff and amountOff.',
  amountOff: 'A fixed amount off, in currency. Invoices in other currencies are not reduced.',
  currency: 'ISO 4217 currency of amountOff.',
  duration:
    'Number of billing periods of a customer or subscription that are reduced. All invoices of a ' +
    'period count as one. once: the next period. repeating: as many as durationPeriods says. ' +
    'forever: all of them.',
  durationPeriods: 'Only with duration repeating, where it is required.',
  isActive: 'False: the coupon cannot be applied any more. Existing discounts continue.',
}

/** Discount and duration of a coupon; a discount shows them too. */
export const couponTerms = {
  percentOff: nullable(Type.Number(), 'Null for a fixed amount.'),
  amountOff: nullable(Type.Number(), 'Null for a percentage.'),
  currency: nullable(Type.String(), descriptions.currency),
  duration: Type.Enum(DURATIONS, { title: 'CouponDuration', description: descriptions.duration }),
  durationPeriods: nullable(Type.Integer(), descriptions.durationPeriods),
}
