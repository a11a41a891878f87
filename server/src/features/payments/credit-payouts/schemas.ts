import { type Static, Type } from 'typebox'
import {
  nullable,
  sentDecimal,
  TEXT_LENGTH_MAX,
  text,
  timestamp,
  uuid,
} from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'

export const CreditPayoutParams = Type.Object({
  customerId: uuid(),
})

export const CreditPayoutCreate = Type.Object(
  {
    currency: Type.String({ minLength: 3, maxLength: 3, examples: ['USD'] }),
    amount: sentDecimal(
      'A positive number or decimal text, at most the credit from corrections in that currency.',
    ),
    reference: Type.Optional(
      text(TEXT_LENGTH_MAX, 'Your own reference, such as the number of a bank transfer.'),
    ),
  },
  {
    title: 'CreditPayoutCreate',
    additionalProperties: false,
    examples: [{ currency: 'USD', amount: 20, reference: 'ZX-2291' }],
  },
)
export type CreditPayoutCreate = Static<typeof CreditPayoutCreate>

export const CreditPayout = Type.Object(
  {
    id: uuid(),
    customerId: uuid(),
    customerExternalId,
    currency: Type.String(),
    amount: Type.Number(),
    reference: nullable(Type.String()),
    paidAt: timestamp(),
    creditBalance: Type.Number({
      description: 'Remaining credit from corrections in that currency.',
    }),
  },
  { title: 'CreditPayout', description: 'Credit that was paid out to a customer.' },
)
export type CreditPayout = Static<typeof CreditPayout>
