import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { VERSION } from '../../program/version.ts'
import { errorResponses } from '../error-body.ts'
import { type MetricsAccess, refuseStrangers } from './metrics-access.ts'

export type HealthDeps = MetricsAccess & {
  pool: Pool
  registry: Registry
  /** Returns whether the process received a stop signal. */
  isStopping: () => boolean
  /** Returns why the service cannot work although the database answers; undefined if it can. */
  findObstacle: () => string | undefined
}

const Alive = Type.Object(
  {
    status: Type.Literal('ok'),
    version: Type.String({ description: 'Version of the service that answers.' }),
  },
  { title: 'Health', description: 'The process is alive.' },
)
const Ready = Type.Object(
  { status: Type.Literal('ok') },
  { title: 'Readiness', description: 'The service is ready for requests.' },
)
const RETRY_AFTER_SECONDS = 1
/** A readiness check must fail sooner than a normal request. */
const DATABASE_ANSWERS_WITHIN_MS = 3_000

/** Routes for operators: liveness, readiness and metrics. */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthDeps> = async (app, deps) => {
  const { pool, registry, isStopping, findObstacle } = deps
  const config = { scope: 'public' as const, rateLimit: false as const }
  const tags = ['Operation']
  app.get(
    '/healthz',
    {
      config,
      schema: {
        tags,
        operationId: 'health',
        summary: 'Check that the process is alive',
        response: { 200: Alive },
      },
    },
    async () => ({ status: 'ok' as const, version: VERSION }),
  )
  app.get(
    '/readyz',
    {
      config,
      schema: {
        tags,
        operationId: 'readiness',
        summary: 'Check that the service is ready',
        response: { 200: Ready, ...errorResponses(503) },
      },
    },
    async (request) => {
      // Checked without a database query, so that the load balancer knows immediately.
      if (isStopping()) throw notReady('The service is stopping')
      await askDatabase(pool).catch((error) => {
        const message = 'The database cannot be reached'
        request.log.warn({ err: error }, message)
        throw notReady(message)
      })
      const obstacle = findObstacle()
      if (obstacle) throw notReady(obstacle)
      return { status: 'ok' as const }
    },
  )
  app.get(
    '/metrics',
    {
      config,
      schema: {
        tags,
        operationId: 'metrics',
        summary: 'Metrics in the Prometheus text format',
        description:
          'Available from this machine, and to callers that send the setting METRICS_TOKEN as ' +
          '`Authorization: Bearer`.',
        response: {
          200: {
            description: 'Counters and gauges of this process.',
            content: { 'text/plain': { schema: Type.String() } },
          },
          ...errorResponses(401, 429),
        },
      },
    },
    async (request, reply) => {
      refuseStrangers(request, deps)
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}

const notReady = (reason: string) =>
  new AppError('unavailable', reason, { retryAfterSeconds: RETRY_AFTER_SECONDS })

async function askDatabase(pool: Pool): Promise<void> {
  // The query timeout closes a silent connection; the timer also limits the wait for a free one.
  const question = { text: 'select 1', query_timeout: DATABASE_ANSWERS_WITHIN_MS }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error('no answer in time')),
    question.query_timeout,
  )
  try {
    await Promise.race([pool.query(question), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
