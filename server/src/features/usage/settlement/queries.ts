import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { type ClockScope, isInScope } from '../../clock/business-clock.ts'

type OfCustomer = Pick<CustomerScopedId, 'organizationId' | 'customerId'>

/** A customer with outcomes whose window has passed; `dueAt` is when the first of them did. */
export type DueCustomer = OfCustomer & { id: string; subscriptionId: null; dueAt: Date }

/** Lists the customers with outcomes to settle. */
export async function listDueCustomers(
  db: Db,
  scope: ClockScope,
  { cursor, limit }: { cursor: { dueAt: Date; id: string } | undefined; limit: number },
): Promise<DueCustomer[]> {
  const behind = cursor
    ? sql`having (min(settles_at), customer_id) > (${cursor.dueAt}::timestamptz, ${cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<DueCustomer>`
    select customer_id, customer_id as id, organization_id, null as subscription_id,
      min(settles_at) as due_at
    from provisional_outcomes
    where settles_at <= ${scope.now}::timestamptz and ${isInScope(scope)}
    group by customer_id, organization_id ${behind}
    order by due_at, customer_id limit ${limit}`.execute(db)
  return rows
}

/** The place of an outcome among those of its customer. */
export type DueOutcome = { id: string; usageDate: Date; settlesAt: Date }

/** Lists the next outcomes of a customer whose window has passed, by that time. */
export async function listDueOutcomes(
  db: Db,
  {
    organizationId,
    customerId,
    until,
    after,
    limit,
  }: OfCustomer & { until: Date; after: DueOutcome | undefined; limit: number },
): Promise<DueOutcome[]> {
  const behind = after
    ? sql`and (settles_at, event_id) > (${after.settlesAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<DueOutcome>`
    select event_id as id, usage_date, settles_at from provisional_outcomes
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and settles_at <= ${until}::timestamptz ${behind}
    order by settles_at, event_id limit ${limit}`.execute(db)
  return rows
}

/** Returns when the first window after `after` passes. */
export async function findEarliest(
  db: Db,
  organizationId: string,
  after: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(settles_at) as at from provisional_outcomes
    where organization_id = ${organizationId} and settles_at > ${after}::timestamptz`.execute(db)
  return rows[0]?.at ?? null
}

/** Lists the customers of organizations with an outcome that has settled since a real time. */
export async function listSettledCustomers(
  db: Db,
  organizationIds: readonly string[],
  since: Date,
): Promise<OfCustomer[]> {
  const { rows } = await sql<OfCustomer>`
    select organization_id, customer_id from event_corrections
    where organization_id = any(${organizationIds}::uuid[]) and kind = 'settlement'
      and created_at >= ${since}::timestamptz
    group by organization_id, customer_id`.execute(db)
  return rows
}
