import { isPayable } from '../../domain/invoice-status.ts'
import { ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import { bookPayment } from '../invoices/bookings.ts'
import { amountDue, type Invoice, isTopUp } from '../invoices/invoice.ts'
import { noteSuccess } from './auto-top-ups/outcome.ts'
import { insertPayment, updatePayment } from './books/queries.ts'
import type { Payment, Refund } from './payment.ts'
import { newRefund } from './refunds/new-refund.ts'
import { insertRefund } from './refunds/queries.ts'

/** Money that a provider has received; `isStored` if the payment row already exists. */
export type IncomingPayment = { payment: Payment; isStored: boolean }

/**
 * Books an incoming payment on an invoice locked by `lockInvoice`. If the invoice cannot take the
 * money, because it was paid or voided concurrently, the payment fails with that reason. The full
 * amount is then refunded: the caller requests the returned refund after the commit.
 */
export async function bookIncomingPayment(
  tx: Tx,
  invoice: Invoice,
  { payment, isStored }: IncomingPayment,
  moment: Moment,
): Promise<Refund | undefined> {
  const refusal = refusalOf(invoice, payment)
  const received: Payment = {
    ...payment,
    status: refusal === undefined ? 'succeeded' : 'failed',
    failureReason: refusal ?? null,
    paidAt: moment.businessNow,
    updatedAt: moment.now,
  }
  if (isStored) {
    const { status, failureReason, providerPaymentId, paidAt } = received
    const change = { status, failureReason, providerPaymentId }
    await updatePayment(tx, received, { ...change, paidAt: paidAt ?? moment.businessNow }, moment)
  } else {
    await insertPayment(tx, received, moment)
  }
  if (refusal === undefined) {
    const { amount } = payment
    const booking = { amount, paidAt: moment.businessNow, sendsReceipt: true }
    await bookPayment(tx, invoice, booking, moment)
    await noteSuccess(tx, invoice, moment)
    return undefined
  }
  const { amount, failureReason } = received
  const refund = newRefund(received, { amount, reason: failureReason }, moment)
  await insertRefund(tx, refund, moment)
  return refund
}

function refusalOf(invoice: Invoice, payment: Payment): string | undefined {
  const { invoiceNumber, status, currency } = invoice
  if (payment.currency !== currency) {
    return `Returned: it is in ${payment.currency}, and invoice ${invoiceNumber} is in ${currency}`
  }
  if (!isPayable(status)) {
    return `Returned: invoice ${invoiceNumber} was ${status} when the money arrived`
  }
  const due = amountDue(invoice)
  if (payment.amount.gt(due)) {
    return `Returned: only ${due.toFixed()} ${currency} were due on invoice ${invoiceNumber}`
  }
  if (isTopUp(invoice) && payment.amount.lt(due)) {
    return `Returned: a top-up is paid in full, and ${due.toFixed()} ${currency} were due on invoice ${invoiceNumber}`
  }
  return undefined
}

/** Builds a provider payment whose outcome is not known yet. */
export function pendingPayment(
  invoice: Invoice,
  received: Pick<Payment, 'amount' | 'currency' | 'method' | 'provider' | 'providerPaymentId'>,
  now: Date,
): Payment {
  return {
    organizationId: invoice.organizationId,
    customerId: invoice.customerId,
    id: newId(),
    invoiceId: invoice.id,
    status: 'pending',
    amountRefunded: ZERO,
    reference: null,
    failureReason: null,
    paidAt: null,
    providerCustomerId: null,
    providerMethodId: null,
    createdAt: now,
    updatedAt: now,
    ...received,
  }
}
