import { type SqlBool, sql } from 'kysely'
import { type Decimal, decimal } from '../../../domain/money.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../../platform/list.ts'
import type { Budget } from './budget.ts'

const columns = [
  'id',
  'organizationId',
  'name',
  'customerId',
  'agentId',
  'signalId',
  'isPerCustomer',
  'measure',
  'amount',
  'currency',
  'toleratedLoss',
  'period',
  'rollingQuarters',
  'action',
  'onUnknownCost',
  'isActive',
  'origin',
  'createdAt',
  'updatedAt',
] as const

/** As text: the driver reads arrays of numbers as floats. */
const thresholds = sql<string[]>`budgets.thresholds::text[]`.as('thresholds')

type Row = Omit<Budget, 'thresholds'> & { thresholds: string[] }

const selectBudgets = (db: Db) =>
  db
    .selectFrom('budgets')
    .select([...columns, thresholds])
    .where('deletedAt', 'is', null)
    .$castTo<Row>()

const toBudget = (row: Row): Budget => ({ ...row, thresholds: row.thresholds.map(decimal) })

export async function findBudget(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Budget | undefined> {
  const row = await selectBudgets(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toBudget(row)
}

export type BudgetFilter = {
  organizationId: string
  /** Budgets of this customer, and those of all customers. */
  customerId: string | undefined
  agentId: string | undefined
  isActive: boolean | undefined
  search: string | undefined
  updatedSince: Date | undefined
}

const SORT = { createdAt: sql`created_at`, name: sql`lower(name)`, updatedAt: sql`updated_at` }

export async function listBudgets(
  db: Db,
  { organizationId, customerId, agentId, isActive, search, updatedSince }: BudgetFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let budgets = selectBudgets(db).where('organizationId', '=', organizationId)
  if (customerId !== undefined) {
    budgets = budgets.where(sql<SqlBool>`customer_id = ${customerId}`)
  }
  if (agentId !== undefined) {
    budgets = budgets.where(sql<SqlBool>`agent_id = ${agentId}`)
  }
  if (isActive !== undefined) budgets = budgets.where('isActive', '=', isActive)
  if (search !== undefined) budgets = budgets.where(contains(['name'], search))
  if (updatedSince !== undefined) budgets = budgets.where('updatedAt', '>=', updatedSince)
  const { rows, total } = await listPage(budgets, { ...page, orderBy: SORT[sortBy] })
  return { rows: rows.map(toBudget), total }
}

/** Lists the budgets that a customer has set for itself, the oldest first. */
export async function listOwnBudgets(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<Budget[]> {
  const rows = await selectBudgets(db)
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('origin', '=', sql.lit('customer'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toBudget)
}

/** Lists the active budgets of an organization, in the order of their creation. */
export async function listActiveBudgets(db: Db, organizationId: string): Promise<Budget[]> {
  const rows = await selectBudgets(db)
    .where('organizationId', '=', organizationId)
    .where('isActive', '=', sql.lit(true))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toBudget)
}

/** Lists the active budgets of all organizations. */
export async function listEveryActiveBudget(db: Db): Promise<Budget[]> {
  const rows = await selectBudgets(db).where('isActive', '=', sql.lit(true)).orderBy('id').execute()
  return rows.map(toBudget)
}

/** Lists the organizations with active budgets. */
export async function listBudgetOrganizations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from budgets where is_active and deleted_at is null
    group by organization_id`.execute(db)
  return rows.map(({ organizationId }) => organizationId)
}

export type BudgetValues = Omit<Budget, 'id' | 'organizationId' | 'createdAt' | 'updatedAt'>

export async function insertBudget(
  tx: Tx,
  { organizationId, id }: ScopedId,
  values: BudgetValues,
  now: Date,
): Promise<void> {
  const stored = { ...columnsOf(values), id, organizationId, createdAt: now, updatedAt: now }
  await tx
    .insertInto('budgets')
    .values({ ...stored, thresholds: numbersOf(values.thresholds) })
    .execute()
}

const numbersOf = (numbers: readonly Decimal[]) =>
  sql<string[]>`${numbers.map((one) => one.toFixed())}::numeric[]`

function columnsOf<Values extends { thresholds?: unknown }>(values: Values) {
  const { thresholds: _, ...columns } = values
  return columns
}

/** Returns false if the budget is absent; undefined values stay unchanged. */
export async function updateBudget(
  tx: Tx,
  { organizationId, id }: ScopedId,
  values: Partial<BudgetValues>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('budgets')
    .set({
      ...columnsOf(values),
      ...(values.thresholds && { thresholds: numbersOf(values.thresholds) }),
      updatedAt: now,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if the budget is absent. */
export async function markBudgetDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('budgets')
    .set({ deletedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Named = { customerId: string | null; agentId: string | null; signalId: string | null }

/** Returns the names of those objects of a scope that the organization does not have. */
export async function listAbsent(
  db: Db,
  organizationId: string,
  { customerId, agentId, signalId }: Named,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'customerId' as name where ${customerId}::uuid is not null and not exists (
      select from customers where id = ${customerId} and organization_id = ${organizationId}
        and deleted_at is null)
    union all
    select 'agentId' where ${agentId}::uuid is not null and not exists (
      select from agents where id = ${agentId} and organization_id = ${organizationId}
        and deleted_at is null)
    union all
    select 'signalId' where ${signalId}::uuid is not null and not exists (
      select from signals where id = ${signalId} and organization_id = ${organizationId}
        and (${agentId}::uuid is null or agent_id = ${agentId}) and deleted_at is null)`.execute(db)
  return rows.map(({ name }) => name)
}
