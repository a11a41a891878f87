import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { Announcement, AnnouncementParams } from '../announcements/schemas.ts'
import { EndpointParams } from '../endpoints/schemas.ts'
import {
  DeliveriesOfAnnouncement,
  DeliveryDetail,
  DeliveryList,
  DeliveryListQuery,
  DeliveryParams,
  OptionalResendRequest,
  Replay,
  ReplayResult,
} from './schemas.ts'
import {
  getDelivery,
  listDeliveries,
  listDeliveriesOf,
  replay,
  resend,
  testEndpoint,
} from './service.ts'

export type DeliveryRoutesDeps = { db: Db; clock: BusinessClock; now: () => Date }

const tags = ['Webhooks']

export const deliveryRoutes: FastifyPluginAsyncTypebox<DeliveryRoutesDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<DeliveryRoutesDeps> = async (app, { db }) => {
  app.get(
    '/v1/webhook-endpoints/:endpointId/deliveries',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries to a webhook endpoint',
        description: 'In the order of their announcements, the latest first.',
        params: EndpointParams,
        querystring: DeliveryListQuery,
        response: { 200: DeliveryList },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.endpointId }
      return listDeliveries(db, key, request.query)
    },
  )
  app.get(
    '/v1/webhook-endpoints/:endpointId/deliveries/:announcementId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getWebhookDelivery',
        summary: 'Read a delivery with its attempts',
        description: 'Every request to the endpoint about one announcement, and its answer.',
        params: DeliveryParams,
        response: { 200: DeliveryDetail },
      },
    },
    (request) => getDelivery(db, { organizationId: organizationOf(request), ...request.params }),
  )
  app.get(
    '/v1/announcements/:announcementId/deliveries',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listAnnouncementDeliveries',
        summary: 'List the deliveries of an announcement',
        description: 'One for each endpoint that it was sent to.',
        params: AnnouncementParams,
        response: { 200: DeliveriesOfAnnouncement },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.announcementId }
      return listDeliveriesOf(db, key)
    },
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<DeliveryRoutesDeps> = async (app, deps) => {
  const { db, clock, now } = deps
  app.post(
    '/v1/announcements/:announcementId/resend',
    {
      config: { permission: 'webhooks' },
      schema: {
        tags,
        operationId: 'resendAnnouncement',
        summary: 'Send an announcement again',
        description:
          'With the same id and the same body; the schedule of attempts starts again. A delivery ' +
          'that waits is sent now, and its schedule continues. Disabled endpoints are left out; ' +
          'one that you name is refused (422).',
        params: AnnouncementParams,
        body: OptionalResendRequest,
        response: {
          202: ReplayResult,
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.announcementId }
      const { endpointId } = request.body ?? {}
      return reply.code(202).send(await resend(db, { key, endpointId }, now()))
    },
  )
  app.post(
    '/v1/webhook-endpoints/:endpointId/replay',
    {
      config: { permission: 'webhooks' },
      schema: {
        tags,
        operationId: 'replayWebhookEndpoint',
        summary: 'Send a range of announcements again',
        description:
          'Sends everything of the types of the endpoint that was announced in the range, with ' +
          'the same ids, also what was announced before the endpoint existed or while it was ' +
          'disabled. Deliveries that wait are left as they are. At most 100,000 announcements (422).',
        params: EndpointParams,
        body: Replay,
        response: {
          202: ReplayResult,
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.endpointId }
      return reply.code(202).send(await replay(db, { key, input: request.body }, now()))
    },
  )
  app.post(
    '/v1/webhook-endpoints/:endpointId/test',
    {
      config: { permission: 'webhooks' },
      schema: {
        tags,
        operationId: 'testWebhookEndpoint',
        summary: 'Send a test announcement to a webhook endpoint',
        description:
          'Sends an announcement of the type `webhook.test`. Its delivery is read by ' +
          'getWebhookDelivery. 422 while the endpoint is disabled.',
        params: EndpointParams,
        response: { 202: Announcement },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const key = { organizationId, id: request.params.endpointId }
      const tested = await testEndpoint(db, key, clock.moment(organizationId))
      return reply.code(202).send(tested)
    },
  )
}
