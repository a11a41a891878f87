import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import type { Actor } from '../auth/principal.ts'
import type { FieldChange, SubscriptionChange } from './entries.ts'
import * as queries from './queries.ts'

export { listChanges, moveChanges } from './queries.ts'

/**
 * Writes entries into the histories of subscriptions, which are dated in business time like what
 * they tell of; none where nothing changed.
 */
export async function recordChanges(
  tx: Tx,
  entries: readonly SubscriptionChange[],
  businessNow: Date,
): Promise<void> {
  const rows = entries.flatMap((entry) =>
    entry.changes.length > 0 ? [{ id: newId(), ...entry }] : [],
  )
  if (rows.length > 0) await queries.insertChanges(tx, rows, businessNow)
}

/**
 * Writes what changed in a plan (its name, a price) into the history of every subscription that
 * this concerns: those of the plan that have not ended.
 */
export async function recordPlanChange(
  tx: Tx,
  change: {
    organizationId: string
    planId: string
    actor: Actor
    changes: readonly FieldChange[]
  },
  businessNow: Date,
): Promise<void> {
  if (change.changes.length > 0) await queries.insertPlanChange(tx, change, businessNow)
}
