import { type Static, Type } from 'typebox'
import {
  asSent,
  jsonObject,
  nullable,
  searchIn,
  sortBy,
  timestamp,
  uuid,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../../platform/http/list.ts'
import { namedCustomer } from '../../customers/fields.ts'
import { SubscriptionStatus, startDate, subscriptionName, terms } from './sent-fields.ts'
import { Subscription } from './subscription-fields.ts'

const UNTIL_INVOICED =
  'Can change until an invoice leaves draft; drafts are voided. After that, changeSubscriptionPlan ' +
  'changes the plan; for another agent or customer, end this subscription and create another one.'

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

export { Subscription }

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
