import { Type } from 'typebox'
import { TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'

/** How a body names an event by its record. */
export const keyFields = {
  customerExternalId: Type.String({
    minLength: 1,
    maxLength: TEXT_LENGTH_MAX,
    description: 'The customer of the record; keys are unique for each customer.',
  }),
  idempotencyKey: Type.String({
    minLength: 1,
    maxLength: TEXT_LENGTH_MAX,
    description: 'The idempotencyKey of the record.',
  }),
}
