import { PieceworkError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { reasonOf } from './reason.ts'

type Attempt = { method: string; path: string; logger: Logger }

/** Logs the outcome of one attempt, without the text of a refusal, which may name sent values. */
export function attemptLog({ method, path, logger }: Attempt) {
  const startedAt = performance.now()
  const timed = (details: object) => ({
    method,
    path,
    milliseconds: Math.round(performance.now() - startedAt),
    ...details,
  })
  return {
    answered: ({ status, requestId }: { status: number; requestId: string | undefined }) =>
      logger.debug(`${method} ${path} answered ${status}`, timed({ status, requestId })),
    failed: (error: unknown) =>
      logger.debug(`${method} ${path} failed: ${nameOf(error)}`, timed(detailsOf(error))),
  }
}

export function logRetry({ method, path, logger }: Attempt, error: PieceworkError, delay: number) {
  const milliseconds = Math.round(delay)
  const text = `${method} ${path} is tried again in ${milliseconds} ms: ${nameOf(error)}`
  logger.info(text, { method, path, milliseconds, ...detailsOf(error) })
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'stopped')

function detailsOf(error: unknown) {
  if (!(error instanceof PieceworkError)) return { error: nameOf(error) }
  const { name, status, code, requestId, cause } = error
  // A parser quotes the text that it cannot read.
  const isQuiet = cause === undefined || cause instanceof SyntaxError
  const reason = isQuiet ? undefined : reasonOf(cause)
  return { error: name, status, code, requestId, reason }
}
