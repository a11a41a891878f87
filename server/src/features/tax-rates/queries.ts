import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { TaxRate } from '../../domain/taxes.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import { answersTo, askedRows } from '../../platform/batching/asked-rows.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'

const columns = [
  'id',
  'name',
  'description',
  'percentage',
  'isInclusive',
  'isDefault',
  'isActive',
  'createdAt',
  'updatedAt',
] as const

export type TaxRateRow = NonNullable<Awaited<ReturnType<typeof findTaxRate>>>

const selectTaxRates = (db: Db) =>
  db.selectFrom('taxRates').select(columns).where('deletedAt', 'is', null)

export function findTaxRate(db: Db, { organizationId, id }: ScopedId) {
  return selectTaxRates(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type TaxRateFilter = {
  organizationId: string
  isActive: boolean | undefined
  isDefault: boolean | undefined
  search: string | undefined
  updatedSince: Date | undefined
}

const SORT = { createdAt: sql`created_at`, name: sql`lower(name)`, updatedAt: sql`updated_at` }

export function listTaxRates(
  db: Db,
  { organizationId, isActive, isDefault, search, updatedSince }: TaxRateFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let rates = selectTaxRates(db).where('organizationId', '=', organizationId)
  if (isActive !== undefined) rates = rates.where('isActive', '=', isActive)
  if (isDefault !== undefined) rates = rates.where('isDefault', '=', isDefault)
  if (updatedSince !== undefined) rates = rates.where('updatedAt', '>=', updatedSince)
  if (search !== undefined) rates = rates.where(contains(['name'], search))
  return listPage(rates, { ...page, orderBy: SORT[sortBy] })
}

export type NewTaxRate = {
  name: string
  description: string | null
  percentage: Decimal
  isInclusive: boolean
  isDefault: boolean
  isActive: boolean
}

export function insertTaxRate(
  db: Db,
  { organizationId, id }: ScopedId,
  rate: NewTaxRate,
  now: Date,
): Promise<TaxRateRow> {
  return db
    .insertInto('taxRates')
    .values({ ...rate, id, organizationId, createdAt: now, updatedAt: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type TaxRateValues = {
  name: string | undefined
  description: string | null | undefined
  isDefault: boolean | undefined
  isActive: boolean | undefined
}

/**
 * Returns undefined when there is no such tax rate; undefined values stay unchanged. The rate must
 * be locked for update, so that an assignment to a customer sees the change.
 */
export function updateTaxRate(
  tx: Tx,
  { organizationId, id }: ScopedId,
  { name, description, isDefault, isActive }: TaxRateValues,
  now: Date,
): Promise<TaxRateRow | undefined> {
  return tx
    .updateTable('taxRates')
    .set({ name, description, isDefault, isActive, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Locks and returns the live tax rates among the ids. */
export async function lockTaxRates(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
  mode: LockMode,
) {
  await lockRows(tx, { table: 'taxRates', organizationId, ids }, mode)
  return tx
    .selectFrom('taxRates')
    .select(['id', 'name', 'isActive'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Counts the live customers that have each tax rate; omits rates without customers. */
export async function countCustomersByTaxRate(
  db: Db,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: string }>`
    select named.id, count(*) as count
    from customers cross join unnest(customers.tax_rate_ids) as named (id)
    where customers.organization_id = ${organizationId} and customers.deleted_at is null
      and customers.tax_rate_ids && ${ids}::uuid[] and named.id = any(${ids}::uuid[])
    group by named.id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

export async function markTaxRateDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('taxRates')
    .set({ deletedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the tax rates of a customer that is not exempt: its own in the customer's order,
 * otherwise the defaults. Includes deleted customers, whose last invoice may still be pending.
 */
export const listApplicableTaxRates = batched(
  async (
    db: Db,
    keys: readonly { organizationId: string; customerId: string }[],
  ): Promise<TaxRate[][]> => {
    const asked = askedRows(keys, {
      customerId: ['uuid', (key) => key.customerId],
      organizationId: ['uuid', (key) => key.organizationId],
    })
    const { rows } = await sql<TaxRate & { nth: string }>`
      select asked.nth, tax_rates.id as tax_rate_id, tax_rates.name, tax_rates.percentage,
        tax_rates.is_inclusive
      from ${asked}
      join customers on customers.id = asked.customer_id
        and customers.organization_id = asked.organization_id and not customers.is_tax_exempt
      join tax_rates on tax_rates.organization_id = customers.organization_id
        and tax_rates.deleted_at is null and tax_rates.is_active
        and case when customers.tax_rate_ids is null then tax_rates.is_default
          else tax_rates.id = any(customers.tax_rate_ids) end
      order by array_position(customers.tax_rate_ids, tax_rates.id), tax_rates.created_at,
        tax_rates.id`.execute(db)
    return answersTo(keys, rows)
  },
)
