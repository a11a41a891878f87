import type {
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookReplay,
  WebhookSecretRotation,
} from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

type DeliveriesQuery = Query<'/v1/webhook-endpoints/{endpointId}/deliveries'>

/** Addresses that receive announcements. */
export const webhookEndpointsOf = (http: Http) => ({
  list: (query?: Query<'/v1/webhook-endpoints'>, options?: RequestOptions) =>
    http.list('/v1/webhook-endpoints', { query, ...options }),
  get: (endpointId: string, options?: RequestOptions) =>
    http.get('/v1/webhook-endpoints/{endpointId}', { path: { endpointId }, ...options }),
  /** The secret is only in this answer. */
  create: (body: WebhookEndpointCreate, options?: WriteOptions) =>
    http.post('/v1/webhook-endpoints', { body, ...options }),
  update: (endpointId: string, body: WebhookEndpointUpdate, options?: RequestOptions) =>
    http.patch('/v1/webhook-endpoints/{endpointId}', { path: { endpointId }, body, ...options }),
  delete: (endpointId: string, options?: RequestOptions) =>
    http.delete('/v1/webhook-endpoints/{endpointId}', { path: { endpointId }, ...options }),
  /** Replaces the secret. The previous one signs too for a day, unless you send another time. */
  rotateSecret: (endpointId: string, body: WebhookSecretRotation = {}, options?: WriteOptions) =>
    http.post('/v1/webhook-endpoints/{endpointId}/rotate-secret', {
      path: { endpointId },
      body,
      ...options,
    }),
  /** Sends an announcement of the type `webhook.test`. */
  test: (endpointId: string, options?: WriteOptions) =>
    http.post('/v1/webhook-endpoints/{endpointId}/test', { path: { endpointId }, ...options }),
  /** Sends everything again that was announced in a range of time. */
  replay: (endpointId: string, body: WebhookReplay, options?: WriteOptions) =>
    http.post('/v1/webhook-endpoints/{endpointId}/replay', {
      path: { endpointId },
      body,
      ...options,
    }),
  deliveries: (endpointId: string, query?: DeliveriesQuery, options?: RequestOptions) =>
    http.list('/v1/webhook-endpoints/{endpointId}/deliveries', {
      path: { endpointId },
      query,
      ...options,
    }),
  /** A delivery, with the request and every attempt. */
  delivery: (endpointId: string, announcementId: string, options?: RequestOptions) =>
    http.get('/v1/webhook-endpoints/{endpointId}/deliveries/{announcementId}', {
      path: { endpointId, announcementId },
      ...options,
    }),
})
