import { type Static, Type } from 'typebox'
import { lines } from '../../../platform/http/fields.ts'
import { SERVICES_MAX } from '../../usage/batch/parse-record.ts'
import {
  model,
  modelProvider,
  serviceFields,
  UsedService,
} from '../../usage/batch/service-fields.ts'
import { UsageEventDetail } from '../schemas.ts'
import { keyFields } from './key-fields.ts'

const REASON_LENGTH_MAX = 1_000

const reason = Type.Optional(
  lines(REASON_LENGTH_MAX, 'For your records; not visible to customers.'),
)

const VoidFields = Type.Object(
  { reason },
  { title: 'EventVoid', additionalProperties: false, examples: [{ reason: 'Recorded twice' }] },
)

/** The body is optional. */
export const EventVoid = Type.Unsafe<Static<typeof VoidFields> | null>({
  ...VoidFields,
  type: ['object', 'null'],
})

export const EventVoidByKey = Type.Object(
  { ...keyFields, reason },
  {
    title: 'EventVoidByKey',
    additionalProperties: false,
    examples: [{ customerExternalId: 'acme', idempotencyKey: 'ticket-4711' }],
  },
)

const { quantity: _, ...tokenFields } = serviceFields

const workFields = {
  // Without the default of a record: a quantity that is not sent stays as it is.
  quantity: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Billing units of the signal. Default: unchanged.' }),
  ),
  model: Type.Optional(model),
  modelProvider: Type.Optional(modelProvider),
  ...tokenFields,
  services: Type.Optional(
    Type.Array(UsedService, {
      minItems: 1,
      maxItems: SERVICES_MAX,
      description: 'Instead of model + modelProvider. Replaces all services of the event.',
    }),
  ),
}

export const EventAmend = Type.Object(
  { ...workFields, reason },
  {
    title: 'EventAmend',
    additionalProperties: false,
    examples: [{ quantity: 3, reason: 'Two tickets were duplicates' }],
  },
)
export type EventAmend = Static<typeof EventAmend>

export const AmendedEvent = Type.Object(
  {
    ...UsageEventDetail.properties,
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What is probably a mistake in the new services: models whose cost is not known, LLMs ' +
          'without any token, and tiers of service without rates.',
      }),
    ),
  },
  {
    title: 'AmendedEvent',
    description: 'The event after the amendment, with warnings as of a usage record.',
  },
)
export type AmendedEvent = Static<typeof AmendedEvent>

export const EventAmendByKey = Type.Object(
  { ...keyFields, ...workFields, reason },
  {
    title: 'EventAmendByKey',
    additionalProperties: false,
    examples: [{ customerExternalId: 'acme', idempotencyKey: 'ticket-4711', quantity: 3 }],
  },
)
