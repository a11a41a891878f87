import { type Static, Type } from 'typebox'
import { NET_TERMS_DAYS_MAX } from '../../domain/time/net-terms.ts'
import {
  asSent,
  jsonObject,
  name,
  nullable,
  searchIn,
  sortBy,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { TEXT } from '../../platform/http/text-patterns.ts'

const INTEGER_MAX = 2_147_483_647
const MEMO_LENGTH_MAX = 5_000
/** Ten years, in days. */
const CUSTOM_CYCLE_DAYS_MAX = 3_660

const day = (description: string) => Type.String({ format: 'date', description })

export const SubscriptionStatus = Type.Enum(['upcoming', 'active', 'ended'], {
  title: 'SubscriptionStatus',
})
export const BillingCycle = Type.Enum(['monthly', 'yearly', 'custom'], { title: 'BillingCycle' })
export const BillingModel = Type.Enum(['subscription', 'usage', 'hybrid'], {
  title: 'BillingModel',
})
export type BillingModel = Static<typeof BillingModel>

const subscriptionName = name()
const planId = uuid()
const agentId = uuid('An agent that the plan is linked to.')
const customerId = uuid('The id here, not your external id.')
const startDate = Type.String({
  maxLength: VALUE_LENGTH_MAX,
  description:
    'ISO 8601 date, past or future. A timestamp counts from its date in the time zone of the subscription.',
})

const freeForm = jsonObject('Free-form; stored, not interpreted. Null: empty.')

/** What can be sent of a subscription besides its name, its parties and its start. */
const terms = {
  status: Type.Optional(
    Type.Enum(['upcoming', 'active', 'ended'], {
      title: 'SubscriptionStatus',
      description:
        'Follows the dates. On create it is accepted and not used; on update `ended` ends the subscription now, and `active` starts an upcoming one today.',
    }),
  ),
  billingCycle: Type.Optional(BillingCycle),
  billingModel: Type.Optional(
    Type.Enum(['subscription', 'usage', 'hybrid'], {
      title: 'BillingModel',
      description: 'Describes the deal. What is charged is up to the strategies of the plan.',
    }),
  ),
  netTerms: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: NET_TERMS_DAYS_MAX }), Type.Null()], {
      description:
        "Days to pay an invoice in. Without it, or null: the customer's, as they are when an invoice is issued.",
    }),
  ),
  autoCollectPayment: Type.Optional(
    Type.Boolean({ description: 'Charge the saved payment method for each invoice.' }),
  ),
  endDate: Type.Optional(
    Type.Union([Type.String({ maxLength: VALUE_LENGTH_MAX }), Type.Null()], {
      description:
        'A date is the last day that is billed; a timestamp is the exact end, itself no longer billed (without an offset: in the time zone of the subscription).',
    }),
  ),
  isForever: Type.Optional(Type.Boolean({ description: 'When true, endDate is ignored.' })),
  seatsCount: Type.Optional(
    Type.Integer({ minimum: 0, maximum: INTEGER_MAX, description: 'For seat-based prices.' }),
  ),
  customCycleDays: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: CUSTOM_CYCLE_DAYS_MAX }), Type.Null()], {
      description: 'Days of a period; with billingCycle `custom`, and only then.',
    }),
  ),
  proratedAmount: Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: VALUE_LENGTH_MAX }), Type.Null()], {
      description:
        'A number or decimal text, also negative: once, as a line of its own, on the next invoice. Each time that it is sent is one adjustment, which replaces the one that is not billed yet; null takes that one away.',
    }),
  ),
  timezone: Type.Optional(
    Type.Union([Type.String({ maxLength: VALUE_LENGTH_MAX }), Type.Null()], {
      description: "IANA name, such as Europe/Berlin. Without it the customer's time zone applies.",
    }),
  ),
  billingDay: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 31 }), Type.Null()], {
      description:
        'Day of month that periods start on, clamped in shorter months; the first period is a stub up to it. Default: the day of startDate.',
    }),
  ),
  invoiceMemo: Type.Optional(
    Type.Union([Type.String({ maxLength: MEMO_LENGTH_MAX, pattern: TEXT }), Type.Null()], {
      description: 'Printed on every invoice.',
    }),
  ),
  subscriptionDetails: Type.Optional(Type.Union([freeForm, Type.Null()])),
  metadata: Type.Optional(Type.Union([freeForm, Type.Null()])),
}

export const SubscriptionCreate = Type.Object(
  { name: subscriptionName, planId, agentId, customerId, startDate, ...terms },
  {
    title: 'SubscriptionCreate',
    additionalProperties: false,
    examples: [
      {
        name: 'Acme, support agent',
        planId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
        agentId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a11',
        customerId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a12',
        startDate: '2026-03-01',
        billingCycle: 'monthly',
        seatsCount: 5,
      },
    ],
  },
)
export type SubscriptionCreate = Static<typeof SubscriptionCreate>

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
    status: SubscriptionStatus,
    startDate: day('In the time zone of the subscription.'),
    endDate: nullable(Type.String(), 'The last day, or the exact end; null: none.'),
    isForever: Type.Boolean(),
    billingCycle: BillingCycle,
    customCycleDays: nullable(Type.Integer()),
    billingDay: nullable(Type.Integer()),
    billingModel: BillingModel,
    timezone: nullable(Type.String(), "Null: the customer's applies."),
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
