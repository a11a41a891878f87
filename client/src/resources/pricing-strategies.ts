import type {
  PricePreviewRequest,
  PricingStrategyCreate,
  PricingStrategyUpdate,
  PricingStrategyUpsert,
  StrategyPriceCreate,
} from '../api.gen.ts'
import type { ChangeOptions, Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

type ListQuery = Query<'/v1/pricing-plans/{planId}/pricing-strategies'>

/** The prices of a plan. */
export const pricingStrategiesOf = (http: Http) => ({
  list: (planId: string, query?: ListQuery, options?: RequestOptions) =>
    http.list('/v1/pricing-plans/{planId}/pricing-strategies', {
      path: { planId },
      query,
      ...options,
    }),
  get: (planId: string, strategyId: string, options?: RequestOptions) =>
    http.get('/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}', {
      path: { planId, strategyId },
      ...options,
    }),
  createMany: (planId: string, body: PricingStrategyCreate[], options?: WriteOptions) =>
    http.post('/v1/pricing-plans/{planId}/pricing-strategies', {
      path: { planId },
      body,
      ...options,
    }),
  /** Updates the strategies that have an id and creates the others, all or none. */
  save: (planId: string, body: PricingStrategyUpsert[], options?: RequestOptions) =>
    http.patch('/v1/pricing-plans/{planId}/pricing-strategies', {
      path: { planId },
      body,
      ...options,
    }),
  update: (
    planId: string,
    strategyId: string,
    body: PricingStrategyUpdate,
    options?: ChangeOptions,
  ) =>
    http.patch('/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}', {
      path: { planId, strategyId },
      body,
      ...options,
    }),
  delete: (planId: string, strategyId: string, options?: ChangeOptions) =>
    http.delete('/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}', {
      path: { planId, strategyId },
      ...options,
    }),
  listPrices: (planId: string, strategyId: string, options?: RequestOptions) =>
    http.get('/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices', {
      path: { planId, strategyId },
      ...options,
    }),
  /** Adds a price for the periods that begin on a day or later. */
  createPrice: (
    planId: string,
    strategyId: string,
    body: StrategyPriceCreate,
    options?: WriteOptions,
  ) =>
    http.post('/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices', {
      path: { planId, strategyId },
      body,
      ...options,
    }),
  /** Deletes a price that has not begun. */
  deletePrice: (planId: string, strategyId: string, priceId: string, options?: RequestOptions) =>
    http.delete('/v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices/{priceId}', {
      path: { planId, strategyId, priceId },
      ...options,
    }),
  /** Computes what quantities would cost under these prices; stores nothing. */
  preview: (body: PricePreviewRequest, options?: WriteOptions) =>
    http.post('/v1/pricing-strategies/preview', { body, ...options }),
})
