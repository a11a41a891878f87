import { Type } from 'typebox'

/** A customer's credit balance in one currency, as the API returns it. */
export const CreditBalance = Type.Object(
  { currency: Type.String(), amount: Type.Number() },
  { title: 'CreditBalance' },
)
