import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { pathKeyOf } from '../../audit-log/changed-fields.ts'
import { organizationOf } from '../../auth/principal.ts'
import {
  Endpoint,
  EndpointCreate,
  EndpointList,
  EndpointListQuery,
  EndpointParams,
  EndpointUpdate,
  NewEndpoint,
  OptionalSecretRotation,
} from './schemas.ts'
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from './service.ts'

export type EndpointRoutesDeps = EndpointDeps & { now: () => Date }

const tags = ['Webhooks']

export const endpointRoutes: FastifyPluginAsyncTypebox<EndpointRoutesDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<EndpointRoutesDeps> = async (app, { db }) => {
  app.get(
    '/v1/webhook-endpoints',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: 'Most recently created first, unless sorted otherwise.',
        querystring: EndpointListQuery,
        response: { 200: EndpointList },
      },
    },
    (request) => listEndpoints(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/webhook-endpoints/:endpointId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getWebhookEndpoint',
        summary: 'Read a webhook endpoint',
        description: 'Without its secret.',
        params: EndpointParams,
        response: { 200: Endpoint },
      },
    },
    (request) =>
      getEndpoint(db, { organizationId: organizationOf(request), id: request.params.endpointId }),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<EndpointRoutesDeps> = async (app, deps) => {
  const { db, now } = deps
  app.post(
    '/v1/webhook-endpoints',
    {
      config: { permission: 'webhooks', shownOnce: ['secret'] },
      schema: {
        tags,
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        description:
          'Announcements from now on are sent to it, signed as Standard Webhooks describes. At ' +
          'most 200 endpoints.',
        body: EndpointCreate,
        response: { 201: NewEndpoint },
      },
    },
    async (request, reply) => {
      const command = { organizationId: organizationOf(request), input: request.body }
      return reply.code(201).send(await createEndpoint(deps, command, now()))
    },
  )
  app.patch(
    '/v1/webhook-endpoints/:endpointId',
    {
      config: { permission: 'webhooks', before: (request) => getEndpoint(db, pathKeyOf(request)) },
      schema: {
        tags,
        operationId: 'updateWebhookEndpoint',
        summary: 'Change, enable or disable a webhook endpoint',
        description:
          'Nothing is sent while it is disabled, and the deliveries that wait end within minutes. ' +
          'Enabling it sends none that ended: replay what it missed with replayWebhookEndpoint.',
        params: EndpointParams,
        body: EndpointUpdate,
        response: { 200: Endpoint },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.endpointId }
      return updateEndpoint(deps, { key, input: request.body }, now())
    },
  )
  app.delete(
    '/v1/webhook-endpoints/:endpointId',
    {
      config: { permission: 'webhooks' },
      schema: {
        tags,
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        description: 'Nothing more is sent to it.',
        params: EndpointParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.endpointId }
      await deleteEndpoint(db, key, now())
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/webhook-endpoints/:endpointId/rotate-secret',
    {
      config: { permission: 'webhooks', shownOnce: ['secret'] },
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook endpoint',
        description:
          'For 24 hours, unless you send other `overlapHours`, deliveries have a signature of ' +
          'each secret, so that the receiver can be changed in between. Another rotation leaves ' +
          'that time to the earlier secrets, up to four.',
        params: EndpointParams,
        body: OptionalSecretRotation,
        response: { 200: NewEndpoint },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.endpointId }
      return rotateSecret(deps, { key, input: request.body }, now())
    },
  )
}
