import type { OutboxEvent } from '../../outbox/event.ts'
import { findPayment } from '../books/read.ts'
import { closeCheckouts } from '../checkout/close-checkouts.ts'
import type { PaymentDeps } from '../deps.ts'
import { handleNotification } from './handle-notification.ts'

/**
 * Closes the pages of an invoice that was voided or that money came in for, and books what comes to
 * light where a customer was faster. What a provider does not answer is closed by the sweep.
 */
export async function closePages(deps: PaymentDeps, event: OutboxEvent): Promise<void> {
  const { organizationId, customerId } = event
  const payment = event.type === 'payment.succeeded' ? await findPayment(deps.db, event) : undefined
  const key = { organizationId, customerId, id: payment?.invoiceId ?? event.id }
  for (const notification of await closeCheckouts(deps, key)) {
    await handleNotification(deps, notification, null)
  }
}
