import type { BudgetUse } from '../../../domain/control/decide.ts'
import { type Decimal, ZERO } from '../../../domain/money.ts'
import type { Budget } from '../budgets/budget.ts'
import type { HeldUnits } from '../revenue/use-of-priced.ts'
import type { CreditIn, DecidingCredit } from './deciding-credit.ts'

/**
 * Returns what of a budget of credit is used: the limit is the credit less what must stay available,
 * spent is what is not invoiced yet, and held is what open holds would add. `changes` are units that
 * are held, or held no more, since the credit was read; undefined without the credit.
 */
export function useOfCredit(
  budget: Budget,
  creditIn: CreditIn | undefined,
  changes: readonly HeldUnits[],
): BudgetUse | undefined {
  const credit = creditOf(budget, creditIn)
  if (!credit) return undefined
  const { left, available, availableWith } = credit
  return {
    limit: left.minus(budget.amount),
    spent: left.minus(available),
    held: available.minus(availableWith(changes)),
    available,
    uncostedEvents: 0,
  }
}

/** Returns what a run would be billed, next to what others hold. */
export function chargeOfCredit(
  budget: Budget,
  creditIn: CreditIn | undefined,
  { changes, asked }: { changes: readonly HeldUnits[]; asked: HeldUnits },
): Decimal {
  const credit = creditOf(budget, creditIn)
  if (!credit) return ZERO
  return credit.availableWith(changes).minus(credit.availableWith([...changes, asked]))
}

const creditOf = (
  { currency }: Budget,
  creditIn: CreditIn | undefined,
): DecidingCredit | undefined => (currency === null ? undefined : creditIn?.(currency))
