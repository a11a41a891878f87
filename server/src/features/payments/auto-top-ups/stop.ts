import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import type { CustomerKey } from '../payment.ts'
import { markStopped } from './agreements.ts'
import { FAILURES_MAX, type StopReason } from './auto-top-up.ts'

/** Stops that are announced, because no request asked for them. */
const ANNOUNCED: readonly StopReason[] = ['failures', 'no_payment_method', 'dispute']

/**
 * Stops the automatic top-ups of a customer: one, those of a currency, or all. Does nothing to those that
 * have stopped. A charge under way goes on, and its payment gives its credit.
 */
export async function stopAutoTopUps(
  tx: Tx,
  { organizationId, customerId, ...of }: CustomerKey & { id?: string; currency?: string },
  reason: StopReason,
  moment: Moment,
): Promise<void> {
  const key = { organizationId, customerId, ...of }
  const { now, businessNow: stoppedAt } = moment
  const failureCount = reason === 'failures' ? { failureCount: FAILURES_MAX } : {}
  const ids = await markStopped(tx, key, { reason, ...failureCount, stoppedAt, now })
  if (!ANNOUNCED.includes(reason)) return
  const events = ids.map((id) => ({
    type: 'auto_top_up.stopped' as const,
    ...{ organizationId, customerId, id },
  }))
  await publishEvents(tx, events, moment)
}
