import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { GrantKind } from '../../credit-balances/fields.ts'

const PortalCreditGrant = Type.Object(
  {
    kind: GrantKind,
    name: Type.String({ description: 'Empty for credit from corrections.' }),
    left: Type.Number({ description: 'What invoices have left of it.' }),
    isValid: Type.Boolean({ description: 'False before `effectiveAt` and once it has expired.' }),
    effectiveAt: nullable(timestamp(), 'Null for credit from corrections.'),
    expiresAt: nullable(timestamp(), 'Exclusive; null without end.'),
  },
  { title: 'PortalCreditGrant' },
)

const PortalCreditInCurrency = Type.Object(
  {
    currency: Type.String(),
    balance: Type.Number({
      description: 'Left of bought credit and of corrections, before unbilled usage.',
    }),
    promotional: Type.Number({ description: 'Left of promotional credit.' }),
    unbilled: Type.Number({
      description: 'Usage and fees that are not invoiced yet, after discounts and with taxes.',
    }),
    held: Type.Number({ description: 'What work under way may add to `unbilled`.' }),
    available: Type.Number({
      description:
        'balance + promotional - unbilled - held. Negative: the credit does not cover the usage.',
    }),
    grants: Type.Array(PortalCreditGrant, { description: 'Grants with credit, oldest first.' }),
  },
  { title: 'PortalCreditInCurrency' },
)

export const PortalCredit = Type.Object(
  {
    credit: Type.Array(PortalCreditInCurrency, {
      description: 'By currency: those of grants and of subscriptions.',
    }),
    asOf: timestamp('Business time for which it was computed.'),
  },
  { title: 'PortalCredit', description: 'The credit of the customer, live.' },
)
export type PortalCredit = Static<typeof PortalCredit>

export const PortalCreditMovementQuery = Type.Object({ ...pageParameters })
export type PortalCreditMovementQuery = Static<typeof PortalCreditMovementQuery>

const PortalCreditMovement = Type.Object(
  {
    id: uuid(),
    type: Type.String({
      description:
        'given: an invoice had a negative amount. used: an invoice used credit. returned: an ' +
        'invoice that used credit was cancelled. withdrawn: an invoice that gave credit was ' +
        'cancelled. paid_out: credit was paid out. granted: credit was bought or given. expired: ' +
        'what was left of it expired. refunded: a top-up was refunded. Further types may be added.',
    }),
    currency: Type.String(),
    amount: Type.Number({ description: 'Positive if it adds to the credit.' }),
    balanceAfter: Type.Number({
      description:
        'Credit in that currency after this movement; promotional credit has a balance of its own.',
    }),
    grantKind: GrantKind,
    grantName: nullable(Type.String(), 'Null for credit from corrections before there were names.'),
    invoiceId: nullable(uuid(), 'Null without an invoice, or for one that was not sent.'),
    invoiceNumber: nullable(Type.String(), 'Null like `invoiceId`.'),
    bookedAt: timestamp('Business time.'),
  },
  { title: 'PortalCreditMovement', description: 'A change of the credit of the customer.' },
)

export const PortalCreditMovementList = listOf('PortalCreditMovementList', PortalCreditMovement)
export type PortalCreditMovementList = Static<typeof PortalCreditMovementList>
