import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import type { PaymentStatus } from '../payment.ts'

/**
 * Publishes an outbox event when a payment or refund succeeds or fails; none while it is pending.
 */
export async function publishFinalStatus(
  tx: Tx,
  kind: 'payment' | 'refund',
  {
    organizationId,
    customerId,
    id,
    status,
  }: CustomerScopedId & { status: PaymentStatus | undefined },
  moment: Moment,
): Promise<void> {
  if (status === undefined || status === 'pending') return
  await publishEvent(tx, { type: `${kind}.${status}`, organizationId, customerId, id }, moment)
}
