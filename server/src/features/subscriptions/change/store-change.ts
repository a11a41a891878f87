import type { Tx } from '../../../platform/database.ts'
import type { FieldChange } from '../../changelog/entries.ts'
import { recordChanges } from '../../changelog/service.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { markEarnings } from '../../earning-marks/mark.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import type { Subscription } from '../terms/subscription.ts'
import type { Command } from './lock-for-change.ts'
import { raiseVersion } from './queries.ts'

type Changed = { subscription: Subscription; actor: Command['actor']; change: FieldChange }

/**
 * Stores what follows from a change of rows that belong to a locked subscription: its next version, the mark of kept
 * earnings, the entry in the history, and the event.
 */
export async function storeChange(
  tx: Tx,
  { subscription, actor, change }: Changed,
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, id } = subscription
  const key = { organizationId, customerId, id }
  await raiseVersion(tx, key, moment.now)
  await markEarnings(tx, organizationId, [{ customerId }], moment.now)
  const entry = { organizationId, customerId, subscriptionId: id, actor, changes: [change] }
  await recordChanges(tx, [entry], moment.businessNow)
  await publishEvent(tx, { type: 'subscription.updated', ...key }, moment)
}
