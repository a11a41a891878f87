import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../api-keys/authentication.ts'
import type { BusinessClock } from '../organizations/business-clock.ts'
import { type MapModelDeps, mapModel } from './map-model.ts'
import {
  BackfillAnswer,
  BackfillQuery,
  EventListAnswer,
  EventListQuery,
  MapModelAnswer,
  MapModelBody,
} from './schemas.ts'
import { listEvents, listNeedsCostBackfill } from './service.ts'

export type EventDeps = MapModelDeps & { clock: BusinessClock; now: () => Date }

export const eventRoutes: FastifyPluginAsyncTypebox<EventDeps> = async (app, deps) => {
  const { db, clock, now } = deps
  const tags = ['Events']
  app.get(
    '/v1/events',
    {
      config: { access: 'any' },
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'List usage events',
        description: 'By usage date, latest first. `totalResults` is exact.',
        querystring: EventListQuery,
        response: { 200: EventListAnswer, ...errorResponses(400, 401, 429) },
      },
    },
    (request) => listEvents(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/events/needs-cost-backfill',
    {
      config: { access: 'any' },
      schema: {
        tags,
        operationId: 'listNeedsCostBackfill',
        summary: 'List unknown models',
        description: 'The models that are not in the catalog, with the events that wait for them.',
        querystring: BackfillQuery,
        response: { 200: BackfillAnswer, ...errorResponses(400, 401, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, query: request.query }
      return listNeedsCostBackfill(db, asked, clock.now(organizationId))
    },
  )
  app.post(
    '/v1/events/map-model',
    {
      schema: {
        tags,
        operationId: 'mapModel',
        summary: 'Map an unknown model',
        description:
          'Says which catalog entry prices a model that the catalog does not know, and costs the events that wait for it. Later events resolve by themselves.',
        body: MapModelBody,
        response: { 200: MapModelAnswer, ...errorResponses(400, 401, 403, 404, 409, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return mapModel(deps, { organizationId, body: request.body }, now())
    },
  )
}
