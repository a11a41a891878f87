import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import type { Actor } from '../auth/principal.ts'
import type { FieldChange, SubscriptionChange } from './entries.ts'
import * as queries from './queries.ts'

export { listChanges, moveChanges } from './queries.ts'

/**
 * Adds entries to the histories of subscriptions, dated in business time. Skips entries without
 * changes.
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
 * Adds a plan change, such as a new name or price, to the history of every subscription of the plan
 * that has not ended.
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
