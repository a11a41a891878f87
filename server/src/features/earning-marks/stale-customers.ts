import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { arrayText } from '../../platform/values/array-text.ts'

/** Those of the customers that a mark names or a sweep covers: their kept earnings may be stale. */
export async function listStaleCustomers(
  db: Db,
  organizationId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  const ids = sql`${arrayText(customerIds, (id) => id)}::uuid[]`
  const sweeps = await db
    .selectFrom('earningSweeps')
    .select('planId')
    .where('organizationId', '=', organizationId)
    .execute()
  if (sweeps.some(({ planId }) => planId === null)) return new Set(customerIds)
  const planIds = arrayText(sweeps, ({ planId }) => planId ?? '')
  const { rows } = await sql<{ customerId: string }>`
    select unnest(customer_ids) as customer_id from earning_marks
    where organization_id = ${organizationId} and customer_ids && ${ids}
    union
    select customer_id from subscriptions
    where organization_id = ${organizationId} and customer_id = any(${ids})
      and plan_id = any(${planIds}::uuid[])`.execute(db)
  return new Set(rows.map(({ customerId }) => customerId))
}
