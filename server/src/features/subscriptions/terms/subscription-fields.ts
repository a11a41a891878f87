import { type Static, Type } from 'typebox'
import { jsonObject, nullable, timestamp, uuid, version } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { UnbilledTime } from '../unbilled/unbilled-fields.ts'
import { BillingCycle, BillingModel, SubscriptionStatus } from './sent-fields.ts'

const day = (description: string) => Type.String({ format: 'date', description })

const BillingPeriod = Type.Object(
  { start: timestamp(), end: timestamp('Exclusive end of the period.') },
  { title: 'BillingPeriod' },
)

export const Subscription = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    planId: uuid(),
    agentId: uuid(),
    customerId: uuid(),
    planName: Type.String(),
    agentName: Type.String(),
    customerName: Type.String(),
    customerExternalId,
    currency: Type.String({ description: 'Currency of the plan.' }),
    status: SubscriptionStatus,
    startDate: day('In the time zone of the subscription.'),
    endDate: nullable(Type.String(), 'Last day, or the exact end; null: no end.'),
    isForever: Type.Boolean(),
    billingCycle: BillingCycle,
    customCycleDays: nullable(Type.Integer()),
    billingDay: nullable(Type.Integer()),
    billingModel: BillingModel,
    timezone: nullable(Type.String(), 'Null: the time zone of the customer applies.'),
    timezoneInForce: Type.String({
      description: 'Its own time zone, otherwise the time zone of the customer.',
    }),
    netTerms: Type.Integer({
      description: "The effective number: its own, otherwise the customer's.",
    }),
    autoCollectPayment: Type.Boolean(),
    seatsCount: Type.Integer({
      description:
        'Seats in force today, in the time zone of the subscription; GET …/seats lists all by date.',
    }),
    proratedAmount: nullable(
      Type.Number(),
      "Amount still to be billed, in the plan's currency; null once an invoice includes it.",
    ),
    keepAdvance: Type.Boolean({
      description: 'Whether an end keeps what was billed in advance for the days after it.',
    }),
    invoiceMemo: nullable(Type.String()),
    subscriptionDetails: jsonObject('As it was sent.'),
    metadata: jsonObject('As it was sent.'),
    currentPeriod: nullable(
      BillingPeriod,
      'The current billing period; null when the subscription is not active.',
    ),
    nextInvoiceDate: nullable(
      day('In the time zone of the subscription.'),
      'Day on which the next invoice is created: the current period ends, or the first one of an ' +
        'upcoming subscription. If an invoice covers that period already, it is the end of the ' +
        'next period. Null once ended.',
    ),
    dealId: uuid(
      'The first of the subscriptions that follow each other by changes of plan; its own id without one.',
    ),
    replacesId: nullable(
      uuid(),
      'The subscription that this one follows by a change of plan; null: none.',
    ),
    replacedById: nullable(
      uuid(),
      'The subscription that follows this one by a change of plan; null: none.',
    ),
    unbilledTime: Type.Array(UnbilledTime, {
      description:
        'Time ranges that are not billed automatically, in order; empty when there are none.',
    }),
    version: version(
      'Grows with each change of the subscription, also when it starts or ends by date; not with ' +
        'values that follow from its customer, plan, agent or invoices.',
    ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Subscription', description: 'Puts a customer on a plan, for the work of one agent.' },
)
export type Subscription = Static<typeof Subscription>
