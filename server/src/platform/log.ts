import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger
export type LogLevel = (typeof LOG_LEVELS)[number]

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** JSON lines on stderr: stdout belongs to what a person or a script asked for. */
export function createLog(level: LogLevel): Log {
  const stderr = pino.destination({ dest: 2, sync: false })
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, serializers: { err: describeError } }, stderr)
}

/**
 * What a log says of an error. Only known fields: a database error also carries its connection, with
 * every statement and setting of it.
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
