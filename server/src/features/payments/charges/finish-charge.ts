import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { voidTopUp } from '../../invoices/status/void-top-up.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { noteFailure } from '../auto-top-ups/outcome.ts'
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
      await endTopUp(tx, invoice, answer, moment)
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
 * Voids a top-up whose charge of the saved method was declined: nothing is owed for it. If the customer
 * only has to confirm the charge, the top-up stays open and its payment page is mailed.
 */
async function endTopUp(
  tx: Tx,
  invoice: Invoice,
  { needsCustomer = false }: Extract<ChargeAnswer, { kind: 'declined' }>,
  moment: Moment,
): Promise<void> {
  const { topUpMethod, status, organizationId, customerId, id } = invoice
  if (status !== 'issued' || topUpMethod === null || topUpMethod === 'checkout') return
  if (!needsCustomer) {
    await voidTopUp(tx, invoice, moment)
    await noteFailure(tx, invoice, moment)
    return
  }
  const key = { organizationId, customerId, id }
  await publishEvent(tx, { ...key, type: 'top_up.confirmation_needed' }, moment)
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
