import { queryOptions } from '@tanstack/react-query'
import type { PriceChangeCreate, SubscriptionPriceCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'
import { plansKey } from './plans.ts'
import { subscriptionsKey } from './subscriptions.ts'

/** The prices that a change by a percentage would write, and whom it reaches. */
export const priceChangePreviewQuery = (organization: string, body: PriceChangeCreate) =>
  queryOptions({
    queryKey: [...plansKey(organization), 'price-change', body],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).POST('/v1/price-changes/preview', { body, signal })),
  })

export const createPriceChange = (organization: string, body: PriceChangeCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/price-changes', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

type PricePath = { planId: string; strategyId: string; priceId: string }

/** Deletes a price of a plan that has not begun. */
export const deleteStrategyPrice = (organization: string, path: PricePath) =>
  bodyOf(
    apiOf(organization).DELETE(
      '/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices/{priceId}',
      { params: { path } },
    ),
  )

type Owned = { subscriptionId: string; strategyId: string }

/** The prices that a subscription has of its own, by strategy and date. */
export const ownPricesQuery = (organization: string, subscriptionId: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'own-prices', subscriptionId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}/prices', {
          params: { path: { subscriptionId } },
          signal,
        }),
      ),
  })

export const createOwnPrice = (
  organization: string,
  path: Owned,
  { body, key }: { body: SubscriptionPriceCreate; key: string },
) =>
  bodyOf(
    apiOf(organization).POST('/v1/subscriptions/{subscriptionId}/prices/{strategyId}', {
      params: { path, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const deleteOwnPrice = (organization: string, path: Owned & { priceId: string }) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/subscriptions/{subscriptionId}/prices/{strategyId}/{priceId}', {
      params: { path },
    }),
  )
