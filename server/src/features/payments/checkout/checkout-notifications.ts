import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { insertPayment, updatePayment } from '../books/queries.ts'
import { findPaymentOfInvoice } from '../books/read.ts'
import { bookIncomingPayment, pendingPayment } from '../incoming-payment.ts'
import { saveMethod } from '../methods/save-method.ts'
import type { CheckoutSession, Refund } from '../payment.ts'
import type { Notification } from '../provider/provider.ts'
import { markSessionCompleted, updateOpenSession } from './session-queries.ts'

type CheckoutNotification = Extract<Notification, { kind: `checkout_${string}` }>

type Notified<T = CheckoutNotification> = {
  invoice: Invoice
  session: CheckoutSession
  notification: T
}

/**
 * Applies a notification to a checkout page whose invoice is locked. Returns the refund to request
 * if the invoice could not take the money.
 */
export async function handleCheckout(
  tx: Tx,
  { invoice, session, notification }: Notified,
  moment: Moment,
): Promise<Refund | undefined> {
  switch (notification.kind) {
    case 'checkout_paid':
      return handlePaid(tx, { invoice, session, notification }, moment)
    case 'checkout_processing':
      await handleProcessing(tx, { invoice, session, notification }, moment)
      return undefined
    case 'checkout_failed':
      await handleFailed(tx, { invoice, session, notification }, moment)
      return undefined
    case 'checkout_expired':
      await updateOpenSession(tx, session, { status: 'expired' }, moment.now)
      return undefined
  }
}

type Kind<K extends CheckoutNotification['kind']> = Extract<CheckoutNotification, { kind: K }>

async function handlePaid(
  tx: Tx,
  { invoice, session, notification }: Notified<Kind<'checkout_paid'>>,
  moment: Moment,
): Promise<Refund | undefined> {
  const { provider, savedMethod, at } = notification
  await markSessionCompleted(tx, session, moment.now)
  const known = await findPaymentOfInvoice(tx, invoice, notification)
  if (known && known.status !== 'pending') return undefined
  // Saved with the first notification of a payment only. A repeated one must not restore a method
  // that the customer has removed since.
  const saved = savedMethod && { provider, method: savedMethod, savedAt: at }
  if (saved) await saveMethod(tx, invoice, saved, moment.now)
  const { amount, currency, method, providerPaymentId } = notification
  const received = { amount, currency, method, provider, providerPaymentId }
  const payment = known ?? pendingPayment(invoice, received, moment.now)
  return bookIncomingPayment(tx, invoice, { payment, isStored: known !== undefined }, moment)
}

/**
 * Stores a pending payment, so that the customer cannot pay again while the money is in transit.
 */
async function handleProcessing(
  tx: Tx,
  { invoice, session, notification }: Notified<Kind<'checkout_processing'>>,
  moment: Moment,
): Promise<void> {
  await markSessionCompleted(tx, session, moment.now)
  if (await findPaymentOfInvoice(tx, invoice, notification)) return
  const { amount, currency, method, provider, providerPaymentId } = notification
  const received = { amount, currency, method, provider, providerPaymentId }
  await insertPayment(tx, pendingPayment(invoice, received, moment.now), moment)
}

async function handleFailed(
  tx: Tx,
  { invoice, session, notification }: Notified<Kind<'checkout_failed'>>,
  moment: Moment,
): Promise<void> {
  await updateOpenSession(tx, session, { status: 'expired' }, moment.now)
  const { provider, providerPaymentId, reason } = notification
  if (!providerPaymentId) return
  const payment = await findPaymentOfInvoice(tx, invoice, { provider, providerPaymentId })
  if (payment?.status !== 'pending') return
  await updatePayment(tx, payment, { status: 'failed', failureReason: reason }, moment)
}
