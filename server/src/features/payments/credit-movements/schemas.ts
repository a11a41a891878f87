import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { CURRENCY } from '../../../platform/http/text-patterns.ts'
import { GrantKind } from '../../credit-balances/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'

export const CreditMovementParams = Type.Object({ customerId: uuid() })

export const CreditMovementQuery = Type.Object({
  ...pageParameters,
  currency: Type.Optional(Type.String({ pattern: CURRENCY, maxLength: 3 })),
  grantId: Type.Optional(uuid('Only the movements of this credit grant.')),
})
export type CreditMovementQuery = Static<typeof CreditMovementQuery>

const CreditMovement = Type.Object(
  {
    id: uuid(),
    customerId: uuid(),
    customerExternalId,
    type: Type.String({
      description:
        'given: a finalized invoice had a negative amount. used: a finalized invoice used credit. ' +
        'returned: an invoice that used credit was voided. withdrawn: an invoice that gave credit ' +
        'was voided. paid_out: you recorded a payout. granted: a grant began. expired: what was left of ' +
        'a grant expired. refunded: a top-up was refunded. Further types may be added.',
    }),
    currency: Type.String(),
    amount: Type.Number({ description: 'Positive if it adds to the credit of the customer.' }),
    balanceAfter: Type.Number({
      description:
        'Credit in that currency after this movement; promotional credit has a balance of its own.',
    }),
    grantId: nullable(uuid(), 'Null for credit from corrections before there were grants.'),
    grantKind: GrantKind,
    grantName: nullable(Type.String(), 'Null like `grantId`.'),
    invoiceId: nullable(uuid(), 'Null for a movement without an invoice, such as a payout.'),
    invoiceNumber: nullable(Type.String(), 'Null for a movement without an invoice.'),
    reference: nullable(Type.String(), 'Your own reference of a payout.'),
    bookedAt: timestamp('Business time.'),
    createdAt: timestamp('Real time.'),
  },
  {
    title: 'CreditMovement',
    description: 'A change of the credit of a customer. It is never changed itself.',
  },
)

export const CreditMovementList = listOf('CreditMovementList', CreditMovement)
export type CreditMovementList = Static<typeof CreditMovementList>
