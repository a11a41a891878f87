import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { takeRefundOff } from '../../credit-balances/top-up-grant.ts'
import { isTopUp } from '../../invoices/invoice.ts'
import { lockWithInvoice } from '../books/lock-with-invoice.ts'
import { findPayment, findPaymentAnywhere } from '../books/read.ts'
import type { Refund } from '../payment.ts'
import type { Notification } from '../provider/provider.ts'
import { bookOnPayment } from './finish-refund.ts'
import { moneyOf } from './money-of.ts'
import { newRefund } from './new-refund.ts'
import { insertRefund } from './queries.ts'
import { listRefundsOfPayment, sumReserved } from './read.ts'
import { reverseRefund } from './reverse-refund.ts'

type ExternalRefund = Extract<Notification, { kind: 'external_refund' }>

/**
 * Books a refund made in the provider's own dashboard, so that both ledgers agree. If its amount is
 * already reserved or refunded here, it is stored as failed.
 */
export async function handleExternalRefund(
  tx: Tx,
  notification: ExternalRefund,
  moment: Moment,
): Promise<void> {
  const known = await findPaymentAnywhere(tx, notification)
  if (!known) throw new Error(`payment ${notification.providerPaymentId} no longer exists`)
  const { invoice, row: payment } = await lockWithInvoice(tx, known, findPayment)
  const { providerRefundId, amount, failureReason: refusal } = notification
  const refunds = await listRefundsOfPayment(tx, payment)
  const noted = refunds.find((one) => one.providerRefundId === providerRefundId)
  if (noted) {
    if (refusal !== null && noted.status === 'succeeded') {
      await reverseRefund(tx, { invoice, refund: noted }, refusal, moment)
    }
    return
  }
  const left = payment.amount.minus(await sumReserved(tx, payment))
  // Store failed refunds too: a notification of an earlier success may arrive later.
  const failureReason =
    refusal ?? (amount.lte(left) ? null : `Only ${left.toFixed()} were left of the payment here`)
  const status = failureReason === null ? 'succeeded' : 'failed'
  const reason = `Made at ${notification.provider}`
  const made = newRefund(payment, { amount, reason }, moment)
  const refund: Refund = { ...made, status, providerRefundId, failureReason }
  await insertRefund(tx, refund, moment)
  if (status !== 'succeeded') return
  await bookOnPayment(tx, { invoice, payment, refund }, moment)
  // A payment that was returned at once gave no credit.
  const gaveCredit = isTopUp(invoice) && payment.status === 'succeeded'
  if (gaveCredit) await takeRefundOff(tx, moneyOf(refund), moment)
}
