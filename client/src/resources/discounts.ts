import type { DiscountCreate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Coupons granted to a customer or a subscription. */
export const discountsOf = (http: Http) => ({
  list: (query?: Query<'/v1/discounts'>, options?: RequestOptions) =>
    http.list('/v1/discounts', { query, ...options }),
  get: (discountId: string, options?: RequestOptions) =>
    http.get('/v1/discounts/{discountId}', { path: { discountId }, ...options }),
  create: (body: DiscountCreate, options?: WriteOptions) =>
    http.post('/v1/discounts', { body, ...options }),
  end: (discountId: string, options?: RequestOptions) =>
    http.delete('/v1/discounts/{discountId}', { path: { discountId }, ...options }),
})
