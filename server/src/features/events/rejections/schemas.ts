import { type Static, Type } from 'typebox'
import { lines, TEXT_LENGTH_MAX, uuid } from '../../../platform/http/fields.ts'
import { TEXT } from '../../../platform/http/text-patterns.ts'
import { keyFields } from '../corrections/key-fields.ts'
import { Rejection } from '../stored-rejections/fields.ts'

const REASON_LENGTH_MAX = 1_000

const reason = Type.String({
  ...lines(REASON_LENGTH_MAX, 'Why the outcome did not hold, such as “Reopened by the user”.'),
  minLength: 1,
})
const quantity = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'Units that are not billed. Default: all units of the event.',
  }),
)

export const RejectionCreate = Type.Object(
  { reason, quantity },
  {
    title: 'RejectionCreate',
    additionalProperties: false,
    examples: [{ reason: 'The customer opened the ticket again' }],
  },
)

export const RejectionCreateByKey = Type.Object(
  { ...keyFields, reason, quantity },
  {
    title: 'RejectionCreateByKey',
    additionalProperties: false,
    examples: [
      {
        customerExternalId: 'acme',
        idempotencyKey: 'ticket-4711',
        reason: 'The customer opened the ticket again',
      },
    ],
  },
)

export const RunRejectionCreate = Type.Object(
  { reason },
  {
    title: 'RunRejectionCreate',
    additionalProperties: false,
    examples: [{ reason: 'The customer opened the ticket again' }],
  },
)

export const RejectedRunParams = Type.Object({
  runId: Type.String({
    minLength: 1,
    maxLength: TEXT_LENGTH_MAX,
    pattern: TEXT,
    description: 'The trace id, or the `runId` of usage records.',
  }),
})

export const RunRejections = Type.Object(
  { results: Type.Array(Rejection) },
  { title: 'RunRejections', description: 'A rejection for each outcome of the run.' },
)

const WithdrawFields = Type.Object(
  {
    reason: Type.Optional(lines(REASON_LENGTH_MAX, 'Why the outcome holds after all.')),
  },
  {
    title: 'RejectionWithdraw',
    additionalProperties: false,
    examples: [{ reason: 'The ticket was another one' }],
  },
)
/** The body is optional. */
export const RejectionWithdraw = Type.Unsafe<Static<typeof WithdrawFields> | null>({
  ...WithdrawFields,
  type: ['object', 'null'],
})

export const RejectionParams = Type.Object({ rejectionId: uuid('The rejection.') })
