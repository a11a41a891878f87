import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Payments of all invoices; `invoices.payments` lists those of one invoice. */
export const paymentsOf = (http: Http) => ({
  list: (query?: Query<'/v1/payments'>, options?: RequestOptions) =>
    http.list('/v1/payments', { query, ...options }),
})
