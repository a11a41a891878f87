/** The migration that every database begins with. */
export const BASELINE = '0001_init'

/**
 * `0002_name.rolling`: processes of the version before may run on the schema that the migration makes.
 * `0002_name.stop`: they must be stopped first. The name is stored in the database, so that a process of an
 * older version knows it without the file (docs/releases.md).
 */
const NAME = /^\d{4}_[a-z0-9_]+\.(rolling|stop)$/

/** Whether processes of the version before may run on the schema that this migration makes. */
export function isRolling(name: string): boolean {
  return NAME.exec(name)?.[1] === 'rolling'
}

/** Throws if the name of a migration's file does not say which of the two it is. */
export function requireKind(file: string): void {
  const name = file.replace(/\.sql$/, '')
  if (name === BASELINE || NAME.test(name)) return
  throw new Error(`The migration ${file} must be named NNNN_name.rolling.sql or NNNN_name.stop.sql`)
}
