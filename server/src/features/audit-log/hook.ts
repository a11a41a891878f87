import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { onAnswered } from '../../platform/http/answered.ts'
import { loggedPath } from '../../platform/http/logged-path.ts'
import type { AuditLog } from './service.ts'

const RETRY_AFTER_SECONDS = 5

/** Logs every request that an API key authenticated, whatever came of it; 499 when its caller left. */
export function addAuditLog(app: FastifyInstance, auditLog: AuditLog, now: () => Date): void {
  const addresses = new WeakMap<FastifyRequest, string>()

  app.addHook('onRequest', async (request) => {
    // Asked now, because a closed connection does not know it any more.
    addresses.set(request, request.ip)
    if (auditLog.isFull() && request.routeOptions.config.access !== 'public') {
      const message = 'The audit log cannot be written at the moment; retry shortly'
      throw new AppError('unavailable', message, RETRY_AFTER_SECONDS)
    }
  })
  onAnswered(app, (request, status) => {
    const { principal } = request
    if (!principal) return
    auditLog.add({
      organizationId: principal.organizationId,
      apiKeyId: principal.apiKeyId,
      method: request.method,
      path: loggedPath(request.url),
      status,
      // A caller that was gone at once has none, and the log still needs its line.
      ipAddress: addresses.get(request) ?? 'unknown',
      requestedAt: now(),
    })
  })
}
