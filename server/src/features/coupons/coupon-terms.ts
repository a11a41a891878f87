import { Type } from 'typebox'
import { nullable } from '../../platform/http/fields.ts'

export const DURATIONS = ['once', 'repeating', 'forever'] as const
export type CouponDuration = (typeof DURATIONS)[number]

export const descriptions = {
  percentOff: '10 for 10 % off; above 0 and at most 100. Exactly one of percentOff and amountOff.',
  amountOff: 'A fixed amount off, in currency. Invoices in other currencies are left as they are.',
  currency: 'ISO 4217, of amountOff.',
  duration:
    'How many invoices of a customer or subscription it takes something off: once the next one, ' +
    'repeating those of durationPeriods, forever every one.',
  durationPeriods: 'With duration repeating, and only then.',
  isActive: 'False: it cannot be given any more. Discounts already given go on.',
}

/** What a coupon takes off and how often; a discount shows it too. */
export const couponTerms = {
  percentOff: nullable(Type.Number(), 'Null when it is a fixed amount.'),
  amountOff: nullable(Type.Number(), 'Null when it is a percentage.'),
  currency: nullable(Type.String(), descriptions.currency),
  duration: Type.Enum(DURATIONS, { title: 'CouponDuration', description: descriptions.duration }),
  durationPeriods: nullable(Type.Integer(), descriptions.durationPeriods),
}
