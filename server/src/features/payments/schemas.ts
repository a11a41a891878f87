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
import {
  listOf,
  pageParameters,
  sortedBy,
  sortOrder,
  updatedSince,
} from '../../platform/http/list.ts'
import { CURRENCY } from '../../platform/http/text-patterns.ts'
import { customerExternalId, namedCustomer } from '../customers/fields.ts'
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
        description: 'The means of payment.',
      }),
    ),
    reference: Type.Optional(
      text(TEXT_LENGTH_MAX, 'Your own reference, such as the number of a bank transfer.'),
    ),
    paidAt: Type.Optional(
      timestamp('When the money was received; not in the future. Default: now.'),
    ),
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
    amount: Type.Optional(amountSent(' Default: the whole amount left of the payment.')),
    reason: Type.Optional(lines(REASON_LENGTH_MAX, 'For your records.')),
  },
  {
    title: 'RefundCreate',
    additionalProperties: false,
    examples: [{ amount: 12.5, reason: 'Two jobs failed' }],
  },
)
export type RefundCreate = Static<typeof RefundCreate>

/** An optional body: each of its fields has a default. */
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
    reason: nullable(
      Type.String(),
      'As it was sent; or the reason that the money was returned automatically.',
    ),
    isDispute: Type.Boolean({
      description: "True if the customer's bank took the money back (a chargeback of a top-up).",
    }),
    status: Status,
    failureReason: nullable(
      Type.String(),
      'Reason given by the payment provider for rejecting the refund.',
    ),
    refundedAt: timestamp(),
    createdAt: timestamp(),
  },
  { title: 'Refund', description: 'A refund to a customer.' },
)
export type Refund = Static<typeof Refund>

export const Payment = Type.Object(
  {
    id: uuid(),
    invoiceId: uuid(),
    method: Type.Enum([...PAYMENT_METHODS], { title: 'PaymentMethod' }),
    status: Status,
    amount: Type.Number(),
    amountRefunded: Type.Number({ description: 'Amount refunded.' }),
    currency: Type.String(),
    reference: nullable(Type.String(), 'As it was sent.'),
    provider: nullable(
      Type.Enum([...PROVIDER_NAMES], { title: 'PaymentProvider' }),
      'The payment provider; null when the payment was recorded manually.',
    ),
    failureReason: nullable(
      Type.String(),
      'Reason for the failure: the message of the provider, or why the money was returned ' +
        'at once.',
    ),
    paidAt: nullable(timestamp(), 'Null until it is paid.'),
    createdAt: timestamp(),
    refunds: Type.Array(Refund),
  },
  { title: 'Payment', description: 'A payment for an invoice.' },
)
export type Payment = Static<typeof Payment>

export const PaymentsOfInvoice = Type.Object(
  {
    results: Type.Array(Payment, { description: 'All of them, oldest first.' }),
  },
  { title: 'PaymentsOfInvoice', description: 'All payments of the invoice, with their refunds.' },
)
export type PaymentsOfInvoice = Static<typeof PaymentsOfInvoice>

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
  ...namedCustomer(),
  invoiceId: Type.Optional(uuid()),
  status: someOf(
    'PaymentStatus',
    PAYMENT_STATUSES,
    'One status, or several: status=pending&status=failed.',
  ),
  method: someOf(
    'PaymentMethod',
    PAYMENT_METHODS,
    'One method, or several: method=cash&method=check.',
  ),
  currency: Type.Optional(Type.String({ pattern: CURRENCY, maxLength: 3 })),
  isRefunded: Type.Optional(
    Type.Boolean({
      description: 'true: only payments with a refund; false: only payments without one.',
    }),
  ),
  startDate: date(
    'Paid (if not paid: attempted) at this time or later; a date or a timestamp, in UTC.',
  ),
  endDate: date('On or before; a date includes that day.'),
  updatedSince,
  sortBy: sortedBy(
    ['date', 'amount', 'updatedAt'],
    'Amounts are compared as numbers, whatever their currency. A CSV export has an order of its own.',
  ),
  sortOrder,
})
export type PaymentListQuery = Static<typeof PaymentListQuery>
export type PaymentFilterQuery = Omit<PaymentListQuery, 'sortBy' | 'sortOrder'>

export const PaymentWithInvoice = Type.Object(
  {
    ...Payment.properties,
    customerId: uuid(),
    customerName: Type.String(),
    customerExternalId,
    invoiceNumber: Type.String({ examples: ['INV-000042'] }),
    updatedAt: timestamp('Real time, like createdAt.'),
  },
  { title: 'PaymentWithInvoice', description: 'A payment, with its invoice.' },
)

export type PaymentWithInvoice = Static<typeof PaymentWithInvoice>

export const PaymentList = listOf('PaymentList', PaymentWithInvoice)
export type PaymentList = Static<typeof PaymentList>
