import { Type } from 'typebox'

/** What a customer has in a currency, as answers show it. */
export const CreditBalance = Type.Object(
  { currency: Type.String(), amount: Type.Number() },
  { title: 'CreditBalance' },
)
