import { type Static, Type } from 'typebox'
import { NET_TERMS_DAYS_MAX } from '../../../domain/time/net-terms.ts'
import { jsonObject, name, uuid, VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { LINES } from '../../../platform/http/text-patterns.ts'
import { requiredCustomer } from '../../customers/fields.ts'

const INTEGER_MAX = 2_147_483_647
const MEMO_LENGTH_MAX = 5_000
/** Ten years, in days. */
const CUSTOM_CYCLE_DAYS_MAX = 3_660

export const SubscriptionStatus = Type.Enum(['upcoming', 'active', 'ended'], {
  title: 'SubscriptionStatus',
})
export const BillingCycle = Type.Enum(['monthly', 'yearly', 'custom'], { title: 'BillingCycle' })
export const BillingModel = Type.Enum(['subscription', 'usage', 'hybrid'], {
  title: 'BillingModel',
})
export type BillingModel = Static<typeof BillingModel>

export const subscriptionName = name()
const planId = uuid()
const agentId = uuid('An agent that is linked to the plan.')
export const startDate = Type.String({
  maxLength: VALUE_LENGTH_MAX,
  description:
    'ISO 8601 date, past or future. A timestamp is taken as its date in the time zone of ' +
    'the subscription.',
})

const freeForm = jsonObject('Free-form; stored, not interpreted. Null: empty.')

export const seatsCount = Type.Integer({
  minimum: 0,
  maximum: INTEGER_MAX,
  description: 'For seat-based prices.',
})

/** Fields that a request may send in addition to name, parties and start date. */
export const terms = {
  status: Type.Optional(
    Type.Enum(['upcoming', 'active', 'ended'], {
      title: 'SubscriptionStatus',
      description:
        'Follows from the dates. On creation it is accepted and ignored; on update, `ended` ' +
        'ends the subscription now, and `active` starts an upcoming one today.',
    }),
  ),
  billingCycle: Type.Optional(BillingCycle),
  billingModel: Type.Optional(
    Type.Enum(['subscription', 'usage', 'hybrid'], {
      title: 'BillingModel',
      description: 'Describes the agreement. The strategies of the plan determine the charges.',
    }),
  ),
  netTerms: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: NET_TERMS_DAYS_MAX }), Type.Null()], {
      description:
        'Days to pay an invoice. Without it, or null: the net terms of the customer at the ' +
        'time an invoice is issued.',
    }),
  ),
  autoCollectPayment: Type.Optional(
    Type.Boolean({ description: 'Charges the saved payment method for each invoice.' }),
  ),
  endDate: Type.Optional(
    Type.Union([Type.String({ maxLength: VALUE_LENGTH_MAX }), Type.Null()], {
      description:
        'A date is the last day that is billed; a timestamp is the exact, exclusive end ' +
        '(without an offset: in the time zone of the subscription).',
    }),
  ),
  isForever: Type.Optional(Type.Boolean({ description: 'When true, endDate is ignored.' })),
  seatsCount: Type.Optional(seatsCount),
  customCycleDays: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: CUSTOM_CYCLE_DAYS_MAX }), Type.Null()], {
      description:
        'Length of a period in days. Required for billingCycle `custom`, and not allowed ' +
        'otherwise.',
    }),
  ),
  proratedAmount: Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: VALUE_LENGTH_MAX }), Type.Null()], {
      description:
        'A number or decimal text, may be negative: billed once, on a separate line of the ' +
        'next invoice. Each request sets one adjustment, which replaces the one that is not ' +
        'billed yet; null removes that one.',
    }),
  ),
  keepAdvance: Type.Optional(
    Type.Boolean({
      description:
        'Whether an end keeps what was billed in advance for the days after it. Default: false; ' +
        'the last invoice gives these days back.',
    }),
  ),
  timezone: Type.Optional(
    Type.Union([Type.String({ maxLength: VALUE_LENGTH_MAX }), Type.Null()], {
      description: 'IANA name, such as Europe/Berlin. Default: the time zone of the customer.',
    }),
  ),
  billingDay: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 31 }), Type.Null()], {
      description:
        'Day of the month on which periods start, clamped in shorter months; the first ' +
        'period is a stub up to it. Default: the day of startDate.',
    }),
  ),
  invoiceMemo: Type.Optional(
    Type.Union([Type.String({ maxLength: MEMO_LENGTH_MAX, pattern: LINES }), Type.Null()], {
      description: 'Printed on every invoice.',
    }),
  ),
  subscriptionDetails: Type.Optional(Type.Union([freeForm, Type.Null()])),
  metadata: Type.Optional(Type.Union([freeForm, Type.Null()])),
}

export const SubscriptionCreate = Type.Object(
  { name: subscriptionName, planId, agentId, ...requiredCustomer(), startDate, ...terms },
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
