import { queryOptions } from '@tanstack/react-query'
import { nullIfAbsent } from './api-error.ts'
import type {
  paths,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookReplay,
  WebhookSecretRotation,
} from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type EndpointPage = NonNullable<paths['/v1/webhook-endpoints']['get']['parameters']['query']>
type DeliveryPage = NonNullable<
  paths['/v1/webhook-endpoints/{endpointId}/deliveries']['get']['parameters']['query']
>

/** Key prefix of endpoints, deliveries and announcements, so that they are invalidated together. */
export const webhooksKey = (organization: string) => [organization, 'webhooks'] as const

export const endpointsQuery = (organization: string, query: EndpointPage) =>
  queryOptions({
    queryKey: [...webhooksKey(organization), 'endpoints', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/webhook-endpoints', { params: { query }, signal })),
  })

/** An endpoint; null if it does not exist, for example because it was deleted. */
export const endpointQuery = (organization: string, endpointId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(organization), 'endpoint', endpointId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/webhook-endpoints/{endpointId}', {
          params: { path: { endpointId } },
          signal,
        }),
      ).catch(nullIfAbsent),
  })

export const createEndpoint = (organization: string, body: WebhookEndpointCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/webhook-endpoints', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const updateEndpoint = (
  organization: string,
  endpointId: string,
  body: WebhookEndpointUpdate,
) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/webhook-endpoints/{endpointId}', {
      params: { path: { endpointId } },
      body,
    }),
  )

export const deleteEndpoint = (organization: string, endpointId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/webhook-endpoints/{endpointId}', {
      params: { path: { endpointId } },
    }),
  )

/** Identifies an endpoint, and the attempt to change it. */
type Attempt = { endpointId: string; key: string }

export const rotateSecret = (
  organization: string,
  { endpointId, key }: Attempt,
  body: WebhookSecretRotation,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/webhook-endpoints/{endpointId}/rotate-secret', {
      params: { path: { endpointId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

/** Returns the announcement that is sent. */
export const testEndpoint = (organization: string, { endpointId, key }: Attempt) =>
  bodyOf(
    apiOf(organization).POST('/v1/webhook-endpoints/{endpointId}/test', {
      params: { path: { endpointId }, header: { 'Idempotency-Key': key } },
    }),
  )

export const replayEndpoint = (
  organization: string,
  { endpointId, key }: Attempt,
  body: WebhookReplay,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/webhook-endpoints/{endpointId}/replay', {
      params: { path: { endpointId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const deliveriesQuery = (organization: string, endpointId: string, query: DeliveryPage) =>
  queryOptions({
    queryKey: [...webhooksKey(organization), 'deliveries', endpointId, query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/webhook-endpoints/{endpointId}/deliveries', {
          params: { path: { endpointId }, query },
          signal,
        }),
      ),
  })

type DeliveryKey = { endpointId: string; announcementId: string }

/** A delivery with its attempts; null if it does not exist. */
export const deliveryQuery = (organization: string, path: DeliveryKey) =>
  queryOptions({
    queryKey: [...webhooksKey(organization), 'delivery', path],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/webhook-endpoints/{endpointId}/deliveries/{announcementId}', {
          params: { path },
          signal,
        }),
      ).catch(nullIfAbsent),
  })
