import type { BudgetsOf } from '../budgets/active-budgets.ts'
import type { PricedSubscription } from '../revenue/priced-subscription.ts'
import type { ReadRevenue } from '../revenue/read-revenue.ts'
import { isPriced } from '../revenue/use-of-priced.ts'
import type { BillingPeriods } from './billing-periods.ts'
import { type WindowedBudget, windowedBudgets } from './customer-state.ts'

export type BudgetDeps = {
  budgetsOf: BudgetsOf
  billingPeriods: BillingPeriods
  readRevenue: ReadRevenue
}

type OfCustomer = { organizationId: string; customerId: string }

/** Returns the active budgets of a customer for itself, with their windows at this time. */
export async function budgetsOfCustomer(
  { budgetsOf, billingPeriods }: BudgetDeps,
  customer: OfCustomer,
  { businessNow }: { businessNow: Date },
): Promise<WindowedBudget[]> {
  const all = await budgetsOf(customer)
  const isBilled = all.some(({ period }) => period === 'billing_period')
  const periods = isBilled ? await billingPeriods(customer, businessNow) : []
  return windowedBudgets(all, customer.customerId, businessNow, periods)
}

/** Reads what the customer's subscriptions earn if one of the budgets needs it. */
export async function pricedFor(
  { readRevenue }: Pick<BudgetDeps, 'readRevenue'>,
  customer: OfCustomer,
  { budgets, businessNow }: { budgets: readonly WindowedBudget[]; businessNow: Date },
): Promise<PricedSubscription[]> {
  return budgets.some(isPriced) ? readRevenue(customer, businessNow) : []
}
