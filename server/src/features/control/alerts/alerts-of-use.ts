import { alertWindowStart, reachedBy } from '../../../domain/control/alerts.ts'
import { type BudgetUse, limitOf } from '../../../domain/control/decide.ts'
import type { WindowedBudget } from '../state/customer-state.ts'
import type { AlertScope, NewAlert } from './alert.ts'

/** Returns the alerts that a use of a budget has reached, stored already or not. */
export function alertsOfUse(
  budget: WindowedBudget,
  use: BudgetUse,
  { organizationId, customerId, businessNow }: AlertScope & { businessNow: Date },
): NewAlert[] {
  const { window, id: budgetId, name: budgetName, measure, currency } = budget
  if (!window) return []
  const windowStartsAt = new Date(alertWindowStart(budget, window, businessNow.getTime()))
  return reachedBy(budget, use).map(({ kind, threshold }) => ({
    organizationId,
    customerId,
    budgetId,
    budgetName,
    kind,
    threshold,
    measure,
    amount: budget.amount,
    limitAmount: limitOf(budget, use),
    currency,
    spent: use.spent,
    held: use.held,
    available: use.available ?? null,
    uncostedEventCount: use.uncostedEvents,
    windowStartsAt,
    resetsAt: new Date(window.resetsAt),
    decisionId: null,
  }))
}
