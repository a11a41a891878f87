import { ZERO } from '../../../domain/money.ts'
import type { PastDecision } from '../decisions/past-decision.ts'
import type { NewAlert } from './alert.ts'

const HOUR_MS = 3_600_000

/** Returns the alert about a blocked run: a budget has one for each customer and hour. */
export function blockedAlert(decision: PastDecision): NewAlert {
  const { organizationId, customerId, budgetId, budgetName, measure, currency, createdAt } =
    decision
  const hour = Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS
  return {
    organizationId,
    customerId,
    budgetId,
    budgetName,
    kind: 'blocked',
    threshold: ZERO,
    measure,
    // Not part of the key: a limit that follows revenue changes all the time.
    amount: ZERO,
    limitAmount: decision.amount,
    currency,
    spent: decision.spent,
    held: decision.held,
    available: decision.available,
    uncostedEventCount: decision.uncostedEventCount,
    windowStartsAt: new Date(hour),
    resetsAt: decision.resetsAt,
    decisionId: decision.id,
  }
}
