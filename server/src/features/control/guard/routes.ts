import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { auditEntryOf, markAuditWritten } from '../../audit-log/hook.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import {
  GuardCheckCreate,
  GuardDecision,
  GuardHoldCreate,
  GuardHoldExtend,
  Hold,
  HoldList,
  HoldListQuery,
  HoldParams,
} from './schemas.ts'
import {
  checkRun,
  createHold,
  extendHold,
  type GuardServiceDeps,
  listHolds,
  readHold,
  releaseRun,
} from './service.ts'

export type GuardRoutesDeps = {
  guardService: GuardServiceDeps
  clock: BusinessClock
  now: () => Date
}

const tags = ['Guard']
const config = { permission: 'write', scope: 'record', idempotencyHeader: false } as const
/** The status of a decision, whatever it is. */
const DECIDED = 200

export const guardRoutes: FastifyPluginAsyncTypebox<GuardRoutesDeps> = async (app, deps) => {
  await app.register(decisionRoutes, deps)
  await app.register(holdRoutes, deps)
}

const decisionRoutes: FastifyPluginAsyncTypebox<GuardRoutesDeps> = async (app, deps) => {
  const { guardService, clock } = deps
  app.post(
    '/v1/guard/holds',
    {
      config,
      schema: {
        tags,
        operationId: 'createHold',
        summary: 'Ask before a run',
        description:
          'Decides if a run may start, and holds what it may cost of every budget that it counts ' +
          'in. The answer is 200 whatever the decision is. The same run again gets the same hold; ' +
          '409 `run_ended`: its outcome was recorded, or its hold was released. Usage records with ' +
          'the same runId use the hold up. 503 `undecided`: no decision was made in time.',
        body: GuardHoldCreate,
        response: {
          200: GuardDecision,
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const audit = auditEntryOf(request, DECIDED)
      const asked = { organizationId, body: request.body, audit }
      const answer = await createHold(guardService, asked, clock.moment(organizationId))
      markAuditWritten(request, DECIDED)
      return answer
    },
  )
  app.post(
    '/v1/guard/checks',
    {
      config,
      schema: {
        tags,
        operationId: 'checkRun',
        summary: 'Ask without a hold',
        description:
          'Answers like a hold, and holds nothing: runs that start at the same time may all be ' +
          'allowed. For screens, and for work whose cost does not matter much.',
        body: GuardCheckCreate,
        response: {
          200: GuardDecision,
          ...errorResponses(400, 401, 403, 404, 413, 415, 422, 429, 503),
        },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, body: request.body }
      return checkRun(guardService, asked, clock.moment(organizationId))
    },
  )
  app.post(
    '/v1/guard/holds/:holdId/extend',
    {
      config,
      schema: {
        tags,
        operationId: 'extendHold',
        summary: 'Ask during a run',
        description:
          'Decides if a run may go on, for what it cost so far and its next step together. A block ' +
          'leaves the hold as it was. 409 `run_ended`: the run has ended.',
        params: HoldParams,
        body: GuardHoldExtend,
        response: {
          200: GuardDecision,
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 429, 503),
        },
      },
    },
    async (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.holdId }
      const audit = auditEntryOf(request, DECIDED)
      const answer = await extendHold(guardService, { key, body: request.body, audit })
      markAuditWritten(request, DECIDED)
      return answer
    },
  )
}

const holdRoutes: FastifyPluginAsyncTypebox<GuardRoutesDeps> = async (app, deps) => {
  const { guardService, now } = deps
  const { db } = guardService
  app.post(
    '/v1/guard/holds/:holdId/release',
    {
      config,
      schema: {
        tags,
        operationId: 'releaseHold',
        summary: 'Release a hold',
        description:
          'Ends a run without an outcome, such as after an error: nothing more is held. A hold that ' +
          'is closed already stays as it is.',
        params: HoldParams,
        response: { 200: Hold, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.holdId }
      return releaseRun(db, key, now())
    },
  )
  app.get(
    '/v1/guard/holds',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listHolds',
        summary: 'List open holds',
        description:
          'The holds that are held of budgets now, the latest first: of runs under way, and of runs ' +
          'with an event whose cost is not known.',
        querystring: HoldListQuery,
        response: { 200: HoldList, ...errorResponses(400, 401, 403, 429) },
      },
    },
    (request) => listHolds(db, organizationOf(request), request.query, now()),
  )
  app.get(
    '/v1/guard/holds/:holdId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getHold',
        summary: 'Read a hold',
        description: 'Includes closed and expired holds.',
        params: HoldParams,
        response: { 200: Hold, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    (request) =>
      readHold(db, { organizationId: organizationOf(request), id: request.params.holdId }, now()),
  )
}
