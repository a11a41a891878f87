import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { findExternalId } from '../../customers/external-ids.ts'
import { creditFigures } from '../budgets/credit-figures.ts'
import type { BudgetAlert } from './fields.ts'
import * as queries from './queries.ts'

/** Returns an alert as its announcement shows it; undefined if it was deleted. */
export async function findAlertBody(db: Db, key: ScopedId): Promise<BudgetAlert | undefined> {
  const alert = await queries.findAlert(db, key)
  if (!alert) return undefined
  const { organizationId, customerId, measure, budgetId } = alert
  // A blocked run is announced by its decision.
  if (budgetId === null) return undefined
  const customerExternalId =
    customerId === null ? null : await findExternalId(db, { organizationId, id: customerId })
  return {
    id: alert.id,
    budgetId,
    budgetName: alert.budgetName,
    customerId,
    customerExternalId,
    measure,
    currency: alert.currency,
    threshold: alert.threshold.toFixed(),
    limit: alert.limitAmount.toFixed(),
    spent: alert.spent.toFixed(),
    held: alert.held.toFixed(),
    ...creditFigures({ ...alert, limit: alert.limitAmount }),
    uncostedEvents: alert.uncostedEventCount,
    windowStart: alert.windowStartsAt.toISOString(),
    resetsAt: alert.resetsAt?.toISOString() ?? null,
    createdAt: alert.createdAt.toISOString(),
  }
}
