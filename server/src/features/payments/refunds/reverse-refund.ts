import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { giveRefundBack } from '../../credit-balances/top-up-grant.ts'
import { bookRefundReversal } from '../../invoices/bookings.ts'
import { type Invoice, isTopUp } from '../../invoices/invoice.ts'
import { updatePayment } from '../books/queries.ts'
import { findPayment } from '../books/read.ts'
import type { Refund } from '../payment.ts'
import { moneyOf } from './money-of.ts'
import { updateRefund } from './queries.ts'

/**
 * Reverses a refund that the customer's bank returned, even days after it succeeded. The amount can
 * then be refunded again. The caller has locked the invoice.
 */
export async function reverseRefund(
  tx: Tx,
  { invoice, refund }: { invoice: Invoice; refund: Refund },
  failureReason: string,
  moment: Moment,
): Promise<Refund> {
  await updateRefund(tx, refund, { status: 'failed', failureReason }, moment)
  const payment = await findPayment(tx, { ...refund, id: refund.paymentId })
  if (payment) {
    const amountRefunded = payment.amountRefunded.minus(refund.amount)
    await updatePayment(tx, payment, { amountRefunded }, moment)
    // A payment that was returned at once was never booked on the invoice.
    if (payment.status === 'succeeded') {
      await bookRefundReversal(tx, invoice, refund.amount, moment)
      if (isTopUp(invoice)) await giveRefundBack(tx, moneyOf(refund), moment)
    }
  }
  return { ...refund, status: 'failed', failureReason }
}
