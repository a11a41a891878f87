import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../platform/http/fields.ts'
import {
  listOf,
  pageParameters,
  sortedBy,
  sortOrder,
  updatedSince,
} from '../../platform/http/list.ts'
import { couponTerms } from '../coupons/coupon-terms.ts'
import { customerExternalId, namedCustomer } from '../customers/fields.ts'

const COUPON_ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'
const CUSTOMER_ID = '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a12'

export const DiscountCreate = Type.Object(
  {
    couponId: uuid('An active coupon.'),
    ...namedCustomer(
      'The customer whose invoices are reduced: those of all subscriptions, unless ' +
        'subscriptionId is set.',
    ),
    subscriptionId: Type.Optional(
      uuid(
        'Reduces the invoices of this subscription only, and of those before and after it by changes of plan. ' +
          'customerId is then not needed.',
      ),
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
    customerExternalId,
    subscriptionId: Type.Union([uuid(), Type.Null()], {
      description: 'Null when it applies to every subscription of the customer.',
    }),
    dealId: Type.Union([uuid(), Type.Null()], {
      description: 'The `dealId` of the subscription; null when it applies to every subscription.',
    }),
    name: Type.String({ description: 'Name of the coupon.' }),
    ...couponTerms,
    periodsUsed: Type.Integer({
      description: 'Number of invoices reduced, not counting void ones.',
    }),
    periodsLeft: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Number of invoices still to be reduced; null for duration forever. 0 once it has ended.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp('When it was given or ended, in real time; not when an invoice used it.'),
    endedAt: Type.Union([timestamp(), Type.Null()], {
      description: 'Invoices generated after this time are not reduced.',
    }),
  },
  {
    title: 'Discount',
    description: 'A coupon applied to a customer or to one of its subscriptions.',
  },
)
export type Discount = Static<typeof Discount>

export const DiscountParams = Type.Object({ discountId: uuid() })

export const DiscountListQuery = Type.Object({
  ...pageParameters,
  ...namedCustomer('Includes discounts of its subscriptions.'),
  subscriptionId: Type.Optional(uuid('Does not include discounts of the whole customer.')),
  couponId: Type.Optional(uuid()),
  sortBy: sortedBy(['createdAt', 'updatedAt'], 'Latest first by default.'),
  sortOrder,
  updatedSince,
})
export type DiscountListQuery = Static<typeof DiscountListQuery>

export const DiscountList = listOf('DiscountList', Discount)
export type DiscountList = Static<typeof DiscountList>
