import { forAll } from '../../../platform/batching/for-all.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Budget } from '../../control/budgets/budget.ts'
import {
  createOwnBudget,
  deleteOwnBudget,
  listOwnBudgets,
  updateOwnBudget,
} from '../../control/budgets/own.ts'
import { budgetStatus, type StatusDeps } from '../../control/status/status.ts'
import type { OfCustomer } from '../../invoices/shown/read.ts'
import type {
  PortalBudget,
  PortalBudgetCreate,
  PortalBudgetList,
  PortalBudgetUpdate,
} from './schemas.ts'

/** Lists the budgets that the customer has set, with what of each is used now. */
export async function listBudgets(
  deps: StatusDeps,
  customer: OfCustomer,
  moment: Moment,
): Promise<PortalBudgetList> {
  const budgets = await listOwnBudgets(deps.db, customer)
  return { results: await forAll(budgets, (budget) => bodyOf(deps, budget, moment)) }
}

export async function createBudget(
  deps: StatusDeps,
  { customer, input }: { customer: OfCustomer; input: PortalBudgetCreate },
  moment: Moment,
): Promise<PortalBudget> {
  return bodyOf(deps, await createOwnBudget(deps.db, customer, input, moment.now), moment)
}

type Change = { customer: OfCustomer; id: string; input: PortalBudgetUpdate }

export async function updateBudget(
  deps: StatusDeps,
  { customer: { organizationId, customerId }, id, input }: Change,
  moment: Moment,
): Promise<PortalBudget> {
  const key = { organizationId, customerId, id }
  return bodyOf(deps, await updateOwnBudget(deps.db, key, input, moment.now), moment)
}

export function deleteBudget(
  { db }: StatusDeps,
  { customer, id }: { customer: OfCustomer; id: string },
  now: Date,
): Promise<void> {
  const { organizationId, customerId } = customer
  return deleteOwnBudget(db, { organizationId, customerId, id }, now)
}

async function bodyOf(deps: StatusDeps, budget: Budget, moment: Moment): Promise<PortalBudget> {
  const { id, name, measure, currency, period, action, isActive } = budget
  if (measure !== 'revenue' && measure !== 'quantity') throw new Error(`${id} is of ${measure}`)
  if (period !== 'day' && period !== 'month' && period !== 'billing_period') {
    throw new Error(`${id} has the period ${period}`)
  }
  return {
    ...{ id, name, measure, currency, period, action, isActive },
    amount: budget.amount.toFixed(),
    used: await useOf(deps, budget, moment),
    createdAt: budget.createdAt.toISOString(),
  }
}

/** Returns null without a subscription that has prices in the currency. */
async function useOf(
  deps: StatusDeps,
  { id, organizationId }: Budget,
  moment: Moment,
): Promise<PortalBudget['used']> {
  try {
    const asked = { key: { organizationId, id }, query: {} }
    const { spent, held, remaining, resetsAt } = await budgetStatus(deps, asked, moment)
    return { spent, held, remaining, resetsAt }
  } catch (error) {
    if (error instanceof AppError && error.kind === 'inconsistent') return null
    throw error
  }
}
