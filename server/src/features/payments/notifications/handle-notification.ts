import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomerShared } from '../../customers/lock.ts'
import { lockWithInvoice } from '../books/lock-with-invoice.ts'
import { findPayment, findPaymentAnywhere } from '../books/read.ts'
import { finishChargeIn } from '../charges/finish-charge.ts'
import { handleCheckout } from '../checkout/checkout-notifications.ts'
import { findSession } from '../checkout/session-queries.ts'
import type { PaymentDeps } from '../deps.ts'
import { detachMethods } from '../methods/detach-methods.ts'
import { findSetupOf, handleSaved } from '../methods/handle-saved.ts'
import type { CustomerKey, Refund } from '../payment.ts'
import type { Notification } from '../provider/provider.ts'
import { handleDispute } from '../refunds/dispute.ts'
import { handleExternalRefund } from '../refunds/external-refund.ts'
import { askForRefund, finishRefundIn } from '../refunds/finish-refund.ts'
import { findRefund } from '../refunds/read.ts'
import { keptBody } from './kept-body.ts'
import { insertNotification } from './queries.ts'

type Outcome = 'handled' | 'repeated' | 'ignored'

/** The refund to request for money that an invoice did not take. */
type Effect = { refundToRequest: Refund | undefined }

/**
 * Processes a provider's notification exactly once. The notification is inserted in the transaction
 * of its effects, so a concurrent duplicate waits and then does nothing. Notifications may arrive
 * in any order: each moves its row to the right state from any state. The body is stored for
 * support; `rawBody` is null if the server asked the provider itself.
 */
export async function handleNotification(
  deps: PaymentDeps,
  notification: Notification,
  rawBody: Buffer | null,
): Promise<Outcome> {
  const customer = await customerOf(deps, notification)
  if (!customer) {
    const { kind, eventId } = notification
    deps.log.warn({ kind, eventId }, 'a payment notification refers to an unknown object')
    return 'ignored'
  }
  const moment = deps.clock.moment(customer.organizationId)
  const effect = await deps.db.transaction().execute(async (tx) => {
    const received = { ...notification, body: rawBody && keptBody(rawBody) }
    const isNew = await insertNotification(tx, received, moment.now)
    return isNew ? handle(tx, notification, moment) : undefined
  })
  if (!effect) return 'repeated'
  if (effect.refundToRequest) await askForRefund(deps, effect.refundToRequest)
  // Detach the replaced method; the sweep retries failures.
  if (deps.payments && 'savedMethod' in notification) {
    await detachMethods(deps, deps.payments, customer)
  }
  return 'handled'
}

/** Returns the customer concerned; undefined if the notification refers to no stored row. */
async function customerOf(
  { db }: PaymentDeps,
  notification: Notification,
): Promise<CustomerKey | undefined> {
  switch (notification.kind) {
    case 'checkout_paid':
    case 'checkout_processing':
    case 'checkout_failed':
    case 'checkout_expired':
      return findSession(db, notification.checkout)
    case 'method_saved':
      return findSetupOf(db, notification)
    case 'charge_answered':
      return findPayment(db, notification.payment)
    case 'refund_answered':
      return findRefund(db, notification.refund)
    case 'external_refund':
    case 'disputed':
      return findPaymentAnywhere(db, notification)
  }
}

async function handle(tx: Tx, notification: Notification, moment: Moment): Promise<Effect> {
  switch (notification.kind) {
    case 'checkout_paid':
    case 'checkout_processing':
    case 'checkout_failed':
    case 'checkout_expired': {
      const { checkout } = notification
      // The saved method references the customer row.
      await lockCustomerShared(tx, checkout)
      const { invoice, row: session } = await lockWithInvoice(tx, checkout, findSession)
      const refundToRequest = await handleCheckout(tx, { invoice, session, notification }, moment)
      return { refundToRequest }
    }
    case 'method_saved':
      await handleSaved(tx, notification, moment)
      return { refundToRequest: undefined }
    case 'charge_answered': {
      const { payment: key, answer } = notification
      const { refundToRequest } = await finishChargeIn(tx, key, answer, moment)
      return { refundToRequest }
    }
    case 'refund_answered':
      await finishRefundIn(tx, notification.refund, notification.answer, moment)
      return { refundToRequest: undefined }
    case 'external_refund':
      await handleExternalRefund(tx, notification, moment)
      return { refundToRequest: undefined }
    case 'disputed':
      await handleDispute(tx, notification, moment)
      return { refundToRequest: undefined }
  }
}
