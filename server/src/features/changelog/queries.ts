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
    .insertInto('subscription_changes')
    .values(
      entries.map((entry) => ({
        customer_id: entry.customerId,
        id: entry.id,
        subscription_id: entry.subscriptionId,
        organization_id: entry.organizationId,
        changed_at: at,
        actor: actorText(entry.actor),
        changes: jsonOf(entry.changes),
      })),
    )
    .execute()
}

/** One entry for every subscription of the plan that is neither ended nor deleted. */
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

/** Gives the history of a subscription to another customer, whose row of it is there already. */
export async function moveChanges(
  tx: Tx,
  key: CustomerScopedId,
  customerId: string,
): Promise<void> {
  const rows = await tx
    .deleteFrom('subscription_changes')
    .where('customer_id', '=', key.customerId)
    .where('subscription_id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .returningAll()
    .execute()
  const moved = rows.map((row) => ({
    ...row,
    customer_id: customerId,
    changes: JSON.stringify(row.changes),
  }))
  if (moved.length > 0) await tx.insertInto('subscription_changes').values(moved).execute()
}

/** The history of a subscription, latest first. `actor` is `api_key:<id>`, or `system` for the clock. */
export function listChanges(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  page: Slice,
) {
  const changes = db
    .selectFrom('subscription_changes')
    .select(['id', 'changed_at as at', 'actor', sql<FieldChange[]>`changes`.as('changes')])
    .where('customer_id', '=', customerId)
    .where('subscription_id', '=', id)
    .where('organization_id', '=', organizationId)
  return listPage(changes, { ...page, orderBy: sql`changed_at`, sortOrder: 'desc' })
}
