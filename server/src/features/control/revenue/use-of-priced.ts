import type { BudgetUse } from '../../../domain/control/decide.ts'
import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import type { Budget } from '../budgets/budget.ts'
import { NO_UNITS, type PricedSubscription, revenueOf, type Units } from './priced-subscription.ts'

/** Units that runs hold, by agent and signal; a run that names no signal may produce any. */
export type HeldUnits = { agentId: string | undefined; signalId: string | null; quantity: Decimal }

type Held = { cost: Decimal; units: readonly HeldUnits[]; uncostedEvents: number }

/** Returns true for a measure of the customer's credit. */
export const isOfCredit = ({ measure }: Pick<Budget, 'measure'>): boolean => measure === 'credit'

/** Returns true for a measure that is computed from what subscriptions earn. */
export const isPriced = ({ measure }: Pick<Budget, 'measure'>): boolean =>
  measure === 'revenue' || measure === 'margin'

/**
 * Returns what of a budget of revenue or margin is used; undefined if it is unknown: without a
 * subscription in its scope, and a margin in another currency than USD, in which costs are.
 */
export function useOfPriced(
  budget: Budget,
  subscriptions: readonly PricedSubscription[],
  { cost: heldCost, units, uncostedEvents }: Held,
): BudgetUse | undefined {
  const own = inScope(budget, subscriptions)
  if (budget.measure === 'revenue') {
    const paid = own.filter(({ currency }) => currency === budget.currency)
    if (paid.length === 0) return undefined
    const spent = revenueOf(paid, NO_UNITS)
    const held = atLeastZero(revenueOf(paid, unitsOf(paid, units)).minus(spent))
    return { spent, held, uncostedEvents }
  }
  if (own.length === 0 || own.some(({ currency }) => currency !== 'USD')) return undefined
  const spent = own.reduce((sum, { cost }) => sum.plus(cost), ZERO)
  const costShare = HUNDRED.minus(budget.amount).div(HUNDRED)
  const covered = revenueOf(own, NO_UNITS).times(costShare)
  const limit = covered.plus(budget.toleratedLoss ?? ZERO)
  return { spent, held: heldCost, uncostedEvents, limit }
}

/** Returns what a run asks of a budget of revenue: its units, priced after those that are held. */
export function revenueAsked(
  budget: Budget,
  subscriptions: readonly PricedSubscription[],
  { held, asked }: { held: readonly HeldUnits[]; asked: HeldUnits },
): Decimal {
  const paid = inScope(budget, subscriptions).filter(({ currency }) => currency === budget.currency)
  const before = revenueOf(paid, unitsOf(paid, held))
  return atLeastZero(revenueOf(paid, unitsOf(paid, [...held, asked])).minus(before))
}

const HUNDRED = decimal('100')

const inScope = ({ agentId }: Budget, subscriptions: readonly PricedSubscription[]) =>
  subscriptions.filter((one) => agentId === null || one.agentId === agentId)

/** Adds up units by signal. Those of a run without a signal count for each signal of its agent. */
export function unitsOf(
  subscriptions: readonly Pick<PricedSubscription, 'agentId' | 'signalIds'>[],
  held: readonly HeldUnits[],
): Units {
  const sums = new Map<string, Decimal>()
  const add = (signalId: string, quantity: Decimal) =>
    sums.set(signalId, (sums.get(signalId) ?? ZERO).plus(quantity))
  for (const { agentId, signalId, quantity } of held) {
    if (signalId !== null) {
      add(signalId, quantity)
      continue
    }
    const ofAgent = subscriptions.filter((one) => one.agentId === agentId)
    for (const id of new Set(ofAgent.flatMap(({ signalIds }) => signalIds))) add(id, quantity)
  }
  return sums
}

const atLeastZero = (amount: Decimal) => (amount.lt(ZERO) ? ZERO : amount)
