import { creditFigures } from '../budgets/credit-figures.ts'
import { decisionText } from './decision-text.ts'
import type { PastDecision } from './fields.ts'
import type { PastDecision as StoredDecision } from './past-decision.ts'

/** Converts a stored decision to its answer over HTTP. */
export function toBody(
  decision: StoredDecision & { customerExternalId: string | null },
): PastDecision {
  const { organizationId: _, amount, windowStartsAt, uncostedEventCount, ...rest } = decision
  return {
    ...rest,
    message: decisionText(decision),
    limit: amount.toFixed(),
    spent: rest.spent.toFixed(),
    held: rest.held.toFixed(),
    asked: rest.asked.toFixed(),
    ...creditFigures({ ...rest, limit: amount }),
    uncostedEvents: uncostedEventCount,
    windowStart: windowStartsAt?.toISOString() ?? null,
    resetsAt: rest.resetsAt?.toISOString() ?? null,
    createdAt: rest.createdAt.toISOString(),
  }
}
