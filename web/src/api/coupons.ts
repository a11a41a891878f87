import { queryOptions } from '@tanstack/react-query'
import type { CouponCreate, CouponUpdate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type CouponPage = NonNullable<paths['/v1/coupons']['get']['parameters']['query']>

/** Key prefix of all coupon queries, so that they are invalidated together. */
export const couponsKey = (organization: string) => [organization, 'coupons'] as const

export const couponsQuery = (organization: string, query: CouponPage) =>
  queryOptions({
    queryKey: [...couponsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/coupons', { params: { query }, signal })),
  })

export const couponQuery = (organization: string, couponId: string) =>
  queryOptions({
    queryKey: [...couponsKey(organization), couponId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/coupons/{couponId}', {
          params: { path: { couponId } },
          signal,
        }),
      ),
  })

export const createCoupon = (organization: string, body: CouponCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/coupons', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updateCoupon = (organization: string, couponId: string, body: CouponUpdate) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/coupons/{couponId}', { params: { path: { couponId } }, body }),
  )

export const deleteCoupon = (organization: string, couponId: string) =>
  bodyOf(apiOf(organization).DELETE('/v1/coupons/{couponId}', { params: { path: { couponId } } }))
