import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { TestClock, TestClockMove } from './schemas.ts'
import {
  getTestClock,
  letTestClockGo,
  moveTestClock,
  refuseLive,
  type TestClockDeps,
} from './service.ts'
import { Timeline, TimelineQuery } from './timeline-schemas.ts'
import { getTimeline, type TimelineDeps } from './timeline-service.ts'

const tags = ['Test clock']
const ANSWER_WITHIN_MS = 10_000

export const testClockRoutes: FastifyPluginAsyncTypebox<
  TestClockDeps & { timeline: TimelineDeps }
> = async (app, deps) => {
  app.get(
    '/v1/test-clock',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getTestClock',
        summary: 'Read the test clock',
        description:
          'Business time of your organization. It is real time until the clock is moved, and ticks ' +
          'on from there. 403 in a live deployment.',
        response: { 200: TestClock, ...errorResponses(401, 403, 429) },
      },
    },
    (request) => getTestClock(deps, organizationOf(request)),
  )
  app.get(
    '/v1/test-clock/timeline',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getTimeline',
        summary: 'What has happened by the clock, and what will',
        description:
          'Subscriptions that start and end, periods that become drafts, invoices that are finalized, ' +
          'charged, mailed, reminded of, overdue and paid. What is to come is what is known now, by the same ' +
          'dates that the clock goes by: a draft that is made on the way leads to more. 403 in a ' +
          'live deployment.',
        querystring: TimelineQuery,
        response: { 200: Timeline, ...errorResponses(400, 401, 403, 422, 429) },
      },
    },
    (request) => {
      refuseLive(deps.config)
      return getTimeline(deps, { organizationId: organizationOf(request), query: request.query })
    },
  )
  // Moves that outlive their request end with the service, between two steps.
  const stopping = new AbortController()
  app.addHook('onClose', async () => stopping.abort())
  app.post(
    '/v1/test-clock',
    {
      config: { permission: 'test_clock' },
      schema: {
        tags,
        operationId: 'moveTestClock',
        summary: 'Move the test clock forward',
        description:
          'Lives through the time until then: subscriptions start and end, periods are invoiced, ' +
          'invoices become overdue, each at its own time. What takes longer than ten seconds is ' +
          'answered with 202 and goes on: read the test clock until `movingTo` is null. It never ' +
          'goes back (422). createdAt, updatedAt and the audit log keep real time. 409: another request ' +
          'is moving it. Should the service fail on the way, send it again. 403 in a live deployment.',
        body: TestClockMove,
        response: {
          200: TestClock,
          202: TestClock,
          ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const { body } = request
      const { signal } = stopping
      const clock = await moveTestClock(deps, {
        organizationId,
        body,
        answerWithinMs: ANSWER_WITHIN_MS,
        signal,
      })
      return reply.code(clock.movingTo === null ? 200 : 202).send(clock)
    },
  )
  app.delete(
    '/v1/test-clock',
    {
      config: { permission: 'test_clock' },
      schema: {
        tags,
        operationId: 'letTestClockGo',
        summary: 'Let the test clock go',
        description:
          'Real time governs again. Only a clock that has caught up with the present can be let go: 422 ' +
          'when it is ahead, or more than a minute behind. 409: it is being moved. 403 in a live deployment.',
        response: { 200: TestClock, ...errorResponses(401, 403, 409, 422, 429) },
      },
    },
    (request) => letTestClockGo(deps, organizationOf(request)),
  )
}
