import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Payments of all invoices; those of one are at `invoices`. */
export const paymentsOf = (http: Http) => ({
  list: (query?: Query<'/v1/payments'>, options?: RequestOptions) =>
    http.list('/v1/payments', { query, ...options }),
})
