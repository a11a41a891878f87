import { isPayable } from '../../domain/invoice-status.ts'
import { ZERO } from '../../domain/money.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { bookPayment } from '../invoices/bookings.ts'
import { amountDue, type Invoice } from '../invoices/invoice.ts'
import { findInvoice, lockInvoice } from '../invoices/ledger.ts'
import { parseAmount } from './amount.ts'
import { noteSuccess } from './auto-top-ups/outcome.ts'
import { paymentBody } from './body.ts'
import { insertPayment } from './books/queries.ts'
import { listPayments } from './books/read.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment } from './payment.ts'
import { listRefunds } from './refunds/read.ts'
import type { Payment as PaymentBody, PaymentCreate, PaymentsOfInvoice } from './schemas.ts'

/** Records money received outside the payment provider. Publishes `payment.succeeded`. */
export async function recordPayment(
  deps: PaymentDeps,
  key: ScopedId,
  input: PaymentCreate,
): Promise<PaymentBody> {
  const found = (await findInvoice(deps.db, key)) ?? notFound('Invoice')
  const moment = deps.clock.moment(key.organizationId)
  const paidAt = paidAtOf(input, moment.businessNow)
  const payment = await deps.db.transaction().execute(async (tx) => {
    const invoice = (await lockInvoice(tx, found)) ?? notFound('Invoice')
    refuseUnpayable(invoice)
    const { currency, customerId, organizationId } = invoice
    const amount = parseAmount(input.amount, currency, 'amount')
    if (amountDue(invoice).lte(ZERO)) {
      throw new AppError(
        'invoice_not_payable',
        `Nothing is due on invoice ${invoice.invoiceNumber}`,
      )
    }
    const payment: Payment = {
      organizationId,
      customerId,
      id: newId(),
      invoiceId: invoice.id,
      method: input.method ?? 'other',
      status: 'succeeded',
      amount,
      amountRefunded: ZERO,
      currency,
      reference: input.reference?.trim() || null,
      provider: null,
      providerPaymentId: null,
      providerCustomerId: null,
      providerMethodId: null,
      failureReason: null,
      paidAt,
      createdAt: moment.now,
      updatedAt: moment.now,
    }
    await bookPayment(tx, invoice, { amount, paidAt, sendsReceipt: false }, moment)
    await insertPayment(tx, payment, moment)
    await noteSuccess(tx, invoice, moment)
    return payment
  })
  return paymentBody(payment, [])
}

/** Earlier payment dates are rejected as typing errors. */
const EARLIEST = new Date('2000-01-01T00:00:00Z')

function paidAtOf({ paidAt }: PaymentCreate, businessNow: Date): Date {
  if (paidAt === undefined) return businessNow
  const at = new Date(paidAt)
  // A leap second matches the timestamp format but cannot be stored.
  if (Number.isNaN(at.getTime()) || at < EARLIEST) {
    throw new AppError('invalid', ['paidAt must be a date and time since 2000'])
  }
  if (at > businessNow) {
    throw new AppError(
      'inconsistent',
      'paidAt is in the future; record payments after you receive them',
    )
  }
  return at
}

function refuseUnpayable({ status, invoiceNumber }: Invoice): void {
  if (isPayable(status)) return
  const hint = status === 'draft' ? '; send it first' : ''
  throw new AppError(
    'invoice_not_payable',
    `Invoice ${invoiceNumber} is ${status}; it does not accept payments${hint}`,
  )
}

export async function listInvoicePayments(db: Db, key: ScopedId): Promise<PaymentsOfInvoice> {
  const invoice = (await findInvoice(db, key)) ?? notFound('Invoice')
  const [payments, refunds] = await Promise.all([
    listPayments(db, invoice),
    listRefunds(db, invoice),
  ])
  const results = payments.map((payment) =>
    paymentBody(
      payment,
      refunds.filter(({ paymentId }) => paymentId === payment.id),
    ),
  )
  return { results }
}
