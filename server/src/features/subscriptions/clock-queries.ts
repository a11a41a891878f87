import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { idPerRow } from './changelog-queries.ts'
import type { SubscriptionKey } from './queries.ts'
import type { SubscriptionStatus } from './schemas.ts'

/** A status that is over once the instant in a column has come. */
export type DueMove = {
  from: SubscriptionStatus
  to: SubscriptionStatus
  due: 'starts_at' | 'ends_at'
}

/** A subscription, or without its id all of its customer. */
export type OneOrAllOf = Omit<SubscriptionKey, 'id'> & { id?: string }

/**
 * Moves the statuses that are due, each with an entry in its history that is dated when it was
 * due, however late the job is.
 */
export async function updateDueStatuses(
  db: Db,
  { from, to, due, only }: DueMove & { only: OneOrAllOf | undefined },
  now: Date,
): Promise<void> {
  const which = only
    ? sql`and customer_id = ${only.customerId} and organization_id = ${only.organizationId}
        ${only.id === undefined ? sql`` : sql`and id = ${only.id}`}`
    : sql``
  await sql`
    with moved as (
      update subscriptions set status = ${to}, updated_at = ${now}::timestamptz
      where status = ${sql.lit(from)} and deleted_at is null
        and ${sql.ref(due)} <= ${now}::timestamptz ${which}
      returning customer_id, id, organization_id, ${sql.ref(due)} as due_at
    )
    insert into subscription_changes
      (customer_id, id, subscription_id, organization_id, changed_at, actor, changes)
    select customer_id, ${idPerRow()}, id, organization_id, due_at, 'system',
      ${JSON.stringify([{ field: 'status', from, to }])}::jsonb
    from moved`.execute(db)
}
