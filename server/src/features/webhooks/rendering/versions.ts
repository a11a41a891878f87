import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId, ScopedId } from '../../../domain/scoped-id.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db } from '../../../platform/database.ts'

/** Tables whose rows have a version that every update raises. */
type Versioned = 'invoices' | 'payments'

const ofCustomers = (table: Versioned) =>
  batched(async (db: Db, keys: readonly CustomerScopedId[]): Promise<number[]> => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'organizationId', 'version'])
      .where(sql<SqlBool>`customer_id = any(${keys.map((key) => key.customerId)}::uuid[])`)
      .where(sql<SqlBool>`id = any(${keys.map(({ id }) => id)}::uuid[])`)
      .execute()
    return inOrder(keys, rows)
  })

/** Return the versions of rows; 0 for a row that is absent. */
export const invoiceVersion = ofCustomers('invoices')
export const paymentVersion = ofCustomers('payments')

/** Counts the corrections of a usage event, each of which raises its version. */
export async function countCorrections(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_corrections
    where customer_id = ${customerId} and event_id = ${id} and organization_id = ${organizationId}
      and number is not null`.execute(db)
  return rows[0]?.count ?? 0
}

export const couponVersion = batched(
  async (db: Db, keys: readonly ScopedId[]): Promise<number[]> => {
    const rows = await db
      .selectFrom('coupons')
      .select(['id', 'organizationId', 'version'])
      .where(sql<SqlBool>`id = any(${keys.map(({ id }) => id)}::uuid[])`)
      .execute()
    return inOrder(keys, rows)
  },
)

function inOrder(
  keys: readonly ScopedId[],
  rows: readonly (ScopedId & { version: number })[],
): number[] {
  const found = new Map(rows.map((row) => [`${row.organizationId} ${row.id}`, row.version]))
  return keys.map(({ organizationId, id }) => found.get(`${organizationId} ${id}`) ?? 0)
}
