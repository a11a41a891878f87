import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listPage, type Slice } from '../../../platform/list.ts'
import type { BookRate } from '../price-book.ts'
import { type CostRate, type SetCostRate, type Setter, toBookRate } from './cost-rate.ts'

const bookColumns = [
  'id',
  'organizationId',
  'provider',
  'model',
  'serviceTier',
  'effectiveFrom',
  'effectiveTo',
  'percentOff',
  'inputRate',
  'outputRate',
  'cacheReadRate',
  'cacheWriteRate',
  'cacheWrite1hRate',
  'unitRate',
] as const
const columns = [
  ...bookColumns,
  'allocationId',
  'isProvisional',
  'note',
  'createdAt',
  'withdrawnAt',
  'actorKind',
  'actorId',
] as const

/**
 * Lists the own rates of all organizations that are not withdrawn. The price book holds all of them,
 * because they are few.
 */
export async function allCostRates(db: Db): Promise<BookRate[]> {
  const rows = await db
    .selectFrom('costRates')
    .select(bookColumns)
    .where('withdrawnAt', 'is', null)
    .execute()
  return rows.map(toBookRate)
}

/** Finds an own rate, even if it is withdrawn. */
export function findCostRate(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<SetCostRate | undefined> {
  return db
    .selectFrom('costRates')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type CostRateFilter = {
  organizationId: string
  provider: string | undefined
  /** Any of these names, each with its provider if it has one. */
  models: readonly { provider: string | null; model: string }[] | undefined
  /** Null: rates for all tiers. */
  serviceTier: string | null | undefined
  includeWithdrawn: boolean
}

/** Lists own rates, the latest first. */
export function listCostRates(db: Db, filter: CostRateFilter, page: Slice) {
  const { organizationId, provider, models, serviceTier, includeWithdrawn } = filter
  let rates = db
    .selectFrom('costRates')
    .select(columns)
    .where('organizationId', '=', organizationId)
  if (!includeWithdrawn) rates = rates.where('withdrawnAt', 'is', null)
  if (provider !== undefined) rates = rates.where('provider', '=', provider)
  if (models) rates = rates.where(isOneOf(models))
  if (serviceTier !== undefined)
    rates = rates.where('serviceTier', 'is not distinct from', serviceTier)
  return listPage(rates, { ...page, orderBy: sql`created_at`, sortOrder: 'desc' })
}

function isOneOf(models: readonly { provider: string | null; model: string }[]) {
  const names = models.map(({ model }) => model)
  const providers = models.map(({ provider }) => provider)
  return sql<SqlBool>`exists (
    select from unnest(${providers}::text[], ${names}::text[]) as named (provider, model)
    where named.model = cost_rates.model
      and (named.provider is null or named.provider = cost_rates.provider))`
}

export async function insertCostRate(
  tx: Tx,
  { withdrawnAt: _, ...rate }: CostRate,
  actor: Setter,
): Promise<void> {
  await tx
    .insertInto('costRates')
    .values({ ...rate, actorKind: actor.kind, actorId: actor.id })
    .execute()
}

/**
 * Returns false if the own rate is absent or already withdrawn, and if it belongs to an allocation.
 */
export async function markWithdrawn(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('costRates')
    .set({ withdrawnAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('allocationId', 'is', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type AllocatedRates = {
  organizationId: string
  allocationId: string
  /** Usage dates, half-open; null: no end. */
  from: Date
  to: Date | null
}

/** Withdraws the provisional rates of some months of an allocation. */
export async function withdrawProvisional(
  tx: Tx,
  { organizationId, allocationId, from, to }: AllocatedRates,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('costRates')
    .set({ withdrawnAt: now })
    .where('organizationId', '=', organizationId)
    .where('allocationId', '=', allocationId)
    .where('effectiveFrom', '>=', from)
    .where(sql<SqlBool>`(${to}::timestamptz is null or effective_from < ${to}::timestamptz)`)
    .where('isProvisional', '=', sql.lit(true))
    .where('withdrawnAt', 'is', null)
    .execute()
}

/** Finds the latest rate of an allocation that begins at an instant or before. */
export function findAllocatedRate(
  db: Db,
  { organizationId, allocationId, until }: Omit<AllocatedRates, 'from' | 'to'> & { until: Date },
): Promise<CostRate | undefined> {
  return db
    .selectFrom('costRates')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('allocationId', '=', allocationId)
    .where('effectiveFrom', '<=', until)
    .where('withdrawnAt', 'is', null)
    .orderBy('effectiveFrom', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns those of the ids that are own rates of the organization. */
export async function listCostRateIds(
  db: Db,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('costRates')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}
