import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type Slice } from '../../platform/list.ts'
import { actorText } from '../auth/principal.ts'
import { type FieldChange, insertEntries, jsonOf, type SubscriptionChange } from './entries.ts'

export async function insertChanges(
  tx: Tx,
  entries: readonly (SubscriptionChange & { id: string })[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('subscriptionChanges')
    .values(
      entries.map((entry) => ({
        ...entry,
        changedAt: at,
        actor: actorText(entry.actor),
        changes: jsonOf(entry.changes),
      })),
    )
    .execute()
}

/** Inserts one entry for every subscription of the plan that is neither ended nor deleted. */
export async function insertPlanChange(
  tx: Tx,
  change: Pick<SubscriptionChange, 'organizationId' | 'actor' | 'changes'> & { planId: string },
  at: Date,
): Promise<void> {
  const { organizationId, planId, actor, changes } = change
  await insertEntries(
    sql`(
      select customer_id, id, organization_id, ${at}::timestamptz as changed_at
      from subscriptions
      where organization_id = ${organizationId} and plan_id = ${planId} and deleted_at is null
        and (ends_at is null or ends_at > ${at}::timestamptz)
    ) as live`,
    { actor: actorText(actor), changes },
  ).execute(tx)
}

/**
 * Moves the history of a subscription to another customer, which must already have the subscription
 * row.
 */
export async function moveChanges(
  tx: Tx,
  key: CustomerScopedId,
  customerId: string,
): Promise<void> {
  const rows = await tx
    .deleteFrom('subscriptionChanges')
    .where('customerId', '=', key.customerId)
    .where('subscriptionId', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .returningAll()
    .execute()
  const moved = rows.map((row) => ({
    ...row,
    customerId,
    changes: JSON.stringify(row.changes),
  }))
  if (moved.length > 0) await tx.insertInto('subscriptionChanges').values(moved).execute()
}

/**
 * Lists the history of a subscription, latest first. `actor` is `api_key:<id>`, `user:<id>`, or
 * `system` for the clock.
 */
export function listChanges(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  page: Slice,
) {
  const changes = db
    .selectFrom('subscriptionChanges')
    .select(['id', 'changedAt as at', 'actor', sql<FieldChange[]>`changes`.as('changes')])
    .where('customerId', '=', customerId)
    .where('subscriptionId', '=', id)
    .where('organizationId', '=', organizationId)
  return listPage(changes, { ...page, orderBy: sql`changed_at`, sortOrder: 'desc' })
}
