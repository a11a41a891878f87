import { queryOptions } from '@tanstack/react-query'
import type { DiscountCreate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type DiscountPage = NonNullable<paths['/v1/discounts']['get']['parameters']['query']>

/** Key prefix of all discount queries, so that they are invalidated together. */
export const discountsKey = (organization: string) => [organization, 'discounts'] as const

export const discountsQuery = (organization: string, query: DiscountPage) =>
  queryOptions({
    queryKey: [...discountsKey(organization), query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/discounts', { params: { query }, signal })),
  })

export const giveDiscount = (organization: string, body: DiscountCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/discounts', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const endDiscount = (organization: string, discountId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/discounts/{discountId}', {
      params: { path: { discountId } },
    }),
  )
