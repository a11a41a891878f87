import { queryOptions } from '@tanstack/react-query'
import type {
  InvoiceDatesUpdate,
  paths,
  SubscriptionCreate,
  SubscriptionUpdate,
} from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type SubscriptionPage = NonNullable<paths['/v1/subscriptions']['get']['parameters']['query']>

/** Key prefix of all subscription queries, so that they are invalidated together. */
export const subscriptionsKey = (organization: string) => [organization, 'subscriptions'] as const

export const subscriptionsQuery = (organization: string, query: SubscriptionPage) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/subscriptions', { params: { query }, signal })),
  })

export const subscriptionQuery = (organization: string, subscriptionId: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'one', subscriptionId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}', {
          params: { path: { subscriptionId } },
          signal,
        }),
      ),
  })

/** Recent periods, the current one and the next ones. */
export const periodsQuery = (organization: string, subscriptionId: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'periods', subscriptionId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}/periods', {
          params: { path: { subscriptionId } },
          signal,
        }),
      ),
  })

type Slice = { page: number; limit: number }

export const changelogQuery = (organization: string, subscriptionId: string, query: Slice) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'changelog', subscriptionId, query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/subscriptions/{subscriptionId}/changelog', {
          params: { path: { subscriptionId }, query },
          signal,
        }),
      ),
  })

/** Previews a subscription as if it were created now. */
export const subscriptionPreviewQuery = (organization: string, body: SubscriptionCreate) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'preview', body],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).POST('/v1/subscriptions/preview', { body, signal })),
  })

const ONE = { params: { query: { limit: 1 } } } as const

/** Checks whether there is a customer and a plan to subscribe. */
export const subscribableQuery = (organization: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'subscribable'],
    queryFn: async ({ signal }) => {
      const client = apiOf(organization)
      const active = { params: { query: { limit: 1, isActive: true } }, signal }
      const [customers, plans] = await Promise.all([
        bodyOf(client.GET('/v1/customers', { ...ONE, signal })),
        bodyOf(client.GET('/v1/pricing-plans', active)),
      ])
      return { hasCustomer: customers.totalResults > 0, hasPlan: plans.totalResults > 0 }
    },
  })

type Start = { customerId?: string | undefined; planId?: string | undefined }

/**
 * Finds the initial values of a new subscription: the given customer and plan, otherwise the only
 * ones that there are.
 */
export const subscriptionStartQuery = (organization: string, start: Start) =>
  queryOptions({
    queryKey: [...subscriptionsKey(organization), 'start', start],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const client = apiOf(organization)
      const query = { limit: 2 }
      const [customerId, plan] = await Promise.all([
        start.customerId ??
          onlyOf(bodyOf(client.GET('/v1/customers', { params: { query }, signal }))).then(
            (customer) => customer?.id,
          ),
        start.planId === undefined
          ? onlyOf(
              bodyOf(
                client.GET('/v1/pricing-plans', {
                  params: { query: { ...query, isActive: true } },
                  signal,
                }),
              ),
            )
          : bodyOf(
              client.GET('/v1/pricing-plans/{planId}', {
                params: { path: { planId: start.planId } },
                signal,
              }),
            ),
      ])
      return { customerId, plan }
    },
  })

async function onlyOf<Row>(answer: Promise<{ results: readonly Row[] }>): Promise<Row | undefined> {
  const [only, ...others] = (await answer).results
  return others.length === 0 ? only : undefined
}

export const createSubscription = (organization: string, body: SubscriptionCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/subscriptions', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updateSubscription = (
  organization: string,
  subscriptionId: string,
  body: SubscriptionUpdate,
) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/subscriptions/{subscriptionId}', {
      params: { path: { subscriptionId } },
      body,
    }),
  )

export const moveInvoiceDates = (
  organization: string,
  subscriptionId: string,
  body: InvoiceDatesUpdate,
) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/subscriptions/{subscriptionId}/invoice-dates', {
      params: { path: { subscriptionId } },
      body,
    }),
  )

export const deleteSubscription = (organization: string, subscriptionId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/subscriptions/{subscriptionId}', {
      params: { path: { subscriptionId } },
    }),
  )
