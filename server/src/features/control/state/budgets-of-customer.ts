import type { Moment } from '../../clock/business-clock.ts'
import type { BudgetsOf } from '../budgets/active-budgets.ts'
import type { ReadDecidingCredit } from '../credit/deciding-credit.ts'
import type { ReadRevenue } from '../revenue/read-revenue.ts'
import { isOfCredit, isPriced } from '../revenue/use-of-priced.ts'
import type { BillingPeriods } from './billing-periods.ts'
import { type WindowedBudget, windowedBudgets } from './customer-state.ts'
import type { Priced } from './priced.ts'

export type BudgetDeps = {
  budgetsOf: BudgetsOf
  billingPeriods: BillingPeriods
  readRevenue: ReadRevenue
  readDecidingCredit: ReadDecidingCredit
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

/** Reads what the customer's subscriptions earn, and its credit, if one of the budgets needs it. */
export async function pricedFor(
  { readRevenue, readDecidingCredit }: Pick<BudgetDeps, 'readRevenue' | 'readDecidingCredit'>,
  customer: OfCustomer,
  { budgets, ...moment }: { budgets: readonly WindowedBudget[] } & Moment,
): Promise<Priced> {
  const { organizationId, customerId } = customer
  const scope = { organizationId, customerId }
  const [subscriptions, creditIn] = await Promise.all([
    budgets.some(isPriced) ? readRevenue(scope, moment.businessNow) : [],
    budgets.some(isOfCredit) ? readDecidingCredit(scope, moment) : undefined,
  ])
  return { subscriptions, creditIn }
}
