import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { listPage, type Slice } from '../../platform/list.ts'
import { type Actor, actorText } from '../auth/principal.ts'
import { jsonbText } from './jsonb-text.ts'
import { notEnded } from './not-ended.ts'

/** One field of a subscription, or of its plan, before and after; null where there was nothing. */
export type FieldChange = { field: string; from: unknown; to: unknown }

export type SubscriptionChange = {
  organizationId: string
  customerId: string
  subscriptionId: string
  actor: Actor
  changes: readonly FieldChange[]
}

/** JSON has no undefined: what is not there is null. */
function jsonOf(changes: readonly FieldChange[]): string {
  const whole = changes.map(({ field, from, to }) => ({
    field,
    from: from ?? null,
    to: to ?? null,
  }))
  return jsonbText(whole)
}

/**
 * Ids for the rows of one `insert … select`, made without a random function in SQL: the time of a
 * UUIDv7 made here, and a digest of it with the row's own id.
 */
export const idPerRow = () => {
  const id = newId()
  const digest = sql`md5(${id}::text || id::text)`
  return sql`(${id.slice(0, 18)}::text || '-8' || left(${digest}, 3) || '-'
    || right(${digest}, 12))::uuid`
}

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
  await sql`
    insert into subscription_changes
      (customer_id, id, subscription_id, organization_id, changed_at, actor, changes)
    select customer_id, ${idPerRow()}, id, organization_id, ${at}::timestamptz, ${actorText(actor)},
      ${jsonOf(changes)}::jsonb
    from subscriptions
    where organization_id = ${organizationId} and plan_id = ${planId} and deleted_at is null
      and ${notEnded('subscriptions', at)}`.execute(tx)
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
