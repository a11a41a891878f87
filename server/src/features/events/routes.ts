import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError } from '../../platform/errors.ts'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import { getEvent } from './event-detail.ts'
import { type MapModelDeps, mapModel } from './mapping/map-model.ts'
import { estimateModelMapping, listNeedsCostBackfill } from './mapping/uncosted-usage.ts'
import {
  BackfillQuery,
  EventListQuery,
  EventParams,
  MappingEstimate,
  MappingEstimateQuery,
  ModelMapping,
  ModelMappingCreate,
  UncostedUsage,
  UsageEventDetail,
  UsageEventList,
} from './schemas.ts'
import { EVENT_TABLE, exportEvents, listEvents } from './service.ts'

export type EventDeps = MapModelDeps & { clock: BusinessClock; now: () => Date }

export const eventRoutes: FastifyPluginAsyncTypebox<EventDeps> = async (app, deps) => {
  const { db, clock, now } = deps
  const tags = ['Events']
  app.get(
    '/v1/events',
    {
      config: { permission: 'read', scope: 'publishable', csv: [EVENT_TABLE] },
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'List usage events',
        description:
          'By usage date, latest first. `totalResults` is exact, except with `after`. As CSV, all of them: events ' +
          'recorded during the export may or may not be included.',
        querystring: EventListQuery,
        response: { 200: UsageEventList, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      if (!wantsCsv(request)) return listEvents(db, organizationId, query)
      if (query.after !== undefined) throw refusedCursor()
      return sendCsv(reply, exportEvents(db, organizationId, query))
    },
  )
  app.get(
    '/v1/events/:eventId',
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags,
        operationId: 'getEvent',
        summary: 'Read a usage event',
        params: EventParams,
        response: { 200: UsageEventDetail },
      },
    },
    (request) => {
      const { eventId: id } = request.params
      return getEvent(deps, { organizationId: organizationOf(request), id })
    },
  )
  app.get(
    '/v1/events/needs-cost-backfill',
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags,
        operationId: 'listNeedsCostBackfill',
        summary: 'List models without a rate',
        description:
          'Every event without a cost, by the model that prevents it and the reason: not in ' +
          'the catalog, or without a required rate. Both can be mapped, or get rates of your own; ' +
          'the most similar catalog entries are suggested, with the estimated cost of the work.',
        querystring: BackfillQuery,
        response: { 200: UncostedUsage, ...errorResponses(422) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, query: request.query }
      return listNeedsCostBackfill(deps, asked, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/events/map-model/estimate',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'estimateModelMapping',
        summary: 'Estimate the cost of a mapping',
        description:
          'Estimates the cost of the events that wait for a model, by a catalog entry at its ' +
          'current prices. For an entry that was not suggested.',
        querystring: MappingEstimateQuery,
        response: { 200: MappingEstimate },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, query: request.query }
      return estimateModelMapping(deps, asked, clock.now(organizationId))
    },
  )
  app.post(
    '/v1/events/map-model',
    {
      config: { permission: 'map_models' },
      schema: {
        tags,
        operationId: 'mapModel',
        summary: 'Map a model without a rate',
        description:
          'Sets the catalog entry that prices a model that is not in the catalog, or is there ' +
          'without a required rate, and costs the events that wait for it. Later events are ' +
          'costed automatically. An entry that lacks a rate that these events need is rejected ' +
          'with 422.',
        body: ModelMappingCreate,
        response: { 200: ModelMapping },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return mapModel(deps, { organizationId, body: request.body }, now())
    },
  )
}

const refusedCursor = () =>
  new AppError('invalid', ['after is for pages: CSV has all events that match the filters'], {
    param: 'after',
  })
