import type { Judged } from '../../../domain/control/decide.ts'
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
    message: decidedBy ? decisionText(decidedBy) : null,
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
  const { id, name, measure, period, action, amount, window } = budget
  if (measure !== 'cost' && measure !== 'quantity') throw new Error(`no decision has ${measure}`)
  return {
    id,
    name,
    measure,
    period,
    action,
    limit: amount.toFixed(),
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

/** Returns a line such as "Support, 5 USD a day: 4.62 spent + 0.40 held + 0.40 asked > 5.00 USD". */
export function decisionText(judged: Judged<WindowedBudget>): string {
  const { budget, use, asked, reason } = judged
  const unit = budget.measure === 'quantity' ? 'units' : 'USD'
  if (reason === 'unknown_cost') {
    return `${budget.name}: the cost of ${use.uncostedEvents} event(s) is not known`
  }
  const [spent, held, own, limit] = [use.spent, use.held, asked, budget.amount].map((one) =>
    one.toFixed(),
  )
  return `${budget.name}: ${spent} spent + ${held} held + ${own} asked > ${limit} ${unit}`
}

const isoOf = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString()
