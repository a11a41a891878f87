import type { CostRateCreate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Your own rates of models and services. */
export const costRatesOf = (http: Http) => ({
  list: (query?: Query<'/v1/cost-rates'>, options?: RequestOptions) =>
    http.list('/v1/cost-rates', { query, ...options }),
  get: (costRateId: string, options?: RequestOptions) =>
    http.get('/v1/cost-rates/{costRateId}', { path: { costRateId }, ...options }),
  /** Sets a rate, and costs the events that wait for it. */
  create: (body: CostRateCreate, options?: WriteOptions) =>
    http.post('/v1/cost-rates', { body, ...options }),
  /** Reads what prices a model on a date: an own rate or the catalog. */
  inForce: (query: Query<'/v1/cost-rates/in-force'>, options?: RequestOptions) =>
    http.get('/v1/cost-rates/in-force', { query, ...options }),
  /** Withdraws a rate: it prices no further usage. Events that it priced keep their costs. */
  withdraw: (costRateId: string, options?: RequestOptions) =>
    http.delete('/v1/cost-rates/{costRateId}', { path: { costRateId }, ...options }),
})
