import { queryOptions } from '@tanstack/react-query'
import type { PricePreviewRequest, PricingStrategyUpsert } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

/** Previews the amounts of unsaved prices. It stores nothing, so it is a query. */
export const pricePreviewQuery = (organization: string, body: PricePreviewRequest) =>
  queryOptions({
    queryKey: [organization, 'price-preview', body],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).POST('/v1/pricing-strategies/preview', { body, signal })),
    enabled: body.strategies.length > 0,
    retry: false,
  })

/** Updates prices with an id and creates the others, all or none. */
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

type Days = { startDate: string; endDate: string }

/** Maximum number of customers per preview. */
export const CUSTOMERS_MAX = 100
const TOP_MAX = 1_000

/** Usage of a signal and of its customers, sorted by number of events, descending. */
export const signalUsageQuery = (organization: string, signalId: string, days: Days) =>
  queryOptions({
    queryKey: [organization, 'analytics', 'signal-usage', signalId, days],
    queryFn: async ({ signal }) => {
      const query = {
        ...days,
        signalId,
        breakdownBy: 'customer',
        groupBy: 'monthly',
        top: TOP_MAX,
      } as const
      const usage = await bodyOf(
        apiOf(organization).GET('/v1/analytics/usage', { params: { query }, signal }),
      )
      return { total: usage.summary, customers: usage.dimensionBreakdown?.summary ?? [] }
    },
  })
