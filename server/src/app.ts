import helmet from '@fastify/helmet'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { addAuthentication } from './features/api-keys/authentication.ts'
import { verifyRoutes } from './features/api-keys/routes.ts'
import type { Authenticator } from './features/api-keys/service.ts'
import { addAuditLog } from './features/audit-log/hook.ts'
import type { AuditLog } from './features/audit-log/service.ts'
import type { Catalog } from './features/catalog/catalog.ts'
import { catalogRoutes } from './features/catalog/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { addIdempotencyKeys } from './features/idempotent-requests/hook.ts'
import type { RecordUsageDeps } from './features/usage/record.ts'
import { usageRoutes } from './features/usage/routes.ts'
import type { UsageMetrics } from './features/usage/usage-metrics.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/database.ts'
import { handleError, handleNotFound } from './platform/http/error-handler.ts'
import { healthRoutes } from './platform/http/health.ts'
import { addJsonBodyParser } from './platform/http/json-body.ts'
import { addRequestMetrics } from './platform/http/metrics.ts'
import { addOpenApi } from './platform/http/openapi.ts'
import { addRateLimit } from './platform/http/rate-limit.ts'
import { requestIdOf } from './platform/http/request-id.ts'
import { addRequestLog } from './platform/http/request-log.ts'
import { addValidation, refuseNulInUrl } from './platform/http/validation.ts'
import type { Log } from './platform/log.ts'
import { VERSION } from './platform/version.ts'

/** Everything the routes need. Tests build the same app with a database of their own. */
export type Deps = {
  config: Config
  log: Log
  db: Db
  pool: Pool
  registry: Registry
  authenticator: Authenticator
  auditLog: AuditLog
  catalog: Catalog
  usage: RecordUsageDeps
  usageMetrics: UsageMetrics
  now: () => Date
}

const BODY_LIMIT_BYTES = 1_048_576
const REQUEST_TIMEOUT_MS = 60_000

/** The HTTP service with every option and every route, not yet listening. */
export async function buildApp(deps: Deps) {
  const { config, db, now } = deps
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    frameworkErrors: handleError,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleNotFound)
  refuseNulInUrl(app)
  addJsonBodyParser(app)
  addValidation(app)
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  addRequestLog(app)
  addRequestMetrics(app, deps.registry)
  addAuditLog(app, deps.auditLog, now)
  addAuthentication(app, deps.authenticator)
  await addRateLimit(app, {
    perSecond: config.rateLimit,
    keyOf: (request) => request.principal?.apiKeyId,
  })
  addIdempotencyKeys(app, db, now)
  await app.register(helmet, { contentSecurityPolicy: false })
  await addOpenApi(app, VERSION)

  await app.register(healthRoutes, deps)
  await app.register(verifyRoutes, { db })
  await app.register(usageRoutes, deps)
  await app.register(eventRoutes, deps)
  await app.register(catalogRoutes, deps)
  return app
}

export type App = Awaited<ReturnType<typeof buildApp>>
