/** The part of a pino logger that is used here, so that a test can pass its own. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
