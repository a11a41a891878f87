import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { giveRefundBack } from '../../credit-balances/top-up-grant.ts'
import { bookRefund } from '../../invoices/bookings.ts'
import { type Invoice, isTopUp } from '../../invoices/invoice.ts'
import { lockWithInvoice } from '../books/lock-with-invoice.ts'
import { updatePayment } from '../books/queries.ts'
import { findPayment } from '../books/read.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Payment, Refund } from '../payment.ts'
import type { RefundAnswer, RefundOrder } from '../provider/provider.ts'
import { moneyOf } from './money-of.ts'
import { updateRefund } from './queries.ts'
import { findRefund } from './read.ts'
import { reverseRefund } from './reverse-refund.ts'

/**
 * Requests a pending refund from the provider and stores the answer. Without an answer the refund
 * stays pending, and `retryPending` retries it with the same id.
 */
export async function askForRefund(
  deps: PaymentDeps,
  refund: Refund,
  { isRetry = false }: { isRetry?: boolean } = {},
): Promise<Refund> {
  const { payments, db, log } = deps
  const payment = await findPayment(db, { ...keyOf(refund), id: refund.paymentId })
  if (!payments || payment?.provider !== payments.name || !payment.providerPaymentId) return refund
  const order: RefundOrder = { ...refund, providerPaymentId: payment.providerPaymentId }
  try {
    const known = isRetry ? await payments.findRefund(order) : undefined
    return await finishRefund(deps, refund, known ?? (await payments.refund(order)))
  } catch (error) {
    const { id: refundId, organizationId } = refund
    log.error(
      { err: error, refundId, organizationId },
      'no response to a refund; it will be retried',
    )
    return refund
  }
}

/** Stores the provider's answer to a refund exactly once, even if it arrives repeatedly. */
export async function finishRefund(
  deps: PaymentDeps,
  key: CustomerScopedId,
  answer: RefundAnswer,
): Promise<Refund> {
  const moment = deps.clock.moment(key.organizationId)
  return deps.db.transaction().execute(async (tx) => finishRefundIn(tx, key, answer, moment))
}

/** Like `finishRefund`, in the caller's transaction, which has locked no other invoice. */
export async function finishRefundIn(
  tx: Tx,
  key: CustomerScopedId,
  answer: RefundAnswer,
  moment: Moment,
): Promise<Refund> {
  const { invoice, row: refund } = await lockWithInvoice(tx, key, findRefund)
  if (refund.status === 'succeeded' && answer.kind === 'refused') {
    return reverseRefund(tx, { invoice, refund }, answer.reason, moment)
  }
  if (refund.status !== 'pending') return refund
  switch (answer.kind) {
    case 'pending':
      await updateRefund(tx, key, { providerRefundId: answer.providerRefundId }, moment)
      return { ...refund, providerRefundId: answer.providerRefundId }
    case 'refused':
      await updateRefund(tx, key, { status: 'failed', failureReason: answer.reason }, moment)
      await giveCreditBack(tx, { invoice, refund }, moment)
      return { ...refund, status: 'failed', failureReason: answer.reason }
    case 'succeeded': {
      const { providerRefundId } = answer
      const { businessNow } = moment
      await updateRefund(
        tx,
        key,
        { status: 'succeeded', providerRefundId, refundedAt: businessNow },
        moment,
      )
      const done: Refund = {
        ...refund,
        status: 'succeeded',
        providerRefundId,
        refundedAt: businessNow,
      }
      const payment = await findPayment(tx, { ...keyOf(refund), id: refund.paymentId })
      if (payment) await bookOnPayment(tx, { invoice, payment, refund: done }, moment)
      return done
    }
  }
}

/** Gives the credit of a top-up back whose refund was refused; money that it did not take gave none. */
async function giveCreditBack(
  tx: Tx,
  { invoice, refund }: { invoice: Invoice; refund: Refund },
  moment: Moment,
): Promise<void> {
  if (!isTopUp(invoice)) return
  const payment = await findPayment(tx, { ...keyOf(refund), id: refund.paymentId })
  if (payment?.status === 'succeeded') await giveRefundBack(tx, moneyOf(refund), moment)
}

type Booking = { invoice: Invoice; payment: Payment; refund: Refund }

/**
 * Books a successful refund on its payment and on the invoice, which the caller has locked. A
 * payment whose money was returned at once was never booked on the invoice, so its refund is not
 * booked either.
 */
export async function bookOnPayment(
  tx: Tx,
  { invoice, payment, refund }: Booking,
  moment: Moment,
): Promise<void> {
  const amountRefunded = payment.amountRefunded.plus(refund.amount)
  await updatePayment(tx, payment, { amountRefunded }, moment)
  if (payment.status !== 'succeeded') return
  const { amount, refundedAt } = refund
  await bookRefund(tx, invoice, { amount, refundedAt }, moment)
}

const keyOf = ({ organizationId, customerId }: Refund): Omit<CustomerScopedId, 'id'> => ({
  organizationId,
  customerId,
})
