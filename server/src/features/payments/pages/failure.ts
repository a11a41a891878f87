import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { sendFailure } from './states.ts'

/** Answers every error of the pages of this scope with a page. */
export function answerErrorsWithPages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) request.log.error({ err: error, statusCode: status }, 'page failed')
    return sendFailure(reply, status)
  })
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return error.kind === 'forbidden' ? 403 : 400
  const hasStatus = error instanceof Error && 'statusCode' in error
  const status = hasStatus ? Number(error.statusCode) : 503
  return status >= 400 && status < 500 ? status : 503
}
