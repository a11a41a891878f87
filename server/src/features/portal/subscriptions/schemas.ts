import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { couponTerms } from '../../coupons/coupon-terms.ts'
import { shownPrice } from '../../pricing-plans/strategies/shown-fields.ts'
import { BillingCycle, SubscriptionStatus } from '../../subscriptions/terms/sent-fields.ts'
import { PortalPeriod } from '../period-fields.ts'

const { pricingModel, rate, packageSize, tiers } = shownPrice

const PortalNextPrice = Type.Object(
  {
    effectiveFrom: Type.String({
      format: 'date',
      description: 'First day of the first billing period that has the price.',
    }),
    ...{ pricingModel, rate, packageSize, tiers },
  },
  { title: 'PortalNextPrice', description: 'The price that follows.' },
)

const PortalPrice = Type.Object(
  {
    ...shownPrice,
    next: nullable(PortalNextPrice, 'The next other price; null: none is known.'),
    signalName: nullable(
      Type.String(),
      'The signal that is counted; null unless chargeType is usage.',
    ),
  },
  { title: 'PortalPrice', description: 'One price of a plan, as the customer sees it.' },
)

const PortalDiscount = Type.Object(
  {
    name: Type.String(),
    ...couponTerms,
    periodsUsed: Type.Integer({ description: 'Number of invoices reduced.' }),
    periodsLeft: nullable(
      Type.Integer(),
      'Number of invoices still to be reduced; null: all of them.',
    ),
  },
  { title: 'PortalDiscount', description: 'A discount on future invoices.' },
)

export const PortalSubscription = Type.Object(
  {
    id: uuid(),
    planName: Type.String(),
    agentName: Type.String(),
    status: SubscriptionStatus,
    currency: Type.String(),
    startDate: Type.String({
      format: 'date',
      description: 'First day, in the time zone of the subscription.',
    }),
    endDate: nullable(Type.String(), 'Last day, or the exact end; null: no end.'),
    billingCycle: BillingCycle,
    customCycleDays: nullable(Type.Integer()),
    seatsCount: Type.Integer({ description: 'Seats of today.' }),
    nextSeats: nullable(
      Type.Object(
        {
          from: Type.String({ format: 'date', description: 'First day with this number.' }),
          seatsCount: Type.Integer(),
        },
        { title: 'PortalNextSeats' },
      ),
      'The next change of the number of seats; null: none is planned.',
    ),
    nextPlan: nullable(
      Type.Object(
        {
          from: Type.String({ format: 'date', description: 'First day with this plan.' }),
          planName: Type.String(),
        },
        { title: 'PortalNextPlan' },
      ),
      'The plan that follows by a change of plan; null: none is planned.',
    ),
    timeZone: Type.String({ description: 'Time zone of the dates.' }),
    currentPeriod: nullable(
      PortalPeriod,
      'The current billing period; null when the subscription is not active.',
    ),
    nextInvoiceDate: nullable(
      Type.String({ format: 'date' }),
      'Day on which the next invoice is created; null once the subscription has ended.',
    ),
    prices: Type.Array(PortalPrice, { description: 'In the order of the plan.' }),
    discounts: Type.Array(PortalDiscount, { description: 'Discounts that still apply.' }),
  },
  { title: 'PortalSubscription', description: 'A subscription as the customer sees it.' },
)
export type PortalSubscription = Static<typeof PortalSubscription>

export const PortalSubscriptionList = Type.Object(
  { results: Type.Array(PortalSubscription), totalResults: Type.Integer() },
  {
    title: 'PortalSubscriptionList',
    description: 'Latest first: at most a hundred, with the total number.',
  },
)
export type PortalSubscriptionList = Static<typeof PortalSubscriptionList>
