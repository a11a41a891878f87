import { type Static, Type } from 'typebox'
import {
  asSent,
  jsonObject,
  nullable,
  searchIn,
  sortBy,
  timestamp,
  uuid,
  version,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../../platform/http/list.ts'
import { customerExternalId, namedCustomer } from '../../customers/fields.ts'
import { UnbilledTime } from '../unbilled/unbilled-fields.ts'
import {
  BillingCycle,
  BillingModel,
  SubscriptionStatus,
  startDate,
  subscriptionName,
  terms,
} from './sent-fields.ts'

const day = (description: string) => Type.String({ format: 'date', description })

const UNTIL_INVOICED =
  'Can change until an invoice leaves draft; drafts are voided. After that, end this subscription ' +
  'and create another one.'

export const SubscriptionUpdate = Type.Object(
  {
    name: Type.Optional(subscriptionName),
    planId: Type.Optional(uuid(`Another active plan. ${UNTIL_INVOICED}`)),
    agentId: Type.Optional(uuid(`Another agent that is linked to the plan. ${UNTIL_INVOICED}`)),
    ...namedCustomer(`Another customer. ${UNTIL_INVOICED}`),
    startDate: Type.Optional(startDate),
    ...terms,
  },
  {
    title: 'SubscriptionUpdate',
    additionalProperties: false,
    examples: [{ seatsCount: 8, endDate: '2026-12-31', invoiceMemo: null }],
  },
)
export type SubscriptionUpdate = Static<typeof SubscriptionUpdate>

export const SubscriptionParams = Type.Object({ subscriptionId: uuid() })
export type SubscriptionParams = Static<typeof SubscriptionParams>

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

export const SubscriptionListQuery = Type.Object({
  ...pageParameters,
  ...namedCustomer(),
  agentId: Type.Optional(uuid()),
  planId: Type.Optional(uuid()),
  status: Type.Optional(SubscriptionStatus),
  search: searchIn('the name'),
  sortBy: sortBy(['createdAt', 'name', 'startDate', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type SubscriptionListQuery = Static<typeof SubscriptionListQuery>

export const SubscriptionList = listOf('SubscriptionList', Subscription)
export type SubscriptionList = Static<typeof SubscriptionList>

export const ChangelogQuery = Type.Object(pageParameters)
export type ChangelogQuery = Static<typeof ChangelogQuery>

const JsonValue = Type.Union(
  [
    ...[Type.String(), Type.Number(), Type.Boolean(), Type.Null()],
    ...[Type.Array(Type.Unknown()), jsonObject()],
  ],
  { title: 'JsonValue', description: 'Any value of a field; null when it was empty.' },
)

const FieldChange = Type.Object(
  {
    field: Type.String({
      description: 'A field of the subscription, or of its plan, such as `plan.name`.',
    }),
    from: asSent(JsonValue),
    to: asSent(JsonValue),
  },
  { title: 'FieldChange' },
)

export const SubscriptionChange = Type.Object(
  {
    id: uuid(),
    at: timestamp(),
    actor: Type.String({
      description: '`api_key:<id>`, `user:<id>`, or `system` for changes that follow from dates.',
    }),
    actorName: nullable(
      Type.String(),
      'Current name of the key or the person; null for `system`, and for those that no ' +
        'longer exist.',
    ),
    changes: Type.Array(FieldChange),
  },
  {
    title: 'SubscriptionChange',
    description: 'One change of a subscription or its plan, and its author.',
  },
)
export type SubscriptionChange = Static<typeof SubscriptionChange>

export const SubscriptionChangeList = listOf('SubscriptionChangeList', SubscriptionChange)
export type SubscriptionChangeList = Static<typeof SubscriptionChangeList>
