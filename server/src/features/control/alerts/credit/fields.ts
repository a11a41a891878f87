import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../../platform/http/fields.ts'
import { GrantKind } from '../../../credit-balances/fields.ts'
import { customerExternalId } from '../../../customers/fields.ts'

const ExpiringGrant = Type.Object(
  {
    id: uuid(),
    kind: GrantKind,
    name: Type.String(),
    left: Type.Number({ description: 'What final invoices left of it.' }),
    expiresAt: timestamp('Exclusive.'),
    daysAhead: Type.Integer({ description: '14 or 3: the notice that this is.' }),
  },
  { title: 'ExpiringCreditGrant' },
)

export const CreditAlert = Type.Object(
  {
    id: uuid(),
    customerId: uuid(),
    customerExternalId,
    currency: Type.String(),
    threshold: nullable(
      Type.Number(),
      'The amount that what is available fell below, 0 of used-up credit; null for a notice of expiry.',
    ),
    available: Type.Number({
      description: 'balance + promotional - unbilled: before what open runs hold.',
    }),
    balance: Type.Number({ description: 'Left of valid grants, without promotional credit.' }),
    promotional: Type.Number({ description: 'Left of valid promotional credit.' }),
    unbilled: Type.Number({ description: 'What invoices that are not final would take of it.' }),
    held: Type.Number({ description: 'What open holds of runs would add to `unbilled`.' }),
    grant: Type.Union([ExpiringGrant, Type.Null()], {
      description: 'The credit that expires; null otherwise.',
    }),
    topUpUrl: Type.String({
      description: 'The page of the portal where the customer sees and buys credit.',
    }),
    createdAt: timestamp('When it was noticed. All figures are of this instant.'),
  },
  { title: 'CreditAlert', description: 'Credit of a customer that is low, used up or expires.' },
)
export type CreditAlert = Static<typeof CreditAlert>
