import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { couponTerms } from '../coupons/coupon-terms.ts'

const COUPON_ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'
const CUSTOMER_ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a12'

export const DiscountCreate = Type.Object(
  {
    couponId: uuid('An active coupon.'),
    customerId: Type.Optional(
      uuid('Whose invoices it is for: of all subscriptions, unless subscriptionId names one.'),
    ),
    subscriptionId: Type.Optional(
      uuid('The only subscription whose invoices it is for. It needs no customerId.'),
    ),
  },
  {
    title: 'DiscountCreate',
    additionalProperties: false,
    examples: [{ couponId: COUPON_ID, customerId: CUSTOMER_ID }],
  },
)
export type DiscountCreate = Static<typeof DiscountCreate>

export const Discount = Type.Object(
  {
    id: uuid(),
    couponId: uuid(),
    customerId: uuid(),
    subscriptionId: Type.Union([uuid(), Type.Null()], {
      description: 'Null: for every subscription of the customer.',
    }),
    name: Type.String({ description: 'Of the coupon.' }),
    ...couponTerms,
    periodsUsed: Type.Integer({
      description: 'How many invoices that are not void it took something off.',
    }),
    periodsLeft: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many more; null for duration forever. Once it has ended, 0.',
    }),
    createdAt: timestamp(),
    endedAt: Type.Union([timestamp(), Type.Null()], {
      description: 'Invoices generated from then on are without it.',
    }),
  },
  {
    title: 'Discount',
    description: 'A coupon given to a customer or to one of its subscriptions.',
  },
)
export type Discount = Static<typeof Discount>

export const DiscountParams = Type.Object({ discountId: uuid() })

export const DiscountListQuery = Type.Object({
  ...pageParameters,
  customerId: Type.Optional(uuid('Also those of its subscriptions.')),
  subscriptionId: Type.Optional(uuid('Without those of the whole customer.')),
  couponId: Type.Optional(uuid()),
  sortOrder,
})
export type DiscountListQuery = Static<typeof DiscountListQuery>

export const DiscountList = listOf('DiscountList', Discount)
export type DiscountList = Static<typeof DiscountList>
