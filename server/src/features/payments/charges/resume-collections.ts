import { resumeCollection } from '../../invoices/collection.ts'
import type { CustomerEvent } from '../../outbox/event.ts'
import type { PaymentDeps } from '../deps.ts'

/**
 * Resumes automatic collection of open invoices after a customer saves a payment method on the
 * set-up page. A card saved during a payment does not resume it: that customer chose one invoice to
 * pay.
 */
export async function resumeCollections(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  { organizationId, customerId }: CustomerEvent,
): Promise<void> {
  await resumeCollection(db, { organizationId, customerId }, clock.moment(organizationId))
}
