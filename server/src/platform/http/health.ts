import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { AppError } from '../errors.ts'
import { errorResponses } from './error-body.ts'

export type HealthDeps = { pool: Pool; registry: Registry }

const Status = Type.Object({ status: Type.Literal('ok') })
const RETRY_AFTER_SECONDS = 1

/** For those who run the service: is it alive, may it get traffic, how does it do. */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthDeps> = async (app, deps) => {
  const { pool, registry } = deps
  const config = { access: 'public' as const, rateLimit: false as const }
  const tags = ['Operation']
  app.get(
    '/healthz',
    {
      config,
      schema: {
        tags,
        operationId: 'health',
        summary: 'Is the process alive?',
        response: { 200: Status },
      },
    },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      config,
      schema: {
        tags,
        operationId: 'readiness',
        summary: 'Can the service do its work, its database included?',
        response: { 200: Status, ...errorResponses(503) },
      },
    },
    async (request) => {
      await pool.query('select 1').catch((error) => {
        const message = 'The database cannot be reached'
        request.log.warn({ err: error }, message)
        throw new AppError('unavailable', message, RETRY_AFTER_SECONDS)
      })
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
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
    },
    async (_request, reply) => {
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}
