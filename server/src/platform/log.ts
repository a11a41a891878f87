import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Creates a log of JSON lines on stderr; stdout is reserved for the results of commands. */
export function createLog(level: LogLevel): Log {
  const stderr = pino.destination({ dest: 2, sync: false })
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, serializers: { err: describeError } }, stderr)
}

/**
 * Returns the logged fields of an error. Only known ones: a database error also contains its
 * connection, with every statement and setting.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    name,
    message,
    code,
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}
