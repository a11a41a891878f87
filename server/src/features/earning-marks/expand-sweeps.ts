import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { markEarnings } from './mark.ts'

const CUSTOMERS_AT_ONCE = 1_000

/**
 * Turns the oldest sweep of an organization into marks, one page of customers per call and transaction.
 * Returns false if there is no sweep.
 */
export function expandSweep(db: Db, organizationId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const sweep = await tx
      .selectFrom('earningSweeps')
      .select(['id', 'planId', 'doneUntil', 'markedAt'])
      .where('organizationId', '=', organizationId)
      .orderBy('markedAt')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!sweep) return false
    const customers = await listSwept(tx, organizationId, sweep)
    const stale = customers.map((customerId) => ({ customerId }))
    await markEarnings(tx, organizationId, stale, sweep.markedAt)
    const own = (query: { id: string }) => sql<SqlBool>`id = ${query.id}`
    if (customers.length < CUSTOMERS_AT_ONCE) {
      await tx
        .deleteFrom('earningSweeps')
        .where('organizationId', '=', organizationId)
        .where(own(sweep))
        .execute()
    } else {
      await tx
        .updateTable('earningSweeps')
        .set({ doneUntil: customers.at(-1) ?? null })
        .where('organizationId', '=', organizationId)
        .where(own(sweep))
        .execute()
    }
    return true
  })
}

type Sweep = { planId: string | null; doneUntil: string | null }

/** The next page of customers of a sweep, deleted customers too: they have earnings. */
async function listSwept(
  db: Db,
  organizationId: string,
  { planId, doneUntil }: Sweep,
): Promise<string[]> {
  const source =
    planId === null
      ? sql`select id as customer_id from customers where organization_id = ${organizationId}`
      : sql`select distinct customer_id from subscriptions
          where organization_id = ${organizationId} and plan_id = ${planId}`
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from (${source}) swept
    ${doneUntil === null ? sql`` : sql`where customer_id > ${doneUntil}::uuid`}
    order by customer_id limit ${CUSTOMERS_AT_ONCE}`.execute(db)
  return rows.map(({ customerId }) => customerId)
}
