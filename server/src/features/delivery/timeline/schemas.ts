import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { EMAIL_KINDS, EMAIL_STATUSES } from '../../emails/email.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../payments/payment.ts'

const TYPES = [
  'drafted',
  'finalized',
  'issued',
  'mailed',
  'checkout_opened',
  'paid_in',
  'refund',
  'overdue',
  'paid',
  'voided',
] as const

const status = Type.Enum([...PAYMENT_STATUSES], { title: 'PaymentStatus' })

const Mailed = Type.Object(
  {
    id: uuid(),
    kind: Type.Enum([...EMAIL_KINDS], { title: 'EmailKind' }),
    status: Type.Enum([...EMAIL_STATUSES], { title: 'EmailStatus' }),
    to: Type.String(),
    cc: Type.Array(Type.String()),
    lastError: nullable(Type.String()),
    wasKeptBack: Type.Boolean({
      description:
        'True if the message became outdated before it was sent: the invoice had been voided ' +
        'or paid.',
    }),
  },
  { title: 'HappeningMail', description: 'Recipients and delivery status.' },
)

const PaidIn = Type.Object(
  {
    id: uuid(),
    method: Type.Enum([...PAYMENT_METHODS], { title: 'PaymentMethod' }),
    status,
    amount: Type.Number(),
    currency: Type.String(),
    reference: nullable(Type.String()),
    failureReason: nullable(Type.String()),
  },
  { title: 'HappeningPayment', description: 'A payment or an attempted payment.' },
)

const GivenBack = Type.Object(
  {
    id: uuid(),
    status,
    amount: Type.Number(),
    currency: Type.String(),
    reason: nullable(Type.String()),
    failureReason: nullable(Type.String()),
  },
  { title: 'HappeningRefund', description: 'A refund.' },
)

const Happening = Type.Object(
  {
    type: Type.Enum([...TYPES], { title: 'HappeningType' }),
    at: timestamp('Business time.'),
    mail: nullable(Mailed, 'Set for `mailed`.'),
    payment: nullable(PaidIn, 'Set for `paid_in`.'),
    refund: nullable(GivenBack, 'Set for `refund`.'),
    reason: nullable(Type.String(), 'Set for `voided`.'),
  },
  { title: 'Happening', description: 'An event in the history of the invoice.' },
)
export type Happening = Static<typeof Happening>

export const InvoiceTimeline = Type.Object(
  {
    results: Type.Array(Happening, { description: 'Oldest first.' }),
    sendsAt: nullable(
      timestamp(),
      'When the billing clock finalizes and sends the draft. Null if it is sent on request only, or is not a draft.',
    ),
  },
  { title: 'InvoiceTimeline', description: 'History of an invoice.' },
)
export type InvoiceTimeline = Static<typeof InvoiceTimeline>
