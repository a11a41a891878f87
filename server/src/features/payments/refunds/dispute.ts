import { ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { takeRefundOff } from '../../credit-balances/top-up-grant.ts'
import { type Invoice, isTopUp } from '../../invoices/invoice.ts'
import { stopAutoTopUps } from '../auto-top-ups/stop.ts'
import { lockWithInvoice } from '../books/lock-with-invoice.ts'
import { findPayment, findPaymentAnywhere } from '../books/read.ts'
import type { Payment, Refund } from '../payment.ts'
import type { Notification } from '../provider/provider.ts'
import { bookOnPayment } from './finish-refund.ts'
import { moneyOf } from './money-of.ts'
import { newRefund } from './new-refund.ts'
import { insertRefund } from './queries.ts'
import { listRefundsOfPayment } from './read.ts'
import { reverseRefund } from './reverse-refund.ts'

type Dispute = Extract<Notification, { kind: 'disputed' }>

/**
 * Books that a bank took back the payment of a top-up, or gave it back. Its credit is taken off in full,
 * used or not, so what is left may get negative. Disputes of other invoices are not tracked. Throws
 * `unavailable` while a refund of the payment has no answer: the provider repeats the notification.
 */
export async function handleDispute(tx: Tx, notification: Dispute, moment: Moment): Promise<void> {
  const known = await findPaymentAnywhere(tx, notification)
  if (!known) throw new Error(`payment ${notification.providerPaymentId} no longer exists`)
  const { invoice, row: payment } = await lockWithInvoice(tx, known, findPayment)
  if (!isTopUp(invoice) || payment.status !== 'succeeded') return
  const refunds = await listRefundsOfPayment(tx, payment)
  const noted = refunds.find((one) => one.providerRefundId === notification.providerDisputeId)
  if (noted) {
    const isReturned = notification.isReinstated && noted.status === 'succeeded'
    if (isReturned) await reverseRefund(tx, { invoice, refund: noted }, RETURNED, moment)
    return
  }
  if (refunds.some(({ status }) => status === 'pending')) {
    throw new AppError('unavailable', 'A refund of this payment has no answer yet; repeat later')
  }
  await store(tx, { invoice, payment, notification }, moment)
}

const RETURNED = 'The bank gave the money back'

type Disputed = { invoice: Invoice; payment: Payment; notification: Dispute }

/** Stores what the bank took. What was refunded before cannot be taken from the payment again. */
async function store(
  tx: Tx,
  { invoice, payment, notification }: Disputed,
  moment: Moment,
): Promise<void> {
  const left = payment.amount.minus(payment.amountRefunded)
  const taken = notification.amount.lt(left) ? notification.amount : left
  const why = notification.isReinstated ? RETURNED : 'All of the payment was refunded before'
  const isTaken = !notification.isReinstated && taken.gt(ZERO)
  const made = newRefund(
    payment,
    { amount: isTaken ? taken : notification.amount, reason: 'Disputed at the bank' },
    moment,
  )
  const refund: Refund = {
    ...made,
    isDispute: true,
    status: isTaken ? 'succeeded' : 'failed',
    providerRefundId: notification.providerDisputeId,
    // Stored although it took nothing: the news of its begin may arrive later.
    failureReason: isTaken ? null : why,
  }
  await insertRefund(tx, refund, moment)
  if (!isTaken) return
  await bookOnPayment(tx, { invoice, payment, refund }, moment)
  await takeRefundOff(tx, moneyOf(refund), moment)
  const { organizationId, customerId } = invoice
  await stopAutoTopUps(tx, { organizationId, customerId }, 'dispute', moment)
}
