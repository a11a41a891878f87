import { queryOptions } from '@tanstack/react-query'
import type { PlanChangeCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'
import { subscriptionsKey } from './subscriptions.ts'

/** Previews a change of plan as if it were made now. */
export const planChangePreviewQuery = (
  organization: string,
  subscriptionId: string,
  query: PlanChangeCreate,
) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'plan preview', subscriptionId, query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}/plan-change/preview', {
          params: { path: { subscriptionId }, query },
          signal,
        }),
      ),
  })

export const changePlan = (
  organization: string,
  subscriptionId: string,
  body: PlanChangeCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/subscriptions/{subscriptionId}/plan-change', {
      params: { path: { subscriptionId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const takeBackPlanChange = (organization: string, subscriptionId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/subscriptions/{subscriptionId}/plan-change', {
      params: { path: { subscriptionId } },
    }),
  )
