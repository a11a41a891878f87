import { warn } from './warn.ts'

type Details = Readonly<Record<string, unknown>>
type Tell = (message: string, details?: Details) => void

/**
 * Receives log messages, as `console` does. API keys, headers, bodies and filters are not logged.
 * Paths contain ids. The text of an error may name the address of the service and, of a lost
 * record, a value that was sent; a warning names fields and models.
 */
export type Logger = {
  /** Each attempt of a request, with its outcome. */
  debug: Tell
  /** Retries of a request, and the end of an outage. */
  info: Tell
  /** An outage, and what the service warns of in stored records. */
  warn: Tell
  /** Lost records. */
  error: Tell
}

const nothing = () => undefined
const BY_PROCESS: Logger = { debug: nothing, info: nothing, warn, error: warn }

/** Returns a logger that never throws. Without one, warnings and errors are process warnings. */
export function loggerOf(logger: Logger | undefined): Logger {
  if (logger === undefined) return BY_PROCESS
  const tell =
    (level: keyof Logger): Tell =>
    (message, details) => {
      try {
        logger[level](message, details)
      } catch {
        // A logger must not stop a record.
      }
    }
  return { debug: tell('debug'), info: tell('info'), warn: tell('warn'), error: tell('error') }
}
