import { Type } from 'typebox'
import { GRANT_KINDS } from '../../domain/credit.ts'

/** A customer's credit balance in one currency, as the API returns it. */
export const CreditBalance = Type.Object(
  { currency: Type.String(), amount: Type.Number() },
  { title: 'CreditBalance' },
)

export const GrantKind = Type.Enum([...GRANT_KINDS], {
  title: 'CreditGrantKind',
  description:
    'correction: from an invoice with a negative amount; it can be paid out. paid: bought. ' +
    'promotional: given for free, used before tax.',
})
