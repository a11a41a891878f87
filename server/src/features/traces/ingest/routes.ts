import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { exceptBodies } from '../../../platform/http/validation/validation.ts'
import { parseExactJson } from '../../../platform/json/exact-json.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { UsageBatchResult } from '../../usage/batch/result-fields.ts'
import { type RecordUsageDeps, recordUsage } from '../../usage/record.ts'
import type { UsageMetrics } from '../../usage/usage-metrics.ts'
import { recordsOf } from './cloud-events.ts'
import { addTextBodies, parsedLines } from './json-text.ts'
import { keepLitellmCalls } from './litellm.ts'
import { CloudEvent, LitellmAnswer, LitellmPayload } from './schemas.ts'

export type IngestDeps = {
  db: Db
  usage: RecordUsageDeps
  usageMetrics: UsageMetrics
  clock: BusinessClock
  now: () => Date
}

const tags = ['Traces']
const config = { permission: 'write', scope: 'record', idempotencyHeader: false } as const

export const ingestRoutes: FastifyPluginAsyncTypebox<IngestDeps> = async (app, deps) => {
  await app.register(litellmRoutes, deps)
  await app.register(cloudEventRoutes, deps)
}

const litellmRoutes: FastifyPluginAsyncTypebox<IngestDeps> = async (app, { db, now }) => {
  addTextBodies(app, ['application/json', 'application/x-ndjson'])
  app.post(
    '/v1/ingest/litellm',
    {
      config,
      validatorCompiler: exceptBodies(app.validatorCompiler),
      schema: {
        tags,
        operationId: 'ingestLitellm',
        summary: 'Ingest calls of LiteLLM',
        description:
          'The target of the generic callback of LiteLLM. A call is recorded within seconds with ' +
          'quantity 0; its trace id is the run, and its id the idempotency key. `response_cost` is ' +
          'kept as reported cost beside the computed one. Failed calls are ignored.',
        body: LitellmPayload,
        response: { 200: LitellmAnswer, ...errorResponses(400, 401, 403, 413, 415, 429, 503) },
      },
    },
    (request) => {
      const payloads = parsedLines(request.body)
      return keepLitellmCalls(db, { organizationId: organizationOf(request), payloads }, now())
    },
  )
}

const cloudEventRoutes: FastifyPluginAsyncTypebox<IngestDeps> = async (app, deps) => {
  const { usage, usageMetrics, clock } = deps
  app.addContentTypeParser(
    ['application/cloudevents+json', 'application/cloudevents-batch+json'],
    { parseAs: 'string' },
    async (_request: unknown, body: string) => parseExactJson(body),
  )
  app.post(
    '/v1/ingest/cloudevents',
    {
      config,
      validatorCompiler: exceptBodies(app.validatorCompiler),
      schema: {
        tags,
        operationId: 'ingestCloudEvents',
        summary: 'Ingest CloudEvents',
        description:
          'Structured and batch mode, up to 100 events: `application/cloudevents+json`, ' +
          '`application/cloudevents-batch+json`, or `application/json`. Answers like recordUsage; ' +
          'an event with the same source and id is a duplicate.',
        body: CloudEvent,
        response: { 200: UsageBatchResult, ...errorResponses(400, 401, 403, 413, 415, 429, 503) },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const records = recordsOf(request.body)
      const bytes = Number(request.headers['content-length'] ?? 0)
      const batch = { organizationId, body: { records }, bytes }
      const answer = await recordUsage(usage, batch, clock.moment(organizationId))
      usageMetrics.countAnswer(answer)
      return answer
    },
  )
}
