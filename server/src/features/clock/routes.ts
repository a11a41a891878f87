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
          'Business time of your organization. It equals real time until the clock is moved, ' +
          'and advances from there. 403 in a live deployment.',
        response: { 200: TestClock },
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
        summary: 'List past and upcoming events of the clock',
        description:
          'Subscriptions that start and end, periods that become drafts, and invoices that are ' +
          'finalized, charged, sent, reminded of, overdue and paid. Upcoming events are those ' +
          'known now; a draft that is created later adds more. Without a move, an event appears ' +
          'up to a minute after it is due. 403 in a live deployment.',
        querystring: TimelineQuery,
        response: { 200: Timeline, ...errorResponses(422) },
      },
    },
    (request) => {
      refuseLive(deps.config)
      return getTimeline(deps, { organizationId: organizationOf(request), query: request.query })
    },
  )
  // Moves that outlive their request stop between two steps when the service closes.
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
          'Processes everything that is due up to the given time, in order: subscriptions start ' +
          'and end, periods are invoiced, and invoices become overdue. A move that takes longer ' +
          'than ten seconds is answered with 202 and continues: read the test clock until ' +
          '`movingTo` is null. The clock never moves back (422). createdAt, updatedAt and the ' +
          'audit log keep real time. 409: another request is moving it. If the service fails ' +
          'during a move, send the request again. 403 in a live deployment.',
        body: TestClockMove,
        response: {
          200: TestClock,
          202: TestClock,
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
        summary: 'Reset the test clock to real time',
        description:
          'Business time equals real time again. Only possible for a clock that has caught up ' +
          'with the present: 422 when it is ahead, or more than a minute behind. 409: it is ' +
          'being moved. 403 in a live deployment.',
        response: { 200: TestClock, ...errorResponses(409, 422) },
      },
    },
    (request) => letTestClockGo(deps, organizationOf(request)),
  )
}
