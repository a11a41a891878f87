import { type Asked, decide } from '../../../domain/control/decide.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import { AppError } from '../../../platform/errors.ts'
import { countsIn, type RunScope } from '../budgets/budget.ts'
import type { DecidedRun } from '../decisions/past-decision.ts'
import {
  type CustomerState,
  costSoFar,
  heldBy,
  type OpenHold,
  type WindowedBudget,
} from '../state/customer-state.ts'
import type { Answer, Ask, ExtendAsk, HoldAsk } from './ask.ts'

/** A change of the holds of a customer, to be stored by the transaction that decided it. */
export type HoldWrite = { kind: 'insert' | 'extend'; hold: OpenHold }

export type Answered = { answer: Answer; run: DecidedRun; write?: HoldWrite }

export type Deciding = {
  state: CustomerState
  budgets: readonly WindowedBudget[]
  now: Date
  newId: () => string
}

/**
 * Decides one ask by the state of its customer, and puts what it holds into the state, so that the
 * next ask counts it. Throws `conflict` for a run that has ended, and `not_found` for an absent hold.
 */
export function answerAsk(deciding: Deciding, ask: Ask): Answered {
  return ask.kind === 'hold' ? answerHold(deciding, ask) : answerExtend(deciding, ask)
}

function answerHold(deciding: Deciding, ask: HoldAsk): Answered {
  const { state, now } = deciding
  const own = state.findRun(ask.runId)
  if (own?.closedAt) throw runEnded()
  if (own && own.expiresAt > now) {
    return { answer: answerOf(deciding, repeat(deciding, own), own), run: runOf(own, own) }
  }
  // A hold that expired counts at most for costs that are not known; it is given again for what the run used and now asks.
  const usedCost = own?.usedCost ?? ZERO
  const hold: OpenHold = {
    id: own?.id ?? deciding.newId(),
    runId: ask.runId,
    agentId: own?.agentId ?? ask.agentId,
    signalId: own ? own.signalId : ask.signalId,
    quantity: own?.quantity ?? ask.quantity,
    cost: (own ? costSoFar(own) : ZERO).plus(ask.cost),
    usedCost,
    reportedCost: own?.reportedCost ?? null,
    uncostedEvents: own?.uncostedEvents ?? 0,
    expiresAt: new Date(now.getTime() + ask.ttlMs),
    closedAt: null,
  }
  const asked = { cost: hold.cost.minus(usedCost), quantity: hold.quantity }
  return give(deciding, { own, hold, asked })
}

function answerExtend(deciding: Deciding, ask: ExtendAsk): Answered {
  const { state, now } = deciding
  const own = state.findRun(ask.runId)
  if (!own) throw new AppError('not_found', 'Hold not found')
  if (own.closedAt) throw runEnded()
  const used = larger(costSoFar(own), ask.costSoFar)
  const cost = used.plus(ask.nextCost)
  // What the run reported and has not recorded yet is not spent, so it must stay held.
  const asked = { cost: cost.minus(own.usedCost), quantity: own.quantity }
  const expiresAt = new Date(Math.max(now.getTime() + ask.ttlMs, own.expiresAt.getTime()))
  return give(deciding, { own, hold: { ...own, cost, expiresAt }, asked })
}

/** The refusal of a run whose hold was settled or released. */
export function runEnded(): AppError {
  return new AppError('run_ended', 'The run has ended; use another runId for the next one')
}

type Giving = { own: OpenHold | undefined; hold: OpenHold; asked: Asked }

function give(deciding: Deciding, { own, hold, asked }: Giving): Answered {
  const { state } = deciding
  const judged = judge(deciding, { own, scope: hold, asked })
  if (judged.decision === 'block') {
    return { answer: answerOf(deciding, judged, null), run: runOf(hold, own) }
  }
  state.put(hold)
  return {
    answer: answerOf(deciding, judged, hold),
    run: runOf(hold, hold),
    write: { kind: own ? 'extend' : 'insert', hold },
  }
}

function runOf({ runId, agentId, signalId }: OpenHold, stored: OpenHold | undefined): DecidedRun {
  return { runId, agentId, signalId, holdId: stored?.id ?? null }
}

/** A repeated request gets the hold that it has, and the figures of now. */
function repeat(deciding: Deciding, own: OpenHold): Answer['judged'] {
  const judged = judge(deciding, { own, scope: own, asked: heldBy(own, deciding.now) })
  return { ...judged, decision: 'allow', reason: null, decidedBy: undefined }
}

type Judging = {
  own: OpenHold | undefined
  scope: Pick<OpenHold, 'signalId'> & { agentId: string | undefined }
  asked: Asked
}

/** Judges a run by the budgets that it counts in, and by the credit of its customer. */
export function judge(
  { state, budgets }: Deciding,
  { own, scope, asked }: Judging,
): Answer['judged'] {
  const concerned = budgets.filter(
    (budget) => budget.isPerCustomer && countsIn(budget, scopeIn(budget, scope)),
  )
  const states = concerned.flatMap((budget) => {
    const use = state.useOf(budget, own)
    if (!use) return []
    if (budget.measure !== 'revenue' && budget.measure !== 'credit') return { budget, use }
    const units = { ...scope, quantity: asked.quantity }
    return { budget, use, charge: state.chargeOf(budget, own, units) }
  })
  return decide(states, asked, { isCreditNegative: state.negativeCredit !== undefined })
}

/** The budgets are those of the customer already. */
function scopeIn({ customerId }: WindowedBudget, scope: Judging['scope']): RunScope {
  return { customerId: customerId ?? '', agentId: scope.agentId, signalId: scope.signalId }
}

function answerOf(
  { state: { negativeCredit }, now: asOf }: Deciding,
  judged: Answer['judged'],
  hold: OpenHold | null,
): Answer {
  const { decision, reason } = judged
  const given = hold && { id: hold.id, expiresAt: hold.expiresAt }
  return { decision, reason, judged, negativeCredit, hold: given, asOf }
}

const larger = (a: Decimal, b: Decimal) => (a.gt(b) ? a : b)
