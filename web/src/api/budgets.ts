import { queryOptions } from '@tanstack/react-query'
import type { BudgetCreate, BudgetUpdate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type BudgetPage = NonNullable<paths['/v1/budgets']['get']['parameters']['query']>

/** Key prefix of all budget queries, so that they are invalidated together. */
export const budgetsKey = (organization: string) => [organization, 'budgets'] as const

export const budgetsQuery = (organization: string, query: BudgetPage) =>
  queryOptions({
    queryKey: [...budgetsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/budgets', { params: { query }, signal })),
  })

export const budgetQuery = (organization: string, budgetId: string) =>
  queryOptions({
    queryKey: [...budgetsKey(organization), budgetId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/budgets/{budgetId}', {
          params: { path: { budgetId } },
          signal,
        }),
      ),
  })

/** What of a budget is used; a budget that each customer has needs one of them. */
export const budgetStatusQuery = (
  organization: string,
  { budgetId, customerId }: { budgetId: string; customerId: string | undefined },
) =>
  queryOptions({
    queryKey: [...budgetsKey(organization), budgetId, 'status', customerId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/budgets/{budgetId}/status', {
          params: {
            path: { budgetId },
            query: customerId === undefined ? {} : { customerId },
          },
          signal,
        }),
      ),
  })

export const createBudget = (organization: string, body: BudgetCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/budgets', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updateBudget = (organization: string, budgetId: string, body: BudgetUpdate) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/budgets/{budgetId}', { params: { path: { budgetId } }, body }),
  )

export const deleteBudget = (organization: string, budgetId: string) =>
  bodyOf(apiOf(organization).DELETE('/v1/budgets/{budgetId}', { params: { path: { budgetId } } }))
