import { type Judged, limitOf } from '../../../domain/control/decide.ts'
import { creditFigures } from '../budgets/credit-figures.ts'
import { decisionText } from '../decisions/decision-text.ts'
import { figuresOf } from '../decisions/past-decision.ts'
import type { WindowedBudget } from '../state/customer-state.ts'
import type { Answer } from './ask.ts'
import type { GuardDecision } from './schemas.ts'

/** Converts a decision to its answer over HTTP. */
export function decisionBody(answer: Answer, topUpUrl: string): GuardDecision {
  const { decision, reason, judged, hold, asOf } = answer
  const { decidedBy, budgets } = judged
  const isByCredit = reason === 'negative_credit' || decidedBy?.budget.measure === 'credit'
  return {
    decision,
    reason,
    message: textOf(answer),
    budgetId: decidedBy?.budget.id ?? null,
    holdId: hold?.id ?? null,
    expiresAt: hold?.expiresAt.toISOString() ?? null,
    resetsAt: isoOf(decidedBy?.budget.window?.resetsAt),
    topUpUrl: isByCredit ? topUpUrl : null,
    budgets: budgets.map(judgedBody),
    asOf: asOf.toISOString(),
  }
}

function judgedBody({
  budget,
  use,
  asked,
  left,
  verdict,
}: Judged<WindowedBudget>): GuardDecision['budgets'][number] {
  const { id, name, measure, currency, period, action, window } = budget
  return {
    id,
    name,
    measure,
    currency,
    period,
    action,
    limit: limitOf(budget, use).toFixed(),
    spent: use.spent.toFixed(),
    held: use.held.toFixed(),
    ...creditFigures({ ...use, limit: limitOf(budget, use), available: use.available }),
    asked: asked.toFixed(),
    remaining: left.toFixed(),
    windowStart: isoOf(window?.start),
    resetsAt: isoOf(window?.resetsAt),
    uncostedEvents: use.uncostedEvents,
    decision: verdict,
  }
}

/** Returns the decision in one line. */
function textOf(answer: Answer): string | null {
  const figures = figuresOf(answer)
  return figures ? decisionText(figures) : null
}

const isoOf = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString()
