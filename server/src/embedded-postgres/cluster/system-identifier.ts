import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const LENGTH = 8

/**
 * Returns the system identifier that `initdb` assigned to a cluster, read from its control file;
 * undefined without a cluster. It distinguishes a cluster from another one created later at the
 * same path.
 */
export async function readSystemIdentifier(directory: string): Promise<string | undefined> {
  const content = await readFile(join(directory, 'global', 'pg_control')).catch(() => undefined)
  if (content === undefined || content.length < LENGTH) return undefined
  return content.subarray(0, LENGTH).toString('hex')
}
