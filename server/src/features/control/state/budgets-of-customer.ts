import type { Budget } from '../budgets/budget.ts'
import type { BillingPeriods } from './billing-periods.ts'
import { type WindowedBudget, windowedBudgets } from './customer-state.ts'

export type BudgetDeps = {
  /** Returns the active budgets of an organization. */
  budgetsOf: (organizationId: string) => Promise<readonly Budget[]>
  billingPeriods: BillingPeriods
}

type OfCustomer = { organizationId: string; customerId: string }

/** Returns the active budgets of a customer for itself, with their windows at this time. */
export async function budgetsOfCustomer(
  { budgetsOf, billingPeriods }: BudgetDeps,
  customer: OfCustomer,
  { businessNow }: { businessNow: Date },
): Promise<WindowedBudget[]> {
  const all = (await budgetsOf(customer.organizationId)).filter((budget) => budget.isPerCustomer)
  const isBilled = all.some(({ period }) => period === 'billing_period')
  const periods = isBilled ? await billingPeriods(customer, businessNow) : []
  return windowedBudgets(all, customer.customerId, businessNow, periods)
}
