import type { Budget as StoredBudget } from './budget.ts'
import type { Budget } from './fields.ts'

export function toBody(budget: StoredBudget & { customerExternalId: string | null }): Budget {
  const { organizationId: _, ...rest } = budget
  return {
    ...rest,
    amount: rest.amount.toFixed(),
    toleratedLoss: rest.toleratedLoss?.toFixed() ?? null,
    thresholds: rest.thresholds.map((threshold) => threshold.toFixed()),
    createdAt: rest.createdAt.toISOString(),
    updatedAt: rest.updatedAt.toISOString(),
  }
}
