import { type Static, Type } from 'typebox'

const TEXT_LENGTH_MAX = 255
/** No half of a surrogate pair, which no text column can keep. */
const TEXT = '^\\P{Cs}*$'

export const CreditPayoutParams = Type.Object({
  customerId: Type.String({ format: 'uuid', maxLength: 36 }),
})

export const CreditPayoutCreate = Type.Object(
  {
    currency: Type.String({ minLength: 3, maxLength: 3, examples: ['USD'] }),
    amount: Type.Unsafe<number | string>({
      type: ['number', 'string'],
      maxLength: 64,
      description: 'A positive number or decimal text, at most the credit in that currency.',
    }),
    reference: Type.Optional(
      Type.String({
        maxLength: TEXT_LENGTH_MAX,
        pattern: TEXT,
        description: 'What identifies it on your side, such as the number of a bank transfer.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ currency: 'USD', amount: 20, reference: 'ZX-2291' }],
  },
)
export type CreditPayoutCreate = Static<typeof CreditPayoutCreate>

export const CreditPayoutBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    customerId: Type.String({ format: 'uuid' }),
    currency: Type.String(),
    amount: Type.Number(),
    reference: Type.Union([Type.String(), Type.Null()]),
    paidAt: Type.String({ format: 'date-time' }),
    creditBalance: Type.Number({ description: 'What is left in that currency.' }),
  },
  { description: 'Credit that was paid out to a customer.' },
)
export type CreditPayoutBody = Static<typeof CreditPayoutBody>
