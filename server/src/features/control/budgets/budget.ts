import type { BlockReason, BudgetTerms, Measure } from '../../../domain/control/decide.ts'
import type { BudgetPeriod } from '../../../domain/control/window.ts'
import type { Decimal } from '../../../domain/money.ts'

/** Measures that a budget can have. */
export const MEASURES = [
  'cost',
  'quantity',
  'revenue',
  'margin',
  'credit',
] as const satisfies Measure[]
export const ACTIONS = ['alert', 'block'] as const satisfies BudgetTerms['action'][]
export const ON_UNKNOWN_COST = ['hold', 'block'] as const satisfies BudgetTerms['onUnknownCost'][]
export const BLOCK_REASONS = [
  'budget_exceeded',
  'unknown_cost',
  'negative_credit',
] as const satisfies BlockReason[]

/** Set by the operator, or by the customer for itself in the portal. */
export const ORIGINS = ['operator', 'customer'] as const

/** The usage and the runs that a budget counts; null: any. */
export type BudgetScope = {
  customerId: string | null
  agentId: string | null
  signalId: string | null
}

/** A budget as stored. */
export type Budget = BudgetTerms &
  BudgetScope & {
    id: string
    organizationId: string
    name: string
    /** False: over all customers together. */
    isPerCustomer: boolean
    /** Null for a quantity. */
    currency: string | null
    /** Of a margin: USD that cost may exceed its share of the revenue by; otherwise null. */
    toleratedLoss: Decimal | null
    period: BudgetPeriod
    rollingQuarters: number | null
    /** Percent of the amount. */
    thresholds: Decimal[]
    isActive: boolean
    origin: (typeof ORIGINS)[number]
    createdAt: Date
    updatedAt: Date
  }

/** What a run works on. Without an agent it is one that has done no work yet. */
export type RunScope = { customerId: string; agentId: string | undefined; signalId: string | null }

/**
 * Returns true if a run counts in a budget. A run that names no signal may produce any signal of its
 * agent, so it counts in the budgets of all of them.
 */
export function countsIn(budget: BudgetScope, run: RunScope): boolean {
  return (
    (budget.customerId === null || budget.customerId === run.customerId) &&
    (budget.agentId === null || budget.agentId === run.agentId) &&
    (budget.signalId === null || run.signalId === null || budget.signalId === run.signalId)
  )
}
