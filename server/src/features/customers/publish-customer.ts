import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { publishEvent } from '../outbox/outbox.ts'

/** Publishes that a customer was created, updated or deleted. */
export function publishCustomer(
  tx: Tx,
  { organizationId, id }: ScopedId,
  change: 'created' | 'updated' | 'deleted',
  moment: Moment,
): Promise<void> {
  return publishEvent(
    tx,
    { type: `customer.${change}`, organizationId, customerId: id, id },
    moment,
  )
}
