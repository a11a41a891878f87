import { type Static, Type } from 'typebox'
import {
  lines,
  nullable,
  sentDecimal,
  TEXT_LENGTH_MAX,
  text,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../platform/http/list.ts'
import { CURRENCY } from '../../platform/http/text-patterns.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES, PROVIDER_NAMES } from './payment.ts'

const REASON_LENGTH_MAX = 1_000

const amountSent = (otherwise = '') =>
  sentDecimal(`A positive number or decimal text, in the invoice's currency.${otherwise}`)

export const PaymentCreate = Type.Object(
  {
    amount: amountSent(),
    method: Type.Optional(
      Type.Enum([...PAYMENT_METHODS], {
        title: 'PaymentMethod',
        default: 'other',
        description: 'How it was paid.',
      }),
    ),
    reference: Type.Optional(
      text(
        TEXT_LENGTH_MAX,
        'What identifies it on your side, such as the number of a bank transfer.',
      ),
    ),
    paidAt: Type.Optional(timestamp('When the money came, not in the future. Default: now.')),
  },
  {
    title: 'PaymentCreate',
    additionalProperties: false,
    examples: [{ amount: 250, method: 'bank_transfer', reference: 'ZX-2291' }],
  },
)
export type PaymentCreate = Static<typeof PaymentCreate>

export const RefundCreate = Type.Object(
  {
    amount: Type.Optional(amountSent(' Default: all that is left of the payment.')),
    reason: Type.Optional(lines(REASON_LENGTH_MAX, 'For your records.')),
  },
  {
    title: 'RefundCreate',
    additionalProperties: false,
    examples: [{ amount: 12.5, reason: 'Two jobs failed' }],
  },
)
export type RefundCreate = Static<typeof RefundCreate>

/** A body that may be left out: each of its fields has a default. */
export const OptionalRefundCreate = Type.Unsafe<RefundCreate | null>({
  ...RefundCreate,
  type: ['object', 'null'],
})

export const InvoiceParams = Type.Object({ invoiceId: uuid() })
export const PaymentParams = Type.Object({ invoiceId: uuid(), paymentId: uuid() })

const Status = Type.Enum([...PAYMENT_STATUSES], {
  title: 'PaymentStatus',
  description: 'Pending until the payment provider has answered.',
})

export const Refund = Type.Object(
  {
    id: uuid(),
    paymentId: uuid(),
    invoiceId: uuid(),
    amount: Type.Number(),
    currency: Type.String(),
    reason: nullable(Type.String(), 'As it was sent; or why money was sent back by itself.'),
    status: Status,
    failureReason: nullable(Type.String(), 'What the payment provider said against it.'),
    refundedAt: timestamp(),
    createdAt: timestamp(),
  },
  { title: 'Refund', description: 'Money that goes back to a customer.' },
)
export type Refund = Static<typeof Refund>

export const Payment = Type.Object(
  {
    id: uuid(),
    invoiceId: uuid(),
    method: Type.Enum([...PAYMENT_METHODS], { title: 'PaymentMethod' }),
    status: Status,
    amount: Type.Number(),
    amountRefunded: Type.Number({ description: 'What has gone back of it.' }),
    currency: Type.String(),
    reference: nullable(Type.String(), 'As it was sent.'),
    provider: nullable(
      Type.Enum([...PROVIDER_NAMES], { title: 'PaymentProvider' }),
      'Who took it; null when it was recorded by hand.',
    ),
    failureReason: nullable(
      Type.String(),
      'Why it failed: what the provider said, or why the money was sent back at once.',
    ),
    paidAt: nullable(timestamp(), 'Null until it is paid.'),
    createdAt: timestamp(),
    refunds: Type.Array(Refund),
  },
  { title: 'Payment', description: 'Money for an invoice.' },
)
export type Payment = Static<typeof Payment>

export const PaymentsOfInvoice = Type.Object(
  {
    results: Type.Array(Payment, { description: 'All of them, the oldest first.' }),
  },
  { title: 'PaymentsOfInvoice', description: 'All payments of the invoice, with their refunds.' },
)
export type PaymentsOfInvoice = Static<typeof PaymentsOfInvoice>

const UPDATED_SINCE =
  'Changed at this date or timestamp (UTC) or later, be it by a refund. To keep a copy, ask again ' +
  'from a minute before the largest updatedAt that you have.'

const someOf = <T extends string>(title: string, values: readonly T[], description: string) =>
  Type.Optional(
    Type.Array(Type.Enum([...values], { title }), {
      minItems: 1,
      maxItems: values.length,
      description,
    }),
  )
const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX, description }))

export const PaymentListQuery = Type.Object({
  ...pageParameters,
  customerId: Type.Optional(uuid('The id here, not your external id.')),
  customerExternalId: Type.Optional(Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX })),
  invoiceId: Type.Optional(uuid()),
  status: someOf(
    'PaymentStatus',
    PAYMENT_STATUSES,
    'One state, or several: status=pending&status=failed.',
  ),
  method: someOf(
    'PaymentMethod',
    PAYMENT_METHODS,
    'One way to pay, or several: method=cash&method=check.',
  ),
  currency: Type.Optional(Type.String({ pattern: CURRENCY, maxLength: 3 })),
  isRefunded: Type.Optional(
    Type.Boolean({
      description: 'true: only those of which something went back; false: the others.',
    }),
  ),
  startDate: date('Paid, or tried if it is not paid, on or after; a date or a timestamp, in UTC.'),
  endDate: date('On or before; a date includes that day.'),
  updatedSince: date(UPDATED_SINCE),
})
export type PaymentListQuery = Static<typeof PaymentListQuery>

export const PaymentWithInvoice = Type.Object(
  {
    ...Payment.properties,
    customerId: uuid(),
    customerName: Type.String(),
    invoiceNumber: Type.String({ examples: ['INV-000042'] }),
    updatedAt: timestamp('Real time, as createdAt is.'),
  },
  { title: 'PaymentWithInvoice', description: 'A payment, with what it was for.' },
)

export const PaymentList = listOf('PaymentList', PaymentWithInvoice)
export type PaymentList = Static<typeof PaymentList>
