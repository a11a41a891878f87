import type { CouponCreate, CouponUpdate } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Discounts that can be granted. */
export const couponsOf = (http: Http) => ({
  list: (query?: Query<'/v1/coupons'>, options?: RequestOptions) =>
    http.list('/v1/coupons', { query, ...options }),
  get: (couponId: string, options?: RequestOptions) =>
    http.get('/v1/coupons/{couponId}', { path: { couponId }, ...options }),
  create: (body: CouponCreate, options?: WriteOptions) =>
    http.post('/v1/coupons', { body, ...options }),
  update: (couponId: string, body: CouponUpdate, options?: RequestOptions) =>
    http.patch('/v1/coupons/{couponId}', { path: { couponId }, body, ...options }),
  delete: (couponId: string, options?: RequestOptions) =>
    http.delete('/v1/coupons/{couponId}', { path: { couponId }, ...options }),
})
