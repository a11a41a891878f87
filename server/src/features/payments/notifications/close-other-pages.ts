import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { closeCheckouts } from '../checkout/close-checkouts.ts'
import type { PaymentDeps } from '../deps.ts'
import type { OpenedFrom } from '../payment.ts'
import { handleNotification } from './handle-notification.ts'

/**
 * Closes the pages of an invoice that were opened another way, before it is paid this way. This
 * prevents double payment from two tabs. Payments that the customer completed first are booked.
 */
export async function closeOtherPages(
  deps: PaymentDeps,
  invoice: CustomerScopedId,
  way: OpenedFrom | 'saved',
): Promise<void> {
  const exceptFrom = way === 'saved' ? 'nowhere' : way
  for (const notification of await closeCheckouts(deps, invoice, { exceptFrom })) {
    await handleNotification(deps, notification, null)
  }
}
