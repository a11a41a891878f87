import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const LENGTH = 8

/**
 * The number that `initdb` gave to the files in a directory, from the beginning of their control file; undefined
 * when there is no database. It distinguishes a database from another one made later at the same path.
 */
export async function readSystemIdentifier(directory: string): Promise<string | undefined> {
  const content = await readFile(join(directory, 'global', 'pg_control')).catch(() => undefined)
  if (content === undefined || content.length < LENGTH) return undefined
  return content.subarray(0, LENGTH).toString('hex')
}
