import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { organizationOf } from '../auth/principal.ts'
import {
  Signal,
  SignalBulkCreate,
  SignalBulkResult,
  SignalCreate,
  SignalList,
  SignalListQuery,
  SignalParams,
  SignalUpdate,
} from './schemas.ts'
import {
  createSignal,
  createSignals,
  deleteSignal,
  getSignal,
  listSignals,
  updateSignal,
} from './service.ts'
import type { SettlementWindows } from './settlement-windows.ts'

export type SignalDeps = { db: Db; now: () => Date; settlementWindows: SettlementWindows }

const tags = ['Signals']

export const signalRoutes: FastifyPluginAsyncTypebox<SignalDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(createRoutes, deps)
  await app.register(changeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<SignalDeps> = async (app, { db }) => {
  app.get(
    '/v1/signals',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listSignals',
        summary: 'List signals',
        description:
          'Latest first unless sorted otherwise. Retired signals are included, with `isActive` ' +
          'false; deleted ones are not.',
        querystring: SignalListQuery,
        response: { 200: SignalList },
      },
    },
    (request) => listSignals(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/signals/:signalId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getSignal',
        summary: 'Read a signal',
        description: 'Includes retired signals; 404 once it is deleted.',
        params: SignalParams,
        response: { 200: Signal },
      },
    },
    (request) =>
      getSignal(db, { organizationId: organizationOf(request), id: request.params.signalId }),
  )
}

const createRoutes: FastifyPluginAsyncTypebox<SignalDeps> = async (app, deps) => {
  const { db, now, settlementWindows } = deps
  app.post(
    '/v1/signals',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createSignal',
        summary: 'Create a signal',
        description:
          'Signals named by usage records are created automatically. A record matches a signal ' +
          'of its agent by the short name first, then by the name.',
        body: SignalCreate,
        response: { 201: Signal },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const signal = await createSignal(db, { organizationId, input: request.body }, now())
      if (signal.settlementDays > 0) await settlementWindows.refresh()
      return reply.code(201).send(signal)
    },
  )
  app.post(
    '/v1/signals/bulk',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createSignals',
        summary: 'Create several signals',
        description: 'Creates all of them, or none if one is rejected.',
        body: SignalBulkCreate,
        response: { 201: SignalBulkResult },
      },
    },
    async (request, reply) => {
      const adding = { organizationId: organizationOf(request), inputs: request.body.signals }
      const created = await createSignals(db, adding, now())
      if (created.results.some(({ settlementDays }) => settlementDays > 0)) {
        await settlementWindows.refresh()
      }
      return reply.code(201).send(created)
    },
  )
}

const changeRoutes: FastifyPluginAsyncTypebox<SignalDeps> = async (app, deps) => {
  const { db, now, settlementWindows } = deps
  app.patch(
    '/v1/signals/:signalId',
    {
      config: { permission: 'write', before: (request) => getSignal(db, pathKeyOf(request)) },
      schema: {
        tags,
        operationId: 'updateSignal',
        summary: 'Update a signal',
        description:
          'Changes the fields that are sent; the agent of a signal cannot change. Usage ' +
          'recorded under a previous name of the signal creates another signal.',
        params: SignalParams,
        body: SignalUpdate,
        response: { 200: Signal, ...errorResponses(409) },
      },
    },
    async (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.signalId }
      const signal = await updateSignal(db, { key, input: request.body }, now())
      // Records that are sent after the answer have the new window.
      if (request.body.settlementDays !== undefined) await settlementWindows.refresh()
      return signal
    },
  )
  app.delete(
    '/v1/signals/:signalId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deleteSignal',
        summary: 'Delete a signal',
        description:
          'Rejected while a pricing strategy prices the signal. Usage is kept; the names can ' +
          'be used again.',
        params: SignalParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.signalId }
      await deleteSignal(db, key, now())
      return reply.code(204).send(null)
    },
  )
}
