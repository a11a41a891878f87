import { queryOptions } from '@tanstack/react-query'
import type { PricePreviewRequest, PricingStrategyUpsert } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

/** What prices that are not saved come to. It stores nothing, so it is read like anything else. */
export const pricePreviewQuery = (organization: string, body: PricePreviewRequest) =>
  queryOptions({
    queryKey: [organization, 'price-preview', body],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).POST('/v1/pricing-strategies/preview', { body, signal })),
    enabled: body.strategies.length > 0,
    retry: false,
  })

/** Those with an id are changed, the others created: all of them or none. */
export const savePrices = (organization: string, planId: string, body: PricingStrategyUpsert[]) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/pricing-plans/{planId}/pricing-strategies', {
      params: { path: { planId } },
      body,
    }),
  )

export const deletePrice = (organization: string, path: { planId: string; strategyId: string }) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}', {
      params: { path },
    }),
  )

type Month = { startDate: string; endDate: string }

/** As many as one preview prices. */
export const CUSTOMERS_MAX = 100

/** How much of a signal each customer used in a month, those with the most events first. */
export const signalUsageQuery = (organization: string, signalId: string, month: Month) =>
  queryOptions({
    queryKey: [organization, 'analytics', 'signal-usage', signalId, month],
    queryFn: async ({ signal }) => {
      const query = {
        ...month,
        signalId,
        breakdownBy: 'customer',
        groupBy: 'monthly',
        top: CUSTOMERS_MAX,
      } as const
      const usage = await bodyOf(
        apiOf(organization).GET('/v1/analytics/usage', { params: { query }, signal }),
      )
      return usage.dimensionBreakdown?.summary ?? []
    },
  })
