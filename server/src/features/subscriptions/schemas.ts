import { type Static, Type } from 'typebox'
import {
  asSent,
  jsonObject,
  nullable,
  searchIn,
  sortBy,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { SubscriptionPeriod } from './periods/period-schema.ts'
import {
  BillingCycle,
  BillingModel,
  SubscriptionStatus,
  startDate,
  subscriptionName,
  terms,
} from './sent-subscription.ts'
import { UnbilledTime } from './unbilled/unbilled-schema.ts'

const day = (description: string) => Type.String({ format: 'date', description })

const UNTIL_INVOICED =
  'Changes until an invoice leaves draft; drafts are voided. Afterwards: end this subscription, ' +
  'and create another one.'

export const SubscriptionUpdate = Type.Object(
  {
    name: Type.Optional(subscriptionName),
    planId: Type.Optional(uuid(`Another active plan. ${UNTIL_INVOICED}`)),
    agentId: Type.Optional(uuid(`Another agent that the plan is linked to. ${UNTIL_INVOICED}`)),
    customerId: Type.Optional(uuid(`Another customer. ${UNTIL_INVOICED}`)),
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

export const InvoiceDatesUpdate = Type.Object(
  {
    nextInvoiceDate: Type.Optional(
      Type.String({
        format: 'date',
        description: 'A future day in the time zone of the subscription; periods count from it.',
      }),
    ),
    billingDay: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31,
        description: 'Day of month of the next and all later invoices.',
      }),
    ),
  },
  {
    title: 'InvoiceDatesUpdate',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ nextInvoiceDate: '2026-04-15' }],
  },
)
export type InvoiceDatesUpdate = Static<typeof InvoiceDatesUpdate>

export const SubscriptionParams = Type.Object({ subscriptionId: uuid() })
export type SubscriptionParams = Static<typeof SubscriptionParams>

const BillingPeriod = Type.Object(
  { start: timestamp(), end: timestamp('Itself not part of the period.') },
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
    currency: Type.String({ description: 'That of the plan.' }),
    status: SubscriptionStatus,
    startDate: day('In the time zone of the subscription.'),
    endDate: nullable(Type.String(), 'The last day, or the exact end; null: none.'),
    isForever: Type.Boolean(),
    billingCycle: BillingCycle,
    customCycleDays: nullable(Type.Integer()),
    billingDay: nullable(Type.Integer()),
    billingModel: BillingModel,
    timezone: nullable(Type.String(), "Null: the customer's applies."),
    timezoneInForce: Type.String({ description: "Its own, else the customer's." }),
    netTerms: Type.Integer({ description: "The number in force: its own, else the customer's." }),
    autoCollectPayment: Type.Boolean(),
    seatsCount: Type.Integer(),
    proratedAmount: nullable(
      Type.Number(),
      "What is yet to be billed, in the plan's currency; null once an invoice has it.",
    ),
    invoiceMemo: nullable(Type.String()),
    subscriptionDetails: jsonObject('As it was sent.'),
    metadata: jsonObject('As it was sent.'),
    currentPeriod: nullable(
      BillingPeriod,
      'The billing period under way; null when the subscription is not active.',
    ),
    nextInvoiceDate: nullable(
      day('In the time zone of the subscription.'),
      'The day the current period ends, or the first one of an upcoming subscription; null once ended.',
    ),
    unbilledTime: Type.Array(UnbilledTime, {
      description: 'Time that is not billed automatically, in order; empty when there is none.',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Subscription', description: 'A customer on a plan, for the work of one agent.' },
)
export type Subscription = Static<typeof Subscription>

export const SubscriptionListQuery = Type.Object({
  ...pageParameters,
  customerId: Type.Optional(uuid('The id here, not your external id.')),
  agentId: Type.Optional(uuid()),
  planId: Type.Optional(uuid()),
  status: Type.Optional(SubscriptionStatus),
  search: searchIn('the name'),
  sortBy: sortBy(['createdAt', 'name', 'startDate']),
  sortOrder,
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
  { title: 'JsonValue', description: 'Any value of a field; null where there was nothing.' },
)

const FieldChange = Type.Object(
  {
    field: Type.String({
      description: 'A field of the subscription, or of its plan: `plan.name`.',
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
      description: '`api_key:<id>`, `user:<id>`, or `system` for what the dates brought about.',
    }),
    actorName: nullable(
      Type.String(),
      'What the key or the person is called now; null for `system`, and for what is gone.',
    ),
    changes: Type.Array(FieldChange),
  },
  {
    title: 'SubscriptionChange',
    description: 'One change of a subscription or its plan, and who made it.',
  },
)
export type SubscriptionChange = Static<typeof SubscriptionChange>

export const SubscriptionChangeList = listOf('SubscriptionChangeList', SubscriptionChange)
export type SubscriptionChangeList = Static<typeof SubscriptionChangeList>

export const SubscriptionPeriodList = Type.Object(
  { results: Type.Array(SubscriptionPeriod, { description: 'In order of time.' }) },
  {
    title: 'SubscriptionPeriodList',
    description:
      'Billing periods of a subscription: the last three, the present and the next three.',
    examples: [
      {
        results: [
          {
            start: '2026-03-01T00:00:00.000Z',
            end: '2026-04-01T00:00:00.000Z',
            invoiceDate: '2026-04-01',
            state: 'current',
          },
        ],
      },
    ],
  },
)
export type SubscriptionPeriodList = Static<typeof SubscriptionPeriodList>
