import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const BYTES = 32
const LENGTH_MIN = 32

export type SecretSettings = { secret: string | undefined; dataDir: string }

/**
 * Returns the secret that signs links. It is not in the database, so that read access to the
 * database is not enough to forge a link. Without a setting it is generated once, in a file that
 * only its owner can read.
 */
export async function loadSecret({ secret, dataDir }: SecretSettings): Promise<string> {
  if (secret !== undefined) return secret
  const file = join(dataDir, 'secret')
  const known = await readSecret(file)
  if (known !== undefined) return known
  await makeSecret(dataDir, file).catch((error) => {
    const why = 'set PIECEWORK_SECRET, or let the service write to DATA_DIR'
    throw new Error(`The secret for links cannot be written to ${file}: ${why}`, { cause: error })
  })
  return loadSecret({ secret: await readSecret(file), dataDir })
}

async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const secret = text.trim()
  if (secret.length >= LENGTH_MIN) return secret
  throw new Error(`${file} holds no secret: put back the one from a backup, or delete the file`)
}

/**
 * Creates the file atomically. If several processes do so concurrently, the first one's secret is
 * kept.
 */
async function makeSecret(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, file)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw error
  } finally {
    await rm(draft, { force: true })
  }
}
