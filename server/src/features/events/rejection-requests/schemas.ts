import { Type } from 'typebox'
import { lines, uuid } from '../../../platform/http/fields.ts'

const REASON_LENGTH_MAX = 1_000

export const RejectionRequestDecline = Type.Object(
  {
    reason: Type.String({
      ...lines(REASON_LENGTH_MAX, 'Why the outcome stays billed. The customer sees it.'),
      minLength: 1,
    }),
  },
  {
    title: 'RejectionRequestDecline',
    additionalProperties: false,
    examples: [{ reason: 'The second ticket was about another order' }],
  },
)

export const RejectionRequestParams = Type.Object({ rejectionRequestId: uuid('The request.') })
