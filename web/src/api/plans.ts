import { queryOptions } from '@tanstack/react-query'
import type { PricingPlanCreate, PricingPlanUpdate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type PlanPage = NonNullable<paths['/v1/pricing-plans']['get']['parameters']['query']>

/** Key prefix of all plan queries, so that they are invalidated together. */
export const plansKey = (organization: string) => [organization, 'pricing-plans'] as const

export const plansQuery = (organization: string, query: PlanPage) =>
  queryOptions({
    queryKey: [...plansKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/pricing-plans', { params: { query }, signal })),
  })

export const planQuery = (organization: string, planId: string) =>
  queryOptions({
    queryKey: [...plansKey(organization), planId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/pricing-plans/{planId}', {
          params: { path: { planId } },
          signal,
        }),
      ),
  })

/** Prices and subscription counts of the given plans. */
export const planSummariesQuery = (organization: string, planIds: readonly string[]) =>
  queryOptions({
    queryKey: [...plansKey(organization), 'summaries', planIds],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/pricing-plans/summaries', {
          params: { query: { planId: [...planIds] } },
          signal,
        }),
      ),
    enabled: planIds.length > 0,
  })

/** Maximum number of prices per request. */
export const PRICES_MAX = 100

/** Prices of a plan, in order of creation. */
export const pricesQuery = (organization: string, planId: string) =>
  queryOptions({
    queryKey: [...plansKey(organization), planId, 'prices'],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/pricing-plans/{planId}/pricing-strategies', {
          params: {
            path: { planId },
            query: { limit: PRICES_MAX, sortBy: 'createdAt', sortOrder: 'asc' },
          },
          signal,
        }),
      ),
  })

export const createPlan = (organization: string, body: PricingPlanCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/pricing-plans', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updatePlan = (organization: string, planId: string, body: PricingPlanUpdate) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/pricing-plans/{planId}', { params: { path: { planId } }, body }),
  )

export const copyPlan = (organization: string, planId: string, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/pricing-plans/{planId}/copy', {
      params: { path: { planId }, header: { 'Idempotency-Key': key } },
    }),
  )

export const deletePlan = (organization: string, planId: string) =>
  bodyOf(apiOf(organization).DELETE('/v1/pricing-plans/{planId}', { params: { path: { planId } } }))

type Link = { planId: string; agentId: string }

export const linkAgent = (organization: string, { planId, agentId }: Link) =>
  bodyOf(
    apiOf(organization).POST('/v1/pricing-plans/{planId}/agents', {
      params: { path: { planId } },
      body: { agentId },
    }),
  )

export const unlinkAgent = (organization: string, path: Link) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/pricing-plans/{planId}/agents/{agentId}', {
      params: { path },
    }),
  )

type Included = { planId: string; signalId: string }

/** Marks a signal as covered by the fees of a plan. */
export const includeSignal = (organization: string, { planId, signalId }: Included) =>
  bodyOf(
    apiOf(organization).POST('/v1/pricing-plans/{planId}/included-signals', {
      params: { path: { planId } },
      body: { signalId },
    }),
  )

export const excludeSignal = (organization: string, path: Included) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/pricing-plans/{planId}/included-signals/{signalId}', {
      params: { path },
    }),
  )
