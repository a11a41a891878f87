import type { PriceChangeCreate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'

/** Changes of many prices by a percentage, from a day on. */
export const priceChangesOf = (http: Http) => ({
  create: (body: PriceChangeCreate, options?: WriteOptions) =>
    http.post('/v1/price-changes', { body, ...options }),
  /** Computes the new prices and which subscriptions they reach; stores nothing. */
  preview: (body: PriceChangeCreate, options?: WriteOptions) =>
    http.post('/v1/price-changes/preview', { body, ...options }),
  /** Deletes a change that has not begun. */
  delete: (priceChangeId: string, options?: RequestOptions) =>
    http.delete('/v1/price-changes/{priceChangeId}', { path: { priceChangeId }, ...options }),
})
