import type { Pool } from 'pg'
import { type BudgetUse, limitOf, reachedThresholds } from '../../../domain/control/decide.ts'
import { windowAt } from '../../../domain/control/window.ts'
import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { findExternalId } from '../../customers/external-ids.ts'
import { refuseNone, withKnownCustomerId } from '../../customers/named-customer.ts'
import type { Budget } from '../budgets/budget.ts'
import { creditFigures } from '../budgets/credit-figures.ts'
import { getStored } from '../budgets/service.ts'
import type { ReadDecidingCredit } from '../credit/deciding-credit.ts'
import type { ReadRevenue } from '../revenue/read-revenue.ts'
import type { BillingPeriods } from '../state/billing-periods.ts'
import { type WindowedBudget, windowedBudgets } from '../state/customer-state.ts'
import { readState } from '../state/read-state.ts'
import { hasCustomer } from './queries.ts'
import type { BudgetStatus, BudgetStatusQuery } from './schemas.ts'
import { sharedUse } from './shared-queries.ts'

export type StatusDeps = {
  db: Db
  pool: Pool
  billingPeriods: BillingPeriods
  readRevenue: ReadRevenue
  readDecidingCredit: ReadDecidingCredit
}

/**
 * Returns what of a budget is used: by a customer, or by all of them if they share it. The figures are
 * those of the decisions, without a lock.
 */
export async function budgetStatus(
  deps: StatusDeps,
  { key, query }: { key: ScopedId; query: BudgetStatusQuery },
  moment: Moment,
): Promise<BudgetStatus> {
  const budget = await getStored(deps.db, key)
  if (!budget.isPerCustomer) return ofAllCustomers(deps, budget, moment)
  const { organizationId } = key
  const named = await withKnownCustomerId(deps.db, organizationId, query)
  const customerId = (named.customerId ?? budget.customerId ?? refuseNone()).toLowerCase()
  if (!(await hasCustomer(deps.db, { organizationId, id: customerId }))) notFound('Customer')
  if (budget.customerId !== null && budget.customerId !== customerId) {
    throw new AppError('inconsistent', 'The budget is that of another customer')
  }
  const { use, windowed } = await useOfCustomer(deps, budget, { customerId, moment })
  const customerExternalId = await findExternalId(deps.db, { organizationId, id: customerId })
  return statusBody(windowed, use, { customerId, customerExternalId, asOf: moment.now })
}

async function ofAllCustomers(
  { db }: StatusDeps,
  budget: Budget,
  { now, businessNow }: Moment,
): Promise<BudgetStatus> {
  const windowed = { ...budget, window: windowAt(budget, businessNow.getTime()) }
  const use = await sharedUse(db, windowed, now)
  return statusBody(windowed, use, { customerId: null, customerExternalId: null, asOf: now })
}

/** Reads one budget of a customer. */
async function useOfCustomer(
  deps: StatusDeps,
  budget: Budget,
  { customerId, moment }: { customerId: string; moment: Moment },
): Promise<{ use: BudgetUse; windowed: WindowedBudget }> {
  const { organizationId } = budget
  const { businessNow } = moment
  const periods =
    budget.period === 'billing_period'
      ? await deps.billingPeriods({ organizationId, customerId }, businessNow)
      : []
  const [windowed] = windowedBudgets([budget], customerId, businessNow, periods)
  if (!windowed) throw new Error('the budget is that of another customer')
  const state = await readState(deps, { organizationId, customerId }, [windowed], moment)
  return { use: state.useOf(windowed, undefined) ?? refuseUnknown(budget), windowed }
}

function refuseUnknown({ measure }: Budget): never {
  const message =
    measure === 'margin'
      ? 'The margin is not known: the customer needs a subscription, with prices in USD'
      : 'The customer has no subscription with prices in the currency of the budget'
  throw new AppError('inconsistent', message)
}

const HUNDRED = decimal('100')

type Of = { customerId: string | null; customerExternalId: string | null; asOf: Date }

function statusBody(
  budget: WindowedBudget,
  use: BudgetUse,
  { customerId, customerExternalId, asOf }: Of,
): BudgetStatus {
  const { id, currency, thresholds, window } = budget
  const { spent, held, uncostedEvents } = use
  const amount = limitOf(budget, use)
  return {
    budgetId: id,
    customerId,
    customerExternalId,
    currency,
    limit: amount.toFixed(),
    spent: spent.toFixed(),
    held: held.toFixed(),
    remaining: amount.minus(spent).minus(held).toFixed(),
    ...creditFigures({ available: use.available, spent, limit: amount }),
    usedPercent: amount.gt(ZERO) ? percentOf(spent, amount) : null,
    reachedThresholds: reachedThresholds(thresholds, { amount }, spent).map((one) => one.toFixed()),
    windowStart: isoOf(window?.start),
    resetsAt: isoOf(window?.resetsAt),
    uncostedEvents,
    asOf: asOf.toISOString(),
  }
}

const percentOf = (spent: Decimal, amount: Decimal) => spent.times(HUNDRED).div(amount).toFixed(1)

const isoOf = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString()
