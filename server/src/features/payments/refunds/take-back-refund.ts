import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { unbookRefund } from '../../invoices/settle.ts'
import type { Refund } from '../payment.ts'
import { findPayment, updatePayment } from '../queries.ts'
import { updateRefund } from './queries.ts'

/**
 * Days after a refund has succeeded, the customer's bank can send it back: then the money was never
 * given back, and may be refunded again. `invoice` is held by `lockInvoice`.
 */
export async function takeBackRefund(
  tx: Tx,
  { invoice, refund }: { invoice: Invoice; refund: Refund },
  failureReason: string,
  moment: Moment,
): Promise<Refund> {
  const { now } = moment
  await updateRefund(tx, refund, { status: 'failed', failure_reason: failureReason }, now)
  const payment = await findPayment(tx, { ...refund, id: refund.paymentId })
  if (payment) {
    const amount_refunded = payment.amountRefunded.minus(refund.amount).toFixed()
    await updatePayment(tx, payment, { amount_refunded }, now)
    // One that was sent straight back was never booked on the invoice.
    if (payment.status === 'succeeded') await unbookRefund(tx, invoice, refund.amount, moment)
  }
  return { ...refund, status: 'failed', failureReason }
}
