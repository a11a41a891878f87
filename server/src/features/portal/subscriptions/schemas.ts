import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { couponTerms } from '../../coupons/coupon-terms.ts'
import { shownPrice } from '../../pricing-plans/strategies/shown-price.ts'
import { BillingCycle, SubscriptionStatus } from '../../subscriptions/sent-subscription.ts'
import { PortalPeriod } from '../period.ts'

const PortalPrice = Type.Object(
  {
    ...shownPrice,
    signalName: nullable(Type.String(), 'What is counted; null unless chargeType is usage.'),
  },
  { title: 'PortalPrice', description: 'One priced thing of a plan, as customers read it.' },
)

const PortalDiscount = Type.Object(
  {
    name: Type.String(),
    ...couponTerms,
    periodsUsed: Type.Integer({ description: 'Invoices that it took something off.' }),
    periodsLeft: nullable(Type.Integer(), 'How many more; null: every one.'),
  },
  { title: 'PortalDiscount', description: 'What is taken off invoices to come.' },
)

export const PortalSubscription = Type.Object(
  {
    id: uuid(),
    planName: Type.String(),
    agentName: Type.String(),
    status: SubscriptionStatus,
    currency: Type.String(),
    startDate: Type.String({ format: 'date', description: 'Its first day, in its time zone.' }),
    endDate: nullable(Type.String(), 'Its last day, or the exact end; null: none.'),
    billingCycle: BillingCycle,
    customCycleDays: nullable(Type.Integer()),
    seatsCount: Type.Integer(),
    timeZone: Type.String({ description: 'Its days are in this one.' }),
    currentPeriod: nullable(
      PortalPeriod,
      'The billing period under way; null when the subscription is not active.',
    ),
    nextInvoiceDate: nullable(Type.String({ format: 'date' }), 'Null once it has ended.'),
    prices: Type.Array(PortalPrice, { description: 'In the order of the plan.' }),
    discounts: Type.Array(PortalDiscount, { description: 'Those that still take something off.' }),
  },
  { title: 'PortalSubscription', description: 'What a customer has subscribed to.' },
)
export type PortalSubscription = Static<typeof PortalSubscription>

export const PortalSubscriptionList = Type.Object(
  { results: Type.Array(PortalSubscription), totalResults: Type.Integer() },
  {
    title: 'PortalSubscriptionList',
    description: 'The latest first: a hundred at most, and how many there are.',
  },
)
export type PortalSubscriptionList = Static<typeof PortalSubscriptionList>
