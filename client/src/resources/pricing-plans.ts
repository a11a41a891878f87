import type {
  AgentLink,
  IncludedSignalBody,
  PricingPlanCopy,
  PricingPlanCreate,
  PricingPlanUpdate,
} from '../api.gen.ts'
import type { ChangeOptions, Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** The plans you sell; `pricingStrategies` has their prices. */
export const pricingPlansOf = (http: Http) => ({
  list: (query?: Query<'/v1/pricing-plans'>, options?: RequestOptions) =>
    http.list('/v1/pricing-plans', { query, ...options }),
  get: (planId: string, options?: RequestOptions) =>
    http.get('/v1/pricing-plans/{planId}', { path: { planId }, ...options }),
  create: (body: PricingPlanCreate, options?: WriteOptions) =>
    http.post('/v1/pricing-plans', { body, ...options }),
  update: (planId: string, body: PricingPlanUpdate, options?: ChangeOptions) =>
    http.patch('/v1/pricing-plans/{planId}', { path: { planId }, body, ...options }),
  delete: (planId: string, options?: ChangeOptions) =>
    http.delete('/v1/pricing-plans/{planId}', { path: { planId }, ...options }),
  /** Number of strategies and subscriptions of each plan. */
  summaries: (query: Query<'/v1/pricing-plans/summaries'>, options?: RequestOptions) =>
    http.get('/v1/pricing-plans/summaries', { query, ...options }),
  /** Copies the prices and agents to a plan with another name. */
  copy: (planId: string, body: PricingPlanCopy = {}, options?: WriteOptions) =>
    http.post('/v1/pricing-plans/{planId}/copy', { path: { planId }, body, ...options }),
  linkAgent: (planId: string, body: AgentLink, options?: WriteOptions) =>
    http.post('/v1/pricing-plans/{planId}/agents', { path: { planId }, body, ...options }),
  unlinkAgent: (planId: string, agentId: string, options?: RequestOptions) =>
    http.delete('/v1/pricing-plans/{planId}/agents/{agentId}', {
      path: { planId, agentId },
      ...options,
    }),
  /** Marks a signal as covered by the fees of the plan. */
  includeSignal: (planId: string, body: IncludedSignalBody, options?: WriteOptions) =>
    http.post('/v1/pricing-plans/{planId}/included-signals', {
      path: { planId },
      body,
      ...options,
    }),
  excludeSignal: (planId: string, signalId: string, options?: RequestOptions) =>
    http.delete('/v1/pricing-plans/{planId}/included-signals/{signalId}', {
      path: { planId, signalId },
      ...options,
    }),
})
