import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import { OperatorError } from '../../platform/program/operator-error.ts'
import { type Programs, USE_YOUR_OWN } from './programs.ts'

type Place = { dataDir: string; directory: string }

/**
 * Throws when `program`, the bundled major version, differs from the version of the database files.
 * PostgreSQL cannot read the files of another major version. The message says how to migrate.
 */
export async function refuseOtherMajor(
  { dataDir, directory }: Place,
  program: string,
): Promise<void> {
  const files = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (files === program) return
  throw new AppError(
    'conflict',
    `The database in ${dataDir} is from PostgreSQL ${files}, but this version of Piecework ` +
      `includes PostgreSQL ${program}. Run "backup FILE" with the version that created it, move ` +
      `${dataDir} away, and run "restore FILE" with this version.`,
  )
}

/** Returns the major version of the bundled PostgreSQL. Throws when it is not a release. */
export async function bundledMajor({ postgres }: Programs): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'])
  return releasedMajor(stdout)
}

/**
 * Returns the major version in "postgres (PostgreSQL) 18.4". Throws for a build that is not a
 * release, such as "18beta1": its files may not be readable by the release
 * (docs/adr/0036-bundled-postgresql.md).
 */
export function releasedMajor(versionText: string): string {
  const major = /\(PostgreSQL\) (\d+)\.\d+\s*$/.exec(versionText)?.[1]
  if (major !== undefined) return major
  throw new OperatorError(
    `The bundled PostgreSQL is not a release ("${versionText.trim()}"). Run "npm ci", or ${USE_YOUR_OWN}.`,
  )
}
