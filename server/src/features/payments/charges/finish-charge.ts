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

/** The payment as it is now, and what is to be sent back of it. */
export type FinishedCharge = { payment: Payment; sendBack: Refund | undefined }

/** Writes down what the provider did with a charge, once, whoever brings the news. */
export async function finishCharge(
  deps: PaymentDeps,
  key: CustomerScopedId,
  answer: ChargeAnswer,
): Promise<Payment> {
  const moment = deps.clock.moment(key.organizationId)
  const finished = await deps.db
    .transaction()
    .execute((tx) => finishChargeIn(tx, key, answer, moment))
  const { payment, sendBack } = finished
  if (sendBack) await askForRefund(deps, sendBack)
  return payment
}

/** The same in a transaction of the caller, which has locked no other invoice. */
export async function finishChargeIn(
  tx: Tx,
  key: CustomerScopedId,
  answer: ChargeAnswer,
  moment: Moment,
): Promise<FinishedCharge> {
  const { invoice, row: payment } = await lockWithInvoice(tx, key, findPayment)
  if (!(await isOpen(tx, payment, answer))) return { payment, sendBack: undefined }
  const { providerPaymentId } = answer
  switch (answer.kind) {
    case 'pending':
      await updatePayment(tx, key, { providerPaymentId }, moment)
      return { payment: { ...payment, providerPaymentId }, sendBack: undefined }
    case 'declined': {
      const change = {
        status: 'failed' as const,
        failureReason: answer.reason,
        providerPaymentId,
      }
      await updatePayment(tx, key, change, moment)
      const failed: Payment = { ...payment, status: 'failed', failureReason: answer.reason }
      return { payment: { ...failed, providerPaymentId }, sendBack: undefined }
    }
    case 'succeeded': {
      const incoming = { payment: { ...payment, providerPaymentId }, isStored: true }
      const sendBack = await bookIncomingPayment(tx, invoice, incoming, moment)
      return { payment: (await findPayment(tx, key)) ?? payment, sendBack }
    }
  }
}

/**
 * Whether an answer is news. It is, for a pending payment; and when a payment that was declined
 * succeeds after all, unless it is one whose money was sent back.
 */
async function isOpen(tx: Tx, payment: Payment, answer: ChargeAnswer): Promise<boolean> {
  if (payment.status === 'pending') return true
  if (payment.status !== 'failed' || answer.kind !== 'succeeded') return false
  return (await listRefundsOfPayment(tx, payment)).length === 0
}
