import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type Slice } from '../../platform/list.ts'
import type { AllocationMonth, CostAllocation } from './allocation.ts'

const columns = [
  'id',
  'organizationId',
  'provider',
  'model',
  'amount',
  'unit',
  'firstMonth',
  'lastMonth',
  'nextMonth',
  'note',
  'actorKind',
  'actorId',
  'createdAt',
] as const

const selectAllocations = (db: Db) =>
  db.selectFrom('costAllocations').select(columns).$castTo<CostAllocation>()

const isOpen = sql<SqlBool>`(last_month is null or next_month <= last_month)`

export function findAllocation(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<CostAllocation | undefined> {
  return selectAllocations(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type AllocationFilter = {
  organizationId: string
  /** Only allocations with a month that has not settled. */
  isOpen: boolean | undefined
}

/** Lists allocations, the latest first. */
export function listAllocations(
  db: Db,
  filter: AllocationFilter,
  slice: Slice,
): Promise<{ rows: CostAllocation[]; total: number }> {
  let found = selectAllocations(db).where('organizationId', '=', filter.organizationId)
  if (filter.isOpen !== undefined) {
    found = found.where(filter.isOpen ? isOpen : sql<SqlBool>`not ${isOpen}`)
  }
  return listPage(found, { ...slice, orderBy: sql`created_at`, sortOrder: 'desc' })
}

/** Lists the allocations of all organizations that have a month to settle. */
export function listOpenAllocations(db: Db): Promise<ScopedId[]> {
  return db
    .selectFrom('costAllocations')
    .select(['organizationId', 'id'])
    .where(isOpen)
    .orderBy('organizationId')
    .orderBy('id')
    .execute()
}

/** Finds an allocation of the same model with a month in common. */
export async function findOverlap(
  tx: Tx,
  {
    organizationId,
    provider,
    model,
    firstMonth,
    lastMonth,
  }: Pick<CostAllocation, 'organizationId' | 'provider' | 'model' | 'firstMonth' | 'lastMonth'>,
): Promise<CostAllocation | undefined> {
  const until = lastMonth ?? '9999-12-01'
  return (
    selectAllocations(tx)
      .where('organizationId', '=', organizationId)
      .where('provider', '=', provider)
      .where('model', '=', model)
      .where(sql<SqlBool>`first_month <= ${until}::date`)
      .where(sql<SqlBool>`coalesce(last_month, '9999-12-01') >= ${firstMonth}::date`)
      // An allocation that ended before its first month has none.
      .where(sql<SqlBool>`(last_month is null or first_month <= last_month)`)
      .limit(1)
      .executeTakeFirst()
  )
}

export async function insertAllocation(tx: Tx, allocation: CostAllocation): Promise<void> {
  await tx.insertInto('costAllocations').values(allocation).execute()
}

type Change = Partial<Pick<CostAllocation, 'lastMonth' | 'nextMonth'>>

export async function updateAllocation(
  tx: Tx,
  { organizationId, id }: ScopedId,
  change: Change,
): Promise<void> {
  await tx
    .updateTable('costAllocations')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

const monthColumns = [
  'allocationId',
  'month',
  'units',
  'costRateId',
  'ratedOn',
  'runId',
  'settledAt',
] as const

/** Lists the months of some allocations, the earliest first. */
export function listMonths(
  db: Db,
  { organizationId, allocationIds }: { organizationId: string; allocationIds: readonly string[] },
): Promise<AllocationMonth[]> {
  return db
    .selectFrom('costAllocationMonths')
    .select(monthColumns)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`allocation_id = any(${allocationIds}::uuid[])`)
    .orderBy('month')
    .execute()
}

export function findMonth(
  db: Db,
  { organizationId, id }: ScopedId,
  month: string,
): Promise<AllocationMonth | undefined> {
  return db
    .selectFrom('costAllocationMonths')
    .select(monthColumns)
    .where('organizationId', '=', organizationId)
    .where('allocationId', '=', id)
    .where('month', '=', month)
    .executeTakeFirst()
}

/** Stores how the amount of a month was spread. */
export async function saveMonth(
  tx: Tx,
  organizationId: string,
  month: AllocationMonth,
): Promise<void> {
  const { allocationId: _allocation, month: _month, ...change } = month
  await tx
    .insertInto('costAllocationMonths')
    .values({ ...month, organizationId })
    .onConflict((conflict) => conflict.columns(['allocationId', 'month']).doUpdateSet(change))
    .execute()
}

/** Deletes the months after one, which have not settled; returns those that had a rate. */
export async function deleteMonthsAfter(
  tx: Tx,
  { organizationId, id }: ScopedId,
  month: string,
): Promise<string[]> {
  const rows = await tx
    .deleteFrom('costAllocationMonths')
    .where('organizationId', '=', organizationId)
    .where('allocationId', '=', id)
    .where('month', '>', month)
    .where('settledAt', 'is', null)
    .returning(['month', 'costRateId'])
    .execute()
  return rows.filter(({ costRateId }) => costRateId !== null).map((row) => row.month)
}
