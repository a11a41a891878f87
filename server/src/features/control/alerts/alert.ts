import type { Measure } from '../../../domain/control/decide.ts'
import type { Decimal } from '../../../domain/money.ts'

/** An alert about a budget, with the figures that caused it. */
export type BudgetAlert = {
  id: string
  organizationId: string
  /** Null: of all customers together. */
  customerId: string | null
  /** Null: a run was blocked because the credit of the customer is negative. */
  budgetId: string | null
  budgetName: string
  kind: 'threshold' | 'exceeded' | 'blocked'
  /** Percent of the limit; 0 for a blocked run. */
  threshold: Decimal
  measure: Measure
  /** The amount of the budget, which has alerts of its own; 0 for a blocked run. */
  amount: Decimal
  /** The limit at that time. */
  limitAmount: Decimal
  currency: string | null
  spent: Decimal
  held: Decimal
  /** Of a credit: what was available of it, before what open runs held. */
  available: Decimal | null
  uncostedEventCount: number
  /** Of a rolling window the start of its slot; of a blocked run the hour. */
  windowStartsAt: Date
  resetsAt: Date | null
  /** The decision that blocked a run. */
  decisionId: string | null
  createdAt: Date
}

export type NewAlert = Omit<BudgetAlert, 'id' | 'createdAt'>

/** Whom an alert is about: one customer, or all of them together. */
export type AlertScope = { organizationId: string; customerId: string | null }

/** Returns the key of an alert among those of one scope: each is stored once. */
export function alertKey({
  budgetId,
  windowStartsAt,
  kind,
  threshold,
  amount,
}: Pick<NewAlert, 'budgetId' | 'windowStartsAt' | 'kind' | 'threshold' | 'amount'>): string {
  return `${budgetId} ${windowStartsAt.getTime()} ${kind} ${threshold.toFixed()} ${amount.toFixed()}`
}
