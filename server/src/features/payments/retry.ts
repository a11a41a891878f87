import { findInvoice } from '../invoices/ledger.ts'
import { findMethod } from './books/method-queries.ts'
import { claimStalePayment, listStalePayments } from './books/queries.ts'
import { askForCharge, chargeOrder } from './charges/collect.ts'
import { finishCharge } from './charges/finish-charge.ts'
import { closeCheckouts } from './checkout/close-checkouts.ts'
import { listInvoicesToClose } from './checkout/session-queries.ts'
import type { PaymentDeps } from './deps.ts'
import { handleNotification } from './notifications/handle-notification.ts'
import { deleteNotificationsBefore } from './notifications/queries.ts'
import type { Payment } from './payment.ts'
import type { PaymentProvider } from './provider/provider.ts'
import { askForRefund } from './refunds/finish-refund.ts'
import { claimStaleRefund, listStaleRefunds } from './refunds/queries.ts'

const PATIENCE_MS = 60_000
/** A provider that has begun takes its time, and tells us by a notification. */
const BEGUN_PATIENCE_MS = 3_600_000
const NOTIFICATIONS_KEPT_MS = 90 * 86_400_000
const BATCH = 100

/**
 * Finds out what became of charges and refunds whose answer was lost, closes checkout pages that
 * outlived their invoice, and writes receipts that were not written with their payment. Each is
 * claimed before it is asked about, so that two workers do not ask for the same thing; if both did,
 * the provider would know it by its idempotency key. A provider that does not answer ends the round.
 */
export async function retryPending(deps: PaymentDeps, now: Date): Promise<void> {
  const { payments, db } = deps
  await deleteNotificationsBefore(db, new Date(now.getTime() - NOTIFICATIONS_KEPT_MS))
  const before = new Date(now.getTime() - PATIENCE_MS)
  if (!payments) return
  const begunBefore = new Date(now.getTime() - BEGUN_PATIENCE_MS)
  const stale = { provider: payments.name, before, begunBefore, limit: BATCH }
  const isPaused = () => payments.isPaused?.() ?? false
  for (const payment of await listStalePayments(db, stale)) {
    if (isPaused()) return
    if (await claimStalePayment(db, payment, now)) await retryCharge(deps, payments, payment)
  }
  for (const refund of await listStaleRefunds(db, stale)) {
    if (isPaused()) return
    if (await claimStaleRefund(db, refund, now)) await askForRefund(deps, refund, { isRetry: true })
  }
  for (const invoice of await listInvoicesToClose(db, { ...stale, now })) {
    if (isPaused()) return
    for (const notification of await closeCheckouts(deps, invoice)) {
      await handleNotification(deps, notification, null)
    }
  }
}

async function retryCharge(
  deps: PaymentDeps,
  payments: PaymentProvider,
  payment: Payment,
): Promise<void> {
  const { db, log } = deps
  const { id: paymentId, organizationId, invoiceId, providerPaymentId } = payment
  try {
    const method = await findMethod(db, payment, payments.name)
    const known = await payments.findCharge({
      ...payment,
      providerCustomerId: method?.providerCustomerId ?? null,
      askedAt: payment.createdAt,
    })
    if (known) {
      await finishCharge(deps, payment, known)
      return
    }
    // What the provider has begun is never begun again.
    if (providerPaymentId !== null) return
    const invoice = await findInvoice(db, { organizationId, id: invoiceId })
    if (!invoice || !method) {
      const reason = 'No payment method is saved any more'
      await finishCharge(deps, payment, { kind: 'declined', reason, providerPaymentId: null })
      return
    }
    const { invoiceNumber } = invoice
    await askForCharge(deps, payments, chargeOrder(payment, { invoiceNumber, method }))
  } catch (error) {
    log.error({ err: error, paymentId, organizationId }, 'still no answer to a charge')
  }
}
