import type { BudgetCreate, BudgetUpdate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Limits of what agents may cost or produce. */
export const budgetsOf = (http: Http) => ({
  list: (query?: Query<'/v1/budgets'>, options?: RequestOptions) =>
    http.list('/v1/budgets', { query, ...options }),
  get: (budgetId: string, options?: RequestOptions) =>
    http.get('/v1/budgets/{budgetId}', { path: { budgetId }, ...options }),
  create: (body: BudgetCreate, options?: WriteOptions) =>
    http.post('/v1/budgets', { body, ...options }),
  update: (budgetId: string, body: BudgetUpdate, options?: RequestOptions) =>
    http.patch('/v1/budgets/{budgetId}', { path: { budgetId }, body, ...options }),
  delete: (budgetId: string, options?: RequestOptions) =>
    http.delete('/v1/budgets/{budgetId}', { path: { budgetId }, ...options }),
  /** Reads what of a budget a customer has used. */
  status: (
    budgetId: string,
    query?: Query<'/v1/budgets/{budgetId}/status'>,
    options?: RequestOptions,
  ) => http.get('/v1/budgets/{budgetId}/status', { path: { budgetId }, query, ...options }),
})
