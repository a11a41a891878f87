import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { CURRENCY } from '../../../platform/http/text-patterns.ts'
import { customerExternalId } from '../../customers/fields.ts'

export const CreditMovementParams = Type.Object({ customerId: uuid() })

export const CreditMovementQuery = Type.Object({
  ...pageParameters,
  currency: Type.Optional(Type.String({ pattern: CURRENCY, maxLength: 3 })),
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
        'was voided. paid_out: you recorded a payout. Further types may be added.',
    }),
    currency: Type.String(),
    amount: Type.Number({ description: 'Positive if it adds to the credit of the customer.' }),
    balanceAfter: Type.Number({ description: 'Credit in that currency after this movement.' }),
    invoiceId: nullable(uuid(), 'Null for a payout.'),
    invoiceNumber: nullable(Type.String(), 'Null for a payout.'),
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
