import { isPayable } from '../../domain/invoice-status.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { amountDue, type Invoice } from './invoice.ts'
import { moveInvoice } from './status/move.ts'
import type { MoveValues } from './status/queries.ts'

export type Booking = {
  amount: Decimal
  paidAt: Date
  /** Whether the customer is to be thanked by mail once the invoice is paid. */
  isThankedFor: boolean
}

/**
 * Books a payment on an invoice that is locked by `lockInvoice`: it is paid once nothing is due any
 * more. Throws a conflict when the invoice takes no payments or the amount is more than is due. The
 * caller stores the payment in the same transaction.
 */
export async function bookPayment(
  tx: Tx,
  invoice: Invoice,
  { amount, paidAt, isThankedFor }: Booking,
  moment: Moment,
): Promise<void> {
  const { businessNow } = moment
  const { invoiceNumber, status, currency } = invoice
  if (!isPayable(status)) {
    throw new AppError(
      'invoice_not_payable',
      `Invoice ${invoiceNumber} is ${status}; it takes no payment`,
    )
  }
  const due = amountDue(invoice)
  if (amount.gt(due)) {
    const message = `${amount.toFixed()} ${currency} is more than the ${due.toFixed()} that is due`
    throw new AppError('amount_exceeds_due', `${message} on invoice ${invoiceNumber}`)
  }
  const isPaidInFull = amount.eq(due)
  await moveInvoice(
    tx,
    invoice,
    {
      to: isPaidInFull ? 'paid' : status,
      values: {
        amountPaid: invoice.amountPaid.plus(amount),
        ...(isPaidInFull ? paidValues(invoice, { paidAt, businessNow }) : {}),
      },
      data: { isThankedFor },
    },
    moment,
  )
}

function paidValues(
  { issuedAt }: Invoice,
  { paidAt, businessNow }: { paidAt: Date; businessNow: Date },
): MoveValues {
  return {
    paidAt,
    collectAt: null,
    remindAt: null,
    // Nothing else dates one that is collected before it is mailed.
    ...(issuedAt === null ? { issuedAt: businessNow } : {}),
  }
}

/**
 * Books a refund on an invoice that is locked by `lockInvoice`. A paid one of which everything is
 * refunded becomes refunded. The caller stores the refund in the same transaction and sees to it
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
      `Invoice ${invoice.invoiceNumber} has no such amount to refund`,
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
 * Reverses a booked refund whose money never arrived: an unpaid invoice that was waiting for this
 * money alone is paid. The caller does the same with the refund.
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
