import { type Static, Type } from 'typebox'
import { nullable, sentDecimal, timestamp, uuid } from '../../../platform/http/fields.ts'
import { TOP_UP_STATUSES } from './top-up.ts'

/** Fields of a new top-up, by the operator or by the customer. */
export const topUpFields = {
  amount: sentDecimal('A positive number or decimal text.'),
  currency: Type.String({ minLength: 3, maxLength: 3, examples: ['USD'] }),
  method: Type.Enum(['checkout', 'saved'], {
    title: 'TopUpPayment',
    description:
      'checkout: on the payment page, whose link is `payUrl`. saved: with the saved payment method, ' +
      'at once.',
  }),
}

export const TopUpCreate = Type.Object(topUpFields, {
  title: 'TopUpCreate',
  additionalProperties: false,
  examples: [{ amount: 100, currency: 'USD', method: 'checkout' }],
})
export type TopUpCreate = Static<typeof TopUpCreate>

export const TopUpStatus = Type.Enum([...TOP_UP_STATUSES], {
  title: 'TopUpStatus',
  description:
    'open: to be paid at `payUrl`. pending: a payment is on its way. paid: the credit is given. ' +
    'failed: the saved payment method was declined, or it was not paid in time; its invoice is void. ' +
    'refunded: in full.',
})

/** Fields of a top-up that its customer may see. */
export const shownTopUpFields = {
  id: uuid('Id of the top-up, and of its invoice.'),
  invoiceNumber: Type.String({ examples: ['INV-000042'] }),
  status: TopUpStatus,
  method: Type.Enum(['checkout', 'saved', 'auto'], {
    title: 'TopUpMethod',
    description:
      'checkout: on the payment page, whose link is `payUrl`. saved: with the saved payment method, ' +
      'on request. auto: with it, because little credit was available.',
  }),
  amount: Type.Number(),
  amountRefunded: Type.Number(),
  currency: Type.String(),
  payUrl: nullable(
    Type.String(),
    'Link to the payment page while the top-up is open; null if it cannot be paid online.',
  ),
  issuedAt: timestamp('Business time.'),
  payableUntil: timestamp(
    'The invoice becomes void then, unless it is paid or a payment is pending.',
  ),
  paidAt: nullable(timestamp(), 'Business time; null until it is paid.'),
}
