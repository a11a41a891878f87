import type { CustomerEvent } from '../../outbox/event.ts'
import { findPayment } from '../books/read.ts'
import { closeCheckouts } from '../checkout/close-checkouts.ts'
import type { PaymentDeps } from '../deps.ts'
import { handleNotification } from './handle-notification.ts'

/**
 * Closes the checkout pages of an invoice after it was voided or received a payment. Books payments
 * that the customer completed first. The sweep closes pages for which the provider did not answer.
 */
export async function closePages(deps: PaymentDeps, event: CustomerEvent): Promise<void> {
  const { organizationId, customerId } = event
  const payment = event.type === 'payment.succeeded' ? await findPayment(deps.db, event) : undefined
  const key = { organizationId, customerId, id: payment?.invoiceId ?? event.id }
  for (const notification of await closeCheckouts(deps, key)) {
    await handleNotification(deps, notification, null)
  }
}
