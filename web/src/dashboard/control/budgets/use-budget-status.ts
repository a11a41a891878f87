import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import type { Budget } from '../../../api/api-types.ts'
import { budgetStatusQuery } from '../../../api/budgets.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { isPriced } from '../in-words.ts'

/** Milliseconds after which figures of running work are read again. */
const ASK_AGAIN_MS = 30_000

/**
 * Reads what of a budget is used: by its own customer, by `customerId` if each customer has it, or by
 * all. `isCounted` is false without such a customer, and for a budget of each run, which counts no
 * window. `isUnknown` is true if a revenue or margin has no figures, as without a subscription.
 */
export function useBudgetStatus(budget: Budget, customerId: string | undefined) {
  const { slug } = useOrganization()
  const needsCustomer = budget.isPerCustomer && budget.customerId === null
  const isCounted = budget.period !== 'run' && (!needsCustomer || customerId !== undefined)
  const of = { budgetId: budget.id, customerId: needsCustomer ? customerId : undefined }
  const query = useQuery({
    ...budgetStatusQuery(slug, of),
    enabled: isCounted,
    refetchInterval: ASK_AGAIN_MS,
  })
  const { error } = query
  const isUnknown =
    isPriced(budget.measure) && error instanceof ApiError && error.code === 'inconsistent'
  return { isCounted, needsCustomer, isUnknown, ...query }
}
