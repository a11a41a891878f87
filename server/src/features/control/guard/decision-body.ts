import { type Judged, limitOf } from '../../../domain/control/decide.ts'
import { decisionText } from '../decisions/decision-text.ts'
import type { WindowedBudget } from '../state/customer-state.ts'
import type { Answer } from './ask.ts'
import type { GuardDecision } from './schemas.ts'

/** Converts a decision to its answer over HTTP. */
export function decisionBody(answer: Answer): GuardDecision {
  const { decision, reason, judged, hold, asOf } = answer
  const { decidedBy, budgets } = judged
  return {
    decision,
    reason,
    message: decidedBy ? messageOf(decidedBy) : null,
    budgetId: decidedBy?.budget.id ?? null,
    holdId: hold?.id ?? null,
    expiresAt: hold?.expiresAt.toISOString() ?? null,
    resetsAt: isoOf(decidedBy?.budget.window?.resetsAt),
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
  if (measure === 'credit') throw new Error(`no decision has ${measure}`)
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
    asked: asked.toFixed(),
    remaining: left.toFixed(),
    windowStart: isoOf(window?.start),
    resetsAt: isoOf(window?.resetsAt),
    uncostedEvents: use.uncostedEvents,
    decision: verdict,
  }
}

/** Returns the decision of a budget in one line. */
function messageOf({ budget, use, asked, reason }: Judged<WindowedBudget>): string | null {
  if (reason === null) return null
  return decisionText({
    ...use,
    reason,
    asked,
    budgetName: budget.name,
    measure: budget.measure,
    amount: limitOf(budget, use),
    currency: budget.currency,
    uncostedEventCount: use.uncostedEvents,
  })
}

const isoOf = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString()
