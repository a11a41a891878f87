/** The migration that every database begins with. */
export const BASELINE = '0001_init'

/**
 * `0002_name.rolling`: processes of the previous version may run on the schema after the migration.
 * `0002_name.stop`: they must be stopped first. The name is stored in the database, so that
 * processes of an older version can read it without the file (docs/releases.md).
 */
const NAME = /^\d{4}_[a-z0-9_]+\.(rolling|stop)$/

/** Returns whether processes of the previous version may run on the schema after this migration. */
export function isRolling(name: string): boolean {
  return NAME.exec(name)?.[1] === 'rolling'
}

/** Throws unless the file name of a migration states its kind. */
export function requireKind(file: string): void {
  const name = file.replace(/\.sql$/, '')
  if (name === BASELINE || NAME.test(name)) return
  throw new Error(`The migration ${file} must be named NNNN_name.rolling.sql or NNNN_name.stop.sql`)
}
