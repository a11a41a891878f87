import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../platform/database.ts'
import { actorOf, organizationOf } from '../auth/principal.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { previewRun } from './preview.ts'
import { RepricingRun } from './run-fields.ts'
import {
  RepricingPreview,
  RepricingPreviewCreate,
  RepricingRunCreate,
  RepricingRunList,
  RepricingRunParams,
  RepricingRunQuery,
  RepricingRunReverse,
} from './schemas.ts'
import { cancelRun, createRun, getRun, listRuns, reverseRun } from './service.ts'

export type RepricingRoutesDeps = { db: Db; catalog: Catalog; now: () => Date }

const tags = ['Repricing']
const permission = 'cost_rates'

export const repricingRoutes: FastifyPluginAsyncTypebox<RepricingRoutesDeps> = async (
  app,
  deps,
) => {
  await app.register(readRoutes, deps)
  await app.register(createRoutes, deps)
  await app.register(endRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<RepricingRoutesDeps> = async (app, { db }) => {
  app.get(
    '/v1/repricing-runs',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listRepricingRuns',
        summary: 'List repricing runs',
        description: 'The latest first.',
        querystring: RepricingRunQuery,
        response: { 200: RepricingRunList },
      },
    },
    (request) => listRuns(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/repricing-runs/:runId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getRepricingRun',
        summary: 'Read a repricing run',
        description: 'With its progress.',
        params: RepricingRunParams,
        response: { 200: RepricingRun },
      },
    },
    (request) => getRun(db, { organizationId: organizationOf(request), id: request.params.runId }),
  )
}

const createRoutes: FastifyPluginAsyncTypebox<RepricingRoutesDeps> = async (app, deps) => {
  const { db, now } = deps
  app.post(
    '/v1/repricing-runs/preview',
    {
      config: { permission, isHeavy: true },
      schema: {
        tags,
        operationId: 'previewRepricing',
        summary: 'Preview a repricing run',
        description:
          'Computes what a run would change now, and stores nothing. At most 200,000 events (422); ' +
          'a run has no such limit.',
        body: RepricingPreviewCreate,
        response: {
          200: RepricingPreview,
        },
      },
    },
    (request) => previewRun(deps, { organizationId: organizationOf(request), input: request.body }),
  )
  app.post(
    '/v1/repricing-runs',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'createRepricingRun',
        summary: 'Price stored usage again',
        description:
          'Queues a run that prices the events by the rates in force when it runs, your own and ' +
          'those of the catalog, each at its usage date. Each changed event gets a correction of ' +
          'kind `recost`, and all sums follow. Events without a cost are left to the backfill. ' +
          'Runs of an organization follow one after another; a run that was applied already ' +
          'changes nothing.',
        body: RepricingRunCreate,
        response: {
          201: RepricingRun,
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const creation = { organizationId, actor: actorOf(request), input: request.body }
      return reply.code(201).send(await createRun(db, creation, now()))
    },
  )
}

const endRoutes: FastifyPluginAsyncTypebox<RepricingRoutesDeps> = async (app, deps) => {
  const { db, now } = deps
  app.post(
    '/v1/repricing-runs/:runId/cancel',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'cancelRepricingRun',
        summary: 'Cancel a repricing run',
        description:
          'Ends a queued or running run. What it changed stays; reverse it to restore the costs. ' +
          '409: it has ended.',
        params: RepricingRunParams,
        response: { 200: RepricingRun },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.runId }
      return cancelRun(db, key, now())
    },
  )
  app.post(
    '/v1/repricing-runs/:runId/reverse',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'reverseRepricingRun',
        summary: 'Reverse a repricing run',
        description:
          'Queues a run that restores the costs that this one changed. Events whose cost changed ' +
          'again since are skipped and counted. 409: it has not ended, or is reversed already.',
        params: RepricingRunParams,
        body: RepricingRunReverse,
        response: { 201: RepricingRun },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.runId }
      const reason = request.body?.reason ?? null
      const reversal = { key, actor: actorOf(request), reason }
      return reply.code(201).send(await reverseRun(db, reversal, now()))
    },
  )
}
