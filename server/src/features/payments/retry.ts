import { findInvoice } from '../invoices/ledger.ts'
import { claimStalePayment, listStalePayments } from './books/queries.ts'
import { askForCharge, chargeOrder } from './charges/collect.ts'
import { finishCharge } from './charges/finish-charge.ts'
import { closeCheckouts } from './checkout/close-checkouts.ts'
import { listInvoicesToClose } from './checkout/session-queries.ts'
import type { PaymentDeps } from './deps.ts'
import { closeSetup } from './methods/close-setup.ts'
import { detachMethod } from './methods/detach-methods.ts'
import { listStaleDetachments } from './methods/detachment-queries.ts'
import { findMethod, findProviderCustomer } from './methods/method-queries.ts'
import { listOutdatedSetups } from './methods/setup-queries.ts'
import { handleNotification } from './notifications/handle-notification.ts'
import { deleteNotificationsBefore } from './notifications/queries.ts'
import type { Payment } from './payment.ts'
import type { PaymentProvider } from './provider/provider.ts'
import { askForRefund } from './refunds/finish-refund.ts'
import { claimStaleRefund, listStaleRefunds } from './refunds/queries.ts'

const PATIENCE_MS = 60_000
/** A charge that the provider has started takes longer and is reported by a notification. */
const BEGUN_PATIENCE_MS = 3_600_000
const NOTIFICATIONS_KEPT_MS = 90 * 86_400_000
const BATCH = 100

/**
 * Retries all provider work whose answer was lost:
 * - pending charges and refunds,
 * - checkout pages on which an invoice can no longer be paid,
 * - set-up pages whose notification never arrived,
 * - methods that are still to be detached.
 * Charges, refunds and detachments are claimed first, so that two workers do not send the same
 * request. Charges and refunds also carry an idempotency key. The round ends once the provider
 * stops answering. Also deletes old notifications.
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
  for (const setup of await listOutdatedSetups(db, { ...stale, now })) {
    if (isPaused()) return
    const saved = await closeSetup(deps, payments, setup)
    if (saved) await handleNotification(deps, saved, null)
  }
  for (const detachment of await listStaleDetachments(db, stale)) {
    if (isPaused()) return
    await detachMethod(deps, payments, detachment)
  }
}

async function retryCharge(
  deps: PaymentDeps,
  payments: PaymentProvider,
  payment: Payment,
): Promise<void> {
  const { db, log } = deps
  const { id: paymentId, organizationId, customerId, invoiceId, providerPaymentId } = payment
  try {
    const providerCustomerId =
      payment.providerCustomerId ?? (await findProviderCustomer(db, payment, payments.name))
    const askedAt = payment.createdAt
    const known = await payments.findCharge({ ...payment, providerCustomerId, askedAt })
    if (known) {
      await finishCharge(deps, payment, known)
      return
    }
    // A charge that the provider has already started must not be started again.
    if (providerPaymentId !== null) return
    const invoice = await findInvoice(db, { organizationId, customerId, id: invoiceId })
    const method = await findMethod(db, payment, payments.name)
    const { providerMethodId } = payment
    const isSame = providerMethodId === null || providerMethodId === method?.providerMethodId
    // The customer agreed to that method; never charge another one in its place.
    if (!invoice || !method || !isSame) {
      const reason = 'The payment method was removed or replaced before it was charged'
      await finishCharge(deps, payment, { kind: 'declined', reason, providerPaymentId: null })
      return
    }
    const { invoiceNumber } = invoice
    await askForCharge(deps, payments, chargeOrder(payment, { invoiceNumber, method }))
  } catch (error) {
    log.error({ err: error, paymentId, organizationId }, 'still no answer to a charge')
  }
}
