import type { FastifyInstance } from 'fastify'
import type { ErrorKind } from '../../../platform/error-codes.ts'
import { AppError } from '../../../platform/errors.ts'
import { sendFailure } from './states.ts'

/** Renders every error of this scope's routes as a page. */
export function answerErrorsWithPages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) request.log.error({ err: error, statusCode: status }, 'page failed')
    if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
      void reply.header('retry-after', String(error.retryAfterSeconds))
    }
    return sendFailure(reply, status)
  })
}

const STATUS = new Map<ErrorKind, number>([
  ['forbidden', 403],
  ['rate_limited', 429],
  ['unavailable', 503],
])

function statusOf(error: unknown): number {
  if (error instanceof AppError) return STATUS.get(error.kind) ?? 400
  const hasStatus = error instanceof Error && 'statusCode' in error
  const status = hasStatus ? Number(error.statusCode) : 503
  return status >= 400 && status < 500 ? status : 503
}
