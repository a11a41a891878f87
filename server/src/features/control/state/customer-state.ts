import type { BudgetUse } from '../../../domain/control/decide.ts'
import { type BudgetWindow, windowAt } from '../../../domain/control/window.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import { type Budget, countsIn, type RunScope } from '../budgets/budget.ts'
import { chargeOfCredit, useOfCredit } from '../credit/use-of-credit.ts'
import {
  type HeldUnits,
  isOfCredit,
  isPriced,
  revenueAsked,
  useOfPriced,
} from '../revenue/use-of-priced.ts'
import { type AgentPeriod, billingPeriodOf } from './billing-periods.ts'
import type { Priced } from './priced.ts'
import type { AskedUse, HoldRow, NegativeCredit, StateRow } from './state-statement.ts'

/** A budget and its window at the time of the decision; a run has none. */
export type WindowedBudget = Budget & { window: BudgetWindow | undefined }

/** Returns the budgets of a customer with their windows at a business time. */
export function windowedBudgets(
  budgets: readonly Budget[],
  customerId: string,
  businessNow: Date,
  periods: readonly AgentPeriod[],
): WindowedBudget[] {
  return budgets
    .filter((budget) => budget.customerId === null || budget.customerId === customerId)
    .map((budget) => ({
      ...budget,
      window: windowAt(budget, businessNow.getTime(), billingPeriodOf(budget.agentId, periods)),
    }))
}

/** Returns what the statement must sum for these budgets, and the place of each budget in it. */
export function askedUses(budgets: readonly WindowedBudget[]): {
  uses: AskedUse[]
  placeOf: ReadonlyMap<string, number>
} {
  const uses: AskedUse[] = []
  const placeOf = new Map<string, number>()
  for (const { id, agentId, signalId, window } of budgets) {
    if (!window) continue
    placeOf.set(id, uses.length)
    uses.push({ agentId, signalId, window })
  }
  return { uses, placeOf }
}

/** A hold in memory, as it is while a transaction decides. */
export type OpenHold = Omit<HoldRow, 'kind' | 'events'> & { uncostedEvents: number }

type Placed = { agentId: string; signalId: string | null }
type Amounts = { cost: Decimal; quantity: Decimal }

/** What of a customer's budgets is spent and held, kept current while decisions are made. */
export type CustomerState = {
  findRun: (runId: string) => OpenHold | undefined
  /** Credit below zero, of paid credit and corrections; undefined if there is none. */
  negativeCredit: NegativeCredit | undefined
  /**
   * Returns what the budget has used, without what `own` holds of it; undefined if that is not known,
   * as for a margin without a subscription.
   */
  useOf: (budget: WindowedBudget, own: OpenHold | undefined) => BudgetUse | undefined
  /**
   * Returns what a run with these units would be billed, next to what others hold: what it asks of a
   * budget of revenue or credit.
   */
  chargeOf: (budget: WindowedBudget, own: OpenHold | undefined, asked: HeldUnits) => Decimal
  /** Puts a new hold, or a changed one in place of what it held before. */
  put: (hold: OpenHold) => void
}

/** Returns true while a hold counts: open, or with an event whose cost is not known. */
export function isCounting({ closedAt, expiresAt, uncostedEvents }: OpenHold, now: Date): boolean {
  return (closedAt === null && expiresAt > now) || uncostedEvents > 0
}

/** Returns what a run cost so far: the larger of its events and of what its spans reported. */
export function costSoFar({ usedCost, reportedCost }: OpenHold): Decimal {
  return reportedCost?.gt(usedCost) ? reportedCost : usedCost
}

/**
 * Returns what a hold holds; nothing once it does not count. The quantity of a run that has ended is
 * recorded, or will never be.
 */
export function heldBy(hold: OpenHold, now: Date): Amounts {
  if (!isCounting(hold, now)) return { cost: ZERO, quantity: ZERO }
  const used = costSoFar(hold)
  // What the run reported and no event has yet is not spent.
  const left = (used.gt(hold.cost) ? used : hold.cost).minus(hold.usedCost)
  const quantity = hold.closedAt === null ? hold.quantity : ZERO
  return { cost: left.gt(ZERO) ? left : ZERO, quantity }
}

type StateOptions = {
  placeOf: ReadonlyMap<string, number>
  customerId: string
  now: Date
  /** What the customer's subscriptions earn, and its credit, if a budget needs it. */
  priced: Priced
}

