import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import type { Programs } from './programs.ts'

type Place = { dataDir: string; directory: string; programs: Programs }

/**
 * The files of one major version of PostgreSQL cannot be read by another. Throws what to do when
 * the database files are not of the version that comes with this Piecework.
 */
export async function refuseOtherMajor({ dataDir, directory, programs }: Place): Promise<void> {
  const files = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  const program = await majorOf(programs.postgres)
  if (files === program) return
  throw new AppError(
    'conflict',
    `The database in ${dataDir} is of PostgreSQL ${files}, and this Piecework brings PostgreSQL ` +
      `${program}: with the Piecework that made it run "backup FILE", move ${dataDir} away, and ` +
      'run "restore FILE" with this one.',
  )
}

/** It answers "postgres (PostgreSQL) 18.4", to root as well. */
async function majorOf(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--version'])
  return /(\d+)(\.|beta|rc|devel)/.exec(stdout)?.[1] ?? stdout.trim()
}
