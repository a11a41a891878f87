import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { SubscriptionStatus } from '../../../domain/subscription-status.ts'
import type { Tx } from '../../../platform/database.ts'
import { insertEntries } from '../../changelog/entries.ts'
import { type ClockScope, isInScope, type Moment } from '../../clock/business-clock.ts'

/** A status that is over once the instant in a column has come. */
export type DueMove = {
  from: SubscriptionStatus
  to: SubscriptionStatus
  due: 'startsAt' | 'endsAt'
}

/** A subscription, or without its id all of its customer. */
type OneOrAllOf = Omit<CustomerScopedId, 'id'> & { id?: string }
export type Which = OneOrAllOf | ClockScope

const matches = (which: Which) => {
  if (!('customerId' in which)) return isInScope(which)
  const { organizationId, customerId, id } = which
  const one = id === undefined ? sql`` : sql`and id = ${id}`
  return sql`customer_id = ${customerId} and organization_id = ${organizationId} ${one}`
}

/**
 * Moves the statuses that are due, each with an entry in its history that is dated when it was
 * due, however late the job is. Which they were.
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
