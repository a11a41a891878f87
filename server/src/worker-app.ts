import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import { type Deps, trustedProxies } from './app.ts'
import { closeWithin } from './platform/http/close.ts'
import { addCommonHeaders } from './platform/http/common-headers.ts'
import { handleError, handleNotFound } from './platform/http/error-handler.ts'
import { healthRoutes } from './platform/http/health/health.ts'
import { requestIdOf } from './platform/http/request-log/request-id.ts'

const CLOSE_WITHIN_MS = 1_000

/** Builds the HTTP service of a process without the API: liveness, readiness and metrics. */
export async function buildWorkerApp(deps: Deps) {
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    frameworkErrors: handleError,
    trustProxy: trustedProxies(deps.config),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleNotFound)
  closeWithin(app, CLOSE_WITHIN_MS)
  addCommonHeaders(app)
  await app.register(healthRoutes, deps)
  return app
}
