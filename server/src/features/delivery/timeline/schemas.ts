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
        'It had become untrue before it went out: the invoice was void by then, or paid.',
    }),
  },
  { title: 'HappeningMail', description: 'To whom, and what became of it.' },
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
  { title: 'HappeningPayment', description: 'Money that came, or was tried to be taken.' },
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
  { title: 'HappeningRefund', description: 'Money that went back.' },
)

const Happening = Type.Object(
  {
    type: Type.Enum([...TYPES], { title: 'HappeningType' }),
    at: timestamp('Business time.'),
    mail: nullable(Mailed, 'Of `mailed`.'),
    payment: nullable(PaidIn, 'Of `paid_in`.'),
    refund: nullable(GivenBack, 'Of `refund`.'),
    reason: nullable(Type.String(), 'Of `voided`.'),
  },
  { title: 'Happening', description: 'Something that happened to the invoice.' },
)
export type Happening = Static<typeof Happening>

export const InvoiceTimeline = Type.Object(
  { results: Type.Array(Happening, { description: 'The first thing that happened first.' }) },
  { title: 'InvoiceTimeline', description: 'What happened to an invoice.' },
)
export type InvoiceTimeline = Static<typeof InvoiceTimeline>
