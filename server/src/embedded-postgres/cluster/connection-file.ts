import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../platform/program/operator-error.ts'

/** Port and password of the embedded database, stored in a file that only its owner can read. */
export type Connection = { port: number; password: string }

/** The superuser of the cluster, and the application's database, the only one in it. */
export const ROLE = 'piecework'
export const DATABASE = 'piecework'

export function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

export function connectionUrl({ port, password }: Connection): string {
  return `postgres://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE}`
}

/**
 * Returns undefined when the file is missing or invalid, as after a crash of the machine. Throws
 * OperatorError when it cannot be read.
 */
export async function readConnection(dataDir: string): Promise<Connection | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new OperatorError(`Cannot read ${fileIn(dataDir)}: ${error.message}`, { cause: error })
  })
  return parse(text)
}

/** Replaces the file atomically: a crash leaves either the old file or the new one. */
export async function writeConnection(dataDir: string, connection: Connection): Promise<void> {
  const temporary = `${fileIn(dataDir)}.new`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(connection)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, fileIn(dataDir))
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}

function parse(text: string): Connection | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (!('port' in value) || !('password' in value)) return undefined
  const { port, password } = value
  if (typeof port !== 'number' || typeof password !== 'string') return undefined
  return { port, password }
}
