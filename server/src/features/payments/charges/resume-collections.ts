import { resumeCollection } from '../../invoices/collection.ts'
import type { OutboxEvent } from '../../outbox/event.ts'
import type { PaymentDeps } from '../deps.ts'

/**
 * A customer has saved a method on the page for that: what is still open of the subscriptions that pay by
 * themselves is collected after all. A card that is kept with a payment does not do that: whoever pays
 * one invoice has chosen which.
 */
export async function resumeCollections(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  { organizationId, customerId }: OutboxEvent,
): Promise<void> {
  await resumeCollection(db, { organizationId, customerId }, clock.moment(organizationId))
}
