import { isPayable } from '../../domain/invoice-status.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { grantTopUp } from '../credit-balances/top-up-grant.ts'
import { amountDue, type Invoice, isTopUp } from './invoice.ts'
import { moveInvoice } from './status/move.ts'
import type { MoveValues } from './status/queries.ts'

export type Booking = {
  amount: Decimal
  paidAt: Date
  /** True if the customer receives a receipt by email once the invoice is paid. */
  sendsReceipt: boolean
}

/**
 * Books a payment on an invoice locked by `lockInvoice`, which becomes paid once nothing is due.
 * The payment of a top-up gives its credit. Throws `invoice_not_payable`, `amount_exceeds_due` if the
 * amount is more than is due, or `inconsistent` if it is a part of a top-up. The caller stores the
 * payment in the same transaction.
 */
export async function bookPayment(
  tx: Tx,
  invoice: Invoice,
  { amount, paidAt, sendsReceipt }: Booking,
  moment: Moment,
): Promise<void> {
  const { businessNow } = moment
  const { invoiceNumber, status, currency } = invoice
  if (!isPayable(status)) {
    throw new AppError(
      'invoice_not_payable',
      `Invoice ${invoiceNumber} is ${status}; it does not accept payments`,
    )
  }
  const due = amountDue(invoice)
  if (amount.gt(due)) {
    const message = `${amount.toFixed()} ${currency} is more than the ${due.toFixed()} that is due`
    throw new AppError('amount_exceeds_due', `${message} on invoice ${invoiceNumber}`)
  }
  const isPaidInFull = amount.eq(due)
  if (isTopUp(invoice) && !isPaidInFull) throw paidInParts(invoice)
  await moveInvoice(
    tx,
    invoice,
    {
      to: isPaidInFull ? 'paid' : status,
      values: {
        amountPaid: invoice.amountPaid.plus(amount),
        ...(isPaidInFull ? paidValues(invoice, { paidAt, businessNow }) : {}),
      },
      data: { isThankedFor: sendsReceipt },
    },
    moment,
  )
  if (isTopUp(invoice)) await grantTopUp(tx, { ...invoice, invoiceId: invoice.id, amount }, moment)
}

const paidInParts = (invoice: Invoice) =>
  new AppError(
    'inconsistent',
    `Invoice ${invoice.invoiceNumber} is a top-up, which one payment pays in full: ` +
      `${amountDue(invoice).toFixed()} ${invoice.currency}`,
  )

function paidValues(
  { issuedAt }: Invoice,
  { paidAt, businessNow }: { paidAt: Date; businessNow: Date },
): MoveValues {
  return {
    paidAt,
    collectAt: null,
    remindAt: null,
    // An invoice that is collected before it is sent has no issue date yet.
    ...(issuedAt === null ? { issuedAt: businessNow } : {}),
  }
}

/**
 * Books a refund on an invoice locked by `lockInvoice`. A paid invoice becomes refunded once the
 * whole amount paid is refunded. The caller stores the refund in the same transaction and ensures
 * that no payment is refunded beyond its amount.
 */
export async function bookRefund(
  tx: Tx,
  invoice: Invoice,
  { amount, refundedAt }: { amount: Decimal; refundedAt: Date },
  moment: Moment,
): Promise<void> {
  const amountRefunded = invoice.amountRefunded.plus(amount)
  if (amountRefunded.gt(invoice.amountPaid)) {
    throw new AppError(
      'not_refundable',
      `The amount is more than can be refunded on invoice ${invoice.invoiceNumber}`,
    )
  }
  const isWhole = invoice.status === 'paid' && amountRefunded.eq(invoice.amountPaid)
  await moveInvoice(
    tx,
    invoice,
    {
      to: isWhole ? 'refunded' : invoice.status,
      values: {
        amountRefunded,
        ...(isWhole ? { refundedAt } : {}),
      },
    },
    moment,
  )
}

/**
 * Reverses a booked refund whose money did not arrive. A refunded invoice becomes paid again, and
 * so does an open one with nothing else due. The caller reverses the refund itself.
 */
export async function bookRefundReversal(
  tx: Tx,
  invoice: Invoice,
  amount: Decimal,
  moment: Moment,
): Promise<void> {
  const { businessNow } = moment
  const { status } = invoice
  const amountRefunded = invoice.amountRefunded.minus(amount)
  const isPaidInFull = isPayable(status) && amountDue({ ...invoice, amountRefunded }).eq(ZERO)
  const values = {
    amountRefunded,
    ...(status === 'refunded' ? { refundedAt: null } : {}),
    ...(isPaidInFull ? paidValues(invoice, { paidAt: businessNow, businessNow }) : {}),
  }
  const to = isPaidInFull || status === 'refunded' ? 'paid' : status
  await moveInvoice(tx, invoice, { to, values }, moment)
}
