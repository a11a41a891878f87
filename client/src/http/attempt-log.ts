import { PieceworkError } from '../errors.ts'
import type { Logger } from '../log.ts'

type Attempt = { method: string; url: string; logger: Logger }

/**
 * Logs the outcome of one attempt. Filters and the address of the service stay out of the log, as
 * do the texts of refusals, because they may repeat what was sent.
 */
export function attemptLog({ method, url, logger }: Attempt) {
  const startedAt = performance.now()
  const path = pathOf(url)
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

export function logRetry({ method, url, logger }: Attempt, error: PieceworkError, delay: number) {
  const path = pathOf(url)
  const milliseconds = Math.round(delay)
  const text = `${method} ${path} is tried again in ${milliseconds} ms: ${nameOf(error)}`
  logger.info(text, { method, path, milliseconds, ...detailsOf(error) })
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*|\?.*$/gi, '')

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'stopped')

function detailsOf(error: unknown) {
  if (!(error instanceof PieceworkError)) return { error: nameOf(error) }
  const { name, status, code, requestId, cause } = error
  // A parser quotes what it could not read.
  const isQuiet = cause === undefined || cause instanceof SyntaxError
  const reason = isQuiet ? undefined : reasonOf(cause)
  return { error: name, status, code, requestId, reason }
}

/** Node's fetch says only "fetch failed"; its cause has the reason. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
