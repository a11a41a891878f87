import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { SubscriptionStatus } from '../../../domain/subscription-status.ts'
import type { Tx } from '../../../platform/database.ts'
import { insertEntries } from '../../changelog/entries.ts'
import { type ClockScope, isInScope, type Moment } from '../../clock/business-clock.ts'

/** A status change that is due once the instant in the column `due` has come. */
export type DueMove = {
  from: SubscriptionStatus
  to: SubscriptionStatus
  due: 'startsAt' | 'endsAt'
}

/** One subscription; without an id, all subscriptions of the customer. */
type OneOrAllOf = Omit<CustomerScopedId, 'id'> & { id?: string }
export type Which = OneOrAllOf | ClockScope

const matches = (which: Which) => {
  if (!('customerId' in which)) return isInScope(which)
  const { organizationId, customerId, id } = which
  const one = id === undefined ? sql`` : sql`and id = ${id}`
  return sql`customer_id = ${customerId} and organization_id = ${organizationId} ${one}`
}

/**
 * Applies due status changes and returns the keys. Each writes a changelog entry dated when the
 * change was due, however late the job runs.
 */
export async function updateDueStatuses(
  tx: Tx,
  { from, to, due, which }: DueMove & { which: Which },
  { now, businessNow }: Moment,
): Promise<CustomerScopedId[]> {
  const rows = insertEntries(sql`moved`, {
    actor: 'system',
    changes: [{ field: 'status', from, to }],
  })
  const moved = await sql<CustomerScopedId>`
    with moved as (
      update subscriptions set status = ${to}, version = version + 1,
        updated_at = ${now}::timestamptz
      where status = ${sql.lit(from)} and deleted_at is null
        and ${sql.ref(due)} <= ${businessNow}::timestamptz and ${matches(which)}
      returning customer_id, id, organization_id, ${sql.ref(due)} as changed_at
    )
    ${rows}
    returning organization_id, customer_id,
      subscription_id as id`.execute(tx)
  return moved.rows
}
