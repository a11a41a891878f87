import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { askOf } from '../../platform/database/ask.ts'
import { untilAllVisible } from '../../platform/database/cluster/prepared-on-node.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { arrayText } from '../../platform/values/array-text.ts'
import { markEarnings } from './mark.ts'
import { oldestMarkedAt } from './marks.ts'

const CUSTOMERS_AT_ONCE = 200

/** A sweep of all customers whose pages are all expanded: the first computation of an organization. */
const ALL_EXPANDED = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Turns the oldest sweep of an organization into marks, one page of customers per call and transaction.
 * Returns the number of marked customers, or undefined if there is no sweep left to expand. A sweep of all customers
 * stays until its marks are gone, see `isFirstFill`.
 */
export function expandSweep(db: Db, organizationId: string): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const sweep = await tx
      .selectFrom('earningSweeps')
      .select(['id', 'planId', 'doneUntil', 'markedAt'])
      .where('organizationId', '=', organizationId)
      .where(sql<SqlBool>`done_until is distinct from ${ALL_EXPANDED}::uuid`)
      .orderBy('markedAt')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!sweep) return undefined
    const customers = await listSwept(tx, organizationId, sweep)
    const stale = customers.map((customerId) => ({ customerId }))
    await markEarnings(tx, organizationId, stale, sweep.markedAt)
    const isLast = customers.length < CUSTOMERS_AT_ONCE
    const key = { organizationId, id: sweep.id }
    if (isLast && sweep.planId !== null) await deleteSweep(tx, key)
    else await noteProgress(tx, key, isLast ? ALL_EXPANDED : (customers.at(-1) ?? ALL_EXPANDED))
    return customers.length
  })
}

async function deleteSweep(tx: Tx, { organizationId, id }: ScopedId): Promise<void> {
  await tx
    .deleteFrom('earningSweeps')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

async function noteProgress(
  tx: Tx,
  { organizationId, id }: ScopedId,
  doneUntil: string,
): Promise<void> {
  await tx
    .updateTable('earningSweeps')
    .set({ doneUntil })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Whether a sweep covers a customer of the organization and is not expanded up to it yet. */
export async function isSwept(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<boolean> {
  const sweeps = await db
    .selectFrom('earningSweeps')
    .select('planId')
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`(done_until is null or done_until < ${customerId}::uuid)`)
    .execute()
  if (sweeps.length === 0) return false
  const isOfAll = sweeps.some(({ planId }) => planId === null)
  const planIds = arrayText(
    sweeps.filter(({ planId }) => planId !== null),
    ({ planId }) => planId ?? '',
  )
  const { rows } = await (isOfAll
    ? sql`select from customers where id = ${customerId} and organization_id = ${organizationId}`
    : sql`select from subscriptions where customer_id = ${customerId}
        and organization_id = ${organizationId} and plan_id = any(${planIds}::uuid[]) limit 1`
  ).execute(db)
  return rows.length > 0
}

/**
 * Whether some earnings of an organization were never computed: a sweep of all customers, or its marks, are left.
 * Figures of the whole organization would lack customers.
 */
export async function isFirstFill(db: Db, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (select from earning_sweeps
      where organization_id = ${organizationId} and plan_id is null) as is_left`.execute(db)
  return rows[0]?.isLeft === true
}

/** Deletes sweeps of all customers whose marks are all gone. */
export async function finishFirstFill(db: Db, organizationId: string): Promise<void> {
  const expanded = await db
    .selectFrom('earningSweeps')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('planId', 'is', null)
    .where('doneUntil', '=', ALL_EXPANDED)
    .execute()
  if (expanded.length === 0) return
  // On a cluster, the coordinator may show an expanded sweep before a node shows its last marks.
  await untilAllVisible(askOf(db))
  const oldest = await oldestMarkedAt(db, organizationId)
  const ids = arrayText(expanded, ({ id }) => id)
  await sql`
    delete from earning_sweeps
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])
      and marked_at < ${oldest ?? 'infinity'}::timestamptz`.execute(db)
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
