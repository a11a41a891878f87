import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { announceChange } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { BUDGETS } from './active-budgets.ts'
import type { Budget } from './budget.ts'
import * as queries from './queries.ts'
import type { BudgetCreate, BudgetUpdate } from './schemas.ts'
import { deleteBudget, getStored, updateBudget, valuesOf } from './service.ts'

/** Each decision about the customer reads all of its budgets. */
const OWN_MAX = 10

type OfCustomer = { organizationId: string; customerId: string }

/** Lists the budgets that the customer has set for itself, the oldest first. */
export const listOwnBudgets = queries.listOwnBudgets

type Input = Pick<BudgetCreate, 'name' | 'amount' | 'currency' | 'period' | 'action'> & {
  measure: 'revenue' | 'quantity'
}

/** Creates a budget of a customer. Throws `conflict` if it has too many, or as `createBudget`. */
export async function createOwnBudget(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  input: Input,
  now: Date,
): Promise<Budget> {
  const values = { ...valuesOf({ ...input, customerId }), origin: 'customer' as const }
  const key = { organizationId, id: newId() }
  await db.transaction().execute(async (tx) => {
    // Budgets that are created concurrently count each other.
    await lockCustomer(tx, { organizationId, id: customerId }, 'update')
    const others = await queries.listOwnBudgets(tx, { organizationId, customerId })
    if (others.length >= OWN_MAX) {
      throw new AppError('conflict', `You have ${OWN_MAX} limits already; delete one first`)
    }
    await queries.insertBudget(tx, key, values, now)
    await announceChange(tx, BUDGETS)
  })
  return getStored(db, key)
}

/** Changes a budget of the customer. Throws `not_found` for one of the operator, too. */
export async function updateOwnBudget(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  input: Pick<BudgetUpdate, 'name' | 'amount' | 'action' | 'isActive'>,
  now: Date,
): Promise<Budget> {
  await requireOwn(db, { organizationId, customerId, id })
  await updateBudget(db, { key: { organizationId, id }, input }, now)
  return getStored(db, { organizationId, id })
}

/** Deletes a budget of the customer. Throws `not_found` for one of the operator, too. */
export async function deleteOwnBudget(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  now: Date,
): Promise<void> {
  await requireOwn(db, { organizationId, customerId, id })
  await deleteBudget(db, { organizationId, id }, now)
}

async function requireOwn(db: Db, { organizationId, customerId, id }: CustomerScopedId) {
  const { origin, customerId: holder } = await getStored(db, { organizationId, id })
  if (origin !== 'customer' || holder !== customerId) notFound('Budget')
}
