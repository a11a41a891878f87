import { type Static, Type } from 'typebox'
import {
  name,
  refused,
  searchIn,
  sortBy,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../platform/http/list.ts'
import { CURRENCY } from '../../platform/http/text-patterns.ts'
import { couponTerms, DURATIONS, descriptions } from './coupon-terms.ts'

const DURATION_PERIODS_MAX = 1_200

const couponName = name('Printed on invoices.')

/**
 * A number or decimal text; the service validates the value, where the message can name the reason.
 */
const optionalDecimal = (description: string) =>
  Type.Optional(
    Type.Unsafe<number | string | null>({
      type: ['number', 'string', 'null'],
      maxLength: VALUE_LENGTH_MAX,
      description: `${description} A number or decimal text.`,
    }),
  )

export const CouponCreate = Type.Object(
  {
    name: couponName,
    percentOff: optionalDecimal(descriptions.percentOff),
    amountOff: optionalDecimal(descriptions.amountOff),
    currency: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        pattern: CURRENCY,
        maxLength: 3,
        description: descriptions.currency,
      }),
    ),
    duration: Type.Optional(
      Type.Enum(DURATIONS, {
        title: 'CouponDuration',
        description: descriptions.duration,
        default: 'once',
      }),
    ),
    durationPeriods: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: DURATION_PERIODS_MAX,
        description: descriptions.durationPeriods,
      }),
    ),
    isActive: Type.Optional(Type.Boolean({ description: descriptions.isActive, default: true })),
  },
  {
    title: 'CouponCreate',
    additionalProperties: false,
    examples: [
      { name: 'Launch offer', percentOff: 20, duration: 'repeating', durationPeriods: 3 },
      { name: 'Sorry for the outage', amountOff: '50.00', currency: 'USD' },
    ],
  },
)
export type CouponCreate = Static<typeof CouponCreate>

export const CouponUpdate = Type.Object(
  {
    name: Type.Optional(couponName),
    isActive: Type.Optional(Type.Boolean({ description: descriptions.isActive })),
    percentOff: refused,
    amountOff: refused,
    currency: refused,
    duration: refused,
    durationPeriods: refused,
  },
  {
    title: 'CouponUpdate',
    description: 'The terms of a coupon cannot change: create another coupon instead.',
    additionalProperties: false,
    examples: [{ isActive: false }],
  },
)
export type CouponUpdate = Static<typeof CouponUpdate>

export const Coupon = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    ...couponTerms,
    isActive: Type.Boolean({ description: descriptions.isActive }),
    timesGiven: Type.Integer({
      description: 'Number of discounts created from the coupon, including ended ones.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  {
    title: 'Coupon',
    description: 'A reduction of invoices. Applied to a customer or a subscription as a discount.',
  },
)
export type Coupon = Static<typeof Coupon>

export const CouponParams = Type.Object({ couponId: uuid() })

export const CouponListQuery = Type.Object({
  ...pageParameters,
  isActive: Type.Optional(Type.Boolean()),
  search: searchIn('the name'),
  sortBy: sortBy(['createdAt', 'name', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type CouponListQuery = Static<typeof CouponListQuery>

export const CouponList = listOf('CouponList', Coupon)
export type CouponList = Static<typeof CouponList>
