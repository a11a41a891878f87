import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockWithInvoice } from '../books/lock-with-invoice.ts'
import { updatePayment } from '../books/queries.ts'
import { findPayment } from '../books/read.ts'
import type { PaymentDeps } from '../deps.ts'
import { bookIncomingPayment } from '../incoming-payment.ts'
import type { Payment, Refund } from '../payment.ts'
import type { ChargeAnswer } from '../provider/provider.ts'
import { askForRefund } from '../refunds/finish-refund.ts'
import { listRefundsOfPayment } from '../refunds/read.ts'

/** The updated payment, and the refund to request if its money must be returned. */
export type FinishedCharge = { payment: Payment; refundToRequest: Refund | undefined }

/** Stores the provider's answer to a charge exactly once, even if it arrives repeatedly. */
export async function finishCharge(
  deps: PaymentDeps,
  key: CustomerScopedId,
  answer: ChargeAnswer,
): Promise<Payment> {
  const moment = deps.clock.moment(key.organizationId)
  const finished = await deps.db
    .transaction()
    .execute((tx) => finishChargeIn(tx, key, answer, moment))
  const { payment, refundToRequest } = finished
  if (refundToRequest) await askForRefund(deps, refundToRequest)
  return payment
}

/**
 * Like `finishCharge`, in the caller's transaction, which has locked no other invoice. The caller
 * requests `refundToRequest` from the provider after the commit.
 */
export async function finishChargeIn(
  tx: Tx,
  key: CustomerScopedId,
  answer: ChargeAnswer,
  moment: Moment,
): Promise<FinishedCharge> {
  const { invoice, row: payment } = await lockWithInvoice(tx, key, findPayment)
  if (!(await isOpen(tx, payment, answer))) return { payment, refundToRequest: undefined }
  const { providerPaymentId } = answer
  switch (answer.kind) {
    case 'pending':
      await updatePayment(tx, key, { providerPaymentId }, moment)
      return { payment: { ...payment, providerPaymentId }, refundToRequest: undefined }
    case 'declined': {
      const change = {
        status: 'failed' as const,
        failureReason: answer.reason,
        providerPaymentId,
      }
      await updatePayment(tx, key, change, moment)
      const failed: Payment = { ...payment, status: 'failed', failureReason: answer.reason }
      return { payment: { ...failed, providerPaymentId }, refundToRequest: undefined }
    }
    case 'succeeded': {
      const incoming = { payment: { ...payment, providerPaymentId }, isStored: true }
      const refundToRequest = await bookIncomingPayment(tx, invoice, incoming, moment)
      return { payment: (await findPayment(tx, key)) ?? payment, refundToRequest }
    }
  }
}

/**
 * Returns true if an answer changes the payment:
 * - the payment is pending, or
 * - it was declined and now succeeds, and its money was not sent back.
 */
async function isOpen(tx: Tx, payment: Payment, answer: ChargeAnswer): Promise<boolean> {
  if (payment.status === 'pending') return true
  if (payment.status !== 'failed' || answer.kind !== 'succeeded') return false
  return (await listRefundsOfPayment(tx, payment)).length === 0
}