export function customerState(
  rows: readonly StateRow[],
  { placeOf, customerId, now, priced }: StateOptions,
): CustomerState {
  const uses = sumUses(rows)
  const held = new Map<string, RunScope & Amounts>()
  const addHeld = ({ agentId, signalId }: Placed, { cost, quantity }: Amounts) => {
    const key = `${agentId} ${signalId}`
    const known = held.get(key) ?? { cost: ZERO, quantity: ZERO }
    const sums = { cost: known.cost.plus(cost), quantity: known.quantity.plus(quantity) }
    held.set(key, { customerId, agentId, signalId, ...sums })
  }
  for (const row of rows) if (row.kind === 'held') addHeld(row, row)
  const holds = new Map<string, OpenHold>()
  for (const row of rows) {
    if (row.kind !== 'hold') continue
    const { kind: _, events, ...hold } = row
    holds.set(hold.runId, { ...hold, uncostedEvents: Number(events) })
  }
  /** Units that decisions hold since the state was read. */
  const put: HeldUnits[] = []
  const scopeOf = ({ agentId, signalId }: OpenHold) => ({ customerId, agentId, signalId })
  const heldOf = (budget: Budget, own: OpenHold | undefined): Decimal => {
    const amountOf = (amounts: Amounts) =>
      budget.measure === 'quantity' ? amounts.quantity : amounts.cost
    const all = [...held.values()]
      .filter((one) => countsIn(budget, one))
      .reduce((sum, one) => sum.plus(amountOf(one)), ZERO)
    return own && countsIn(budget, scopeOf(own)) ? all.minus(amountOf(heldBy(own, now))) : all
  }
  const heldUnits = (own: OpenHold | undefined): HeldUnits[] => [
    ...held.values(),
    ...(own ? [{ ...scopeOf(own), quantity: ZERO.minus(heldBy(own, now).quantity) }] : []),
  ]
  /** How held units differ from those of the credit, which is read with its holds. */
  const unitChanges = (own: OpenHold | undefined): HeldUnits[] => [
    ...put,
    ...(own ? [{ ...scopeOf(own), quantity: ZERO.minus(heldBy(own, now).quantity) }] : []),
  ]
  return {
    chargeOf: (budget, own, asked) =>
      isOfCredit(budget)
        ? chargeOfCredit(budget, priced.creditIn, { changes: unitChanges(own), asked })
        : revenueAsked(budget, priced.subscriptions, { held: heldUnits(own), asked }),
    findRun: (runId) => holds.get(runId),
    negativeCredit: rows.find((row) => row.kind === 'negative_credit'),
    useOf: (budget, own) => {
      if (isOfCredit(budget)) return useOfCredit(budget, priced.creditIn, unitChanges(own))
      if (!budget.window) return useOfRun(budget, own)
      const use = uses.get(placeOf.get(budget.id) ?? -1)
      const spent = budget.measure === 'quantity' ? use?.quantity : use?.cost
      const uncostedEvents = use?.uncostedEvents ?? 0
      if (isPriced(budget)) {
        const cost = heldOf(budget, own)
        return useOfPriced(budget, priced.subscriptions, {
          cost,
          units: heldUnits(own),
          uncostedEvents,
        })
      }
      return { spent: spent ?? ZERO, held: heldOf(budget, own), uncostedEvents }
    },
    put: (hold) => {
      const before = holds.get(hold.runId)
      const was = before ? heldBy(before, now) : { cost: ZERO, quantity: ZERO }
      const is = heldBy(hold, now)
      addHeld(hold, {
        cost: is.cost.minus(was.cost),
        quantity: is.quantity.minus(was.quantity),
      })
      put.push({ ...scopeOf(hold), quantity: is.quantity.minus(was.quantity) })
      holds.set(hold.runId, hold)
    },
  }
}

/** The limit of a run counts what the run itself used; its quantity is due when it ends. */
function useOfRun({ measure }: Budget, own: OpenHold | undefined): BudgetUse {
  const spent = measure === 'quantity' ? ZERO : (own?.usedCost ?? ZERO)
  return { spent, held: ZERO, uncostedEvents: own?.uncostedEvents ?? 0 }
}

type Sums = Amounts & { uncostedEvents: number }

function sumUses(rows: readonly StateRow[]): Map<number, Sums> {
  const sums = new Map<number, Sums>()
  for (const row of rows) {
    if (row.kind !== 'use') continue
    const known = sums.get(row.nth) ?? { cost: ZERO, quantity: ZERO, uncostedEvents: 0 }
    sums.set(row.nth, {
      cost: known.cost.plus(row.cost ?? ZERO),
      quantity: known.quantity.plus(row.quantity ?? ZERO),
      uncostedEvents: known.uncostedEvents + Number(row.events ?? 0),
    })
  }
  return sums
}
