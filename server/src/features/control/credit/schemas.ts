import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { GrantKind } from '../../credit-balances/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'

export const CreditParams = Type.Object({ customerId: uuid() })

const OpenGrant = Type.Object(
  {
    id: nullable(uuid(), 'Null for credit from corrections before there were grants.'),
    kind: GrantKind,
    name: Type.String(),
    left: Type.Number({ description: 'What final invoices left of it.' }),
    isValid: Type.Boolean({ description: 'False before `effectiveAt` and once it has expired.' }),
    effectiveAt: nullable(timestamp(), 'Null for credit without a grant.'),
    expiresAt: nullable(timestamp(), 'Exclusive; null without end.'),
  },
  { title: 'OpenCreditGrant' },
)

const CreditInCurrency = Type.Object(
  {
    currency: Type.String(),
    balance: Type.Number({
      description:
        'Left of valid grants, without promotional credit, before unbilled usage. A grant that a ' +
        'chargeback took below zero counts although it has expired.',
    }),
    promotional: Type.Number({ description: 'Left of valid promotional credit.' }),
    unbilled: Type.Number({
      description:
        'What the invoices that are not final would take of the credit, or owe, if they became ' +
        'final now: usage and fees of the current periods, after discounts and with taxes. A fee ' +
        'in advance counts from the start of its period.',
    }),
    held: Type.Number({ description: 'What open holds of runs would add to `unbilled`.' }),
    available: Type.Number({
      description:
        'balance + promotional - unbilled - held. Negative: the credit does not cover the usage.',
    }),
    grants: Type.Array(OpenGrant, { description: 'Grants with credit, the oldest first.' }),
  },
  { title: 'CreditInCurrency' },
)

export const CustomerCredit = Type.Object(
  {
    customerId: uuid(),
    customerExternalId,
    credit: Type.Array(CreditInCurrency, {
      description: 'By currency: those of grants and of subscriptions.',
    }),
    asOf: timestamp('Business time for which it was computed.'),
  },
  { title: 'CustomerCredit', description: 'The credit of a customer, live.' },
)
export type CustomerCredit = Static<typeof CustomerCredit>
