import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'

const columns = [
  'id',
  'name',
  'description',
  'percentage',
  'is_inclusive as isInclusive',
  'is_default as isDefault',
  'is_active as isActive',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export type TaxRateRow = NonNullable<Awaited<ReturnType<typeof findTaxRate>>>

const selectTaxRates = (db: Db) =>
  db.selectFrom('tax_rates').select(columns).where('deleted_at', 'is', null)

export function findTaxRate(db: Db, { organizationId, id }: ScopedId) {
  return selectTaxRates(db)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type TaxRateFilter = {
  organizationId: string
  isActive: boolean | undefined
  isDefault: boolean | undefined
  search: string | undefined
}

const SORT = { createdAt: sql`created_at`, name: sql`lower(name)` }

export function listTaxRates(
  db: Db,
  { organizationId, isActive, isDefault, search }: TaxRateFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let rates = selectTaxRates(db).where('organization_id', '=', organizationId)
  if (isActive !== undefined) rates = rates.where('is_active', '=', isActive)
  if (isDefault !== undefined) rates = rates.where('is_default', '=', isDefault)
  if (search !== undefined) rates = rates.where(contains(['name'], search))
  return listPage(rates, { ...page, orderBy: SORT[sortBy] })
}

export type NewTaxRate = {
  name: string
  description: string | null
  /** Decimal text. */
  percentage: string
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
    .insertInto('tax_rates')
    .values({
      id,
      organization_id: organizationId,
      name: rate.name,
      description: rate.description,
      percentage: rate.percentage,
      is_inclusive: rate.isInclusive,
      is_default: rate.isDefault,
      is_active: rate.isActive,
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type TaxRateValues = {
  name: string | undefined
  description: string | null | undefined
  isDefault: boolean | undefined
  isActive: boolean | undefined
}

/** Undefined when there is no such tax rate; what is undefined stays as it is. */
/** Of one that is locked for update: who names it for a customer meanwhile must see the change. */
export function updateTaxRate(
  tx: Tx,
  { organizationId, id }: ScopedId,
  { name, description, isDefault, isActive }: TaxRateValues,
  now: Date,
): Promise<TaxRateRow | undefined> {
  return tx
    .updateTable('tax_rates')
    .set({ name, description, is_default: isDefault, is_active: isActive, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Live tax rates, kept as they are until the transaction ends. */
export async function lockTaxRates(
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
  mode: LockMode,
) {
  await lockRows(tx, { table: 'tax_rates', organizationId, ids }, mode)
  return tx
    .selectFrom('tax_rates')
    .select(['id', 'name', 'is_active as isActive'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Live customers that name the tax rate. */
export async function countCustomersWithTaxRate(
  tx: Tx,
  { organizationId, id }: ScopedId,
): Promise<number> {
  const { count } = await tx
    .selectFrom('customers')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`tax_rate_ids @> array[${id}]::uuid[]`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markTaxRateDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('tax_rates')
    .set({ deleted_at: now, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/**
 * The tax rates of a customer that is not exempt: its own in its own order, else the defaults. Also
 * of a deleted customer, whose last invoice may still be to come.
 */
export function listApplicableTaxRates(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string },
) {
  return db
    .selectFrom('customers')
    .innerJoin('tax_rates', 'tax_rates.organization_id', 'customers.organization_id')
    .select([
      'tax_rates.id as taxRateId',
      'tax_rates.name',
      'tax_rates.percentage',
      'tax_rates.is_inclusive as isInclusive',
    ])
    .where('customers.organization_id', '=', organizationId)
    .where('customers.id', '=', customerId)
    .where('customers.is_tax_exempt', '=', sql.lit(false))
    .where('tax_rates.deleted_at', 'is', null)
    .where('tax_rates.is_active', '=', sql.lit(true))
    .where(
      sql<boolean>`case when customers.tax_rate_ids is null then tax_rates.is_default
        else tax_rates.id = any(customers.tax_rate_ids) end`,
    )
    .orderBy(sql`array_position(customers.tax_rate_ids, tax_rates.id)`)
    .orderBy('tax_rates.created_at')
    .orderBy('tax_rates.id')
    .execute()
}
