import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { MIGRATION_LIMITS } from '../database/connection-limits.ts'
import { isDatabaseUnreachable, isRetryable } from '../database/errors.ts'
import { presentNames } from '../database/migrations/baseline.ts'
import {
  FOR_CITUS,
  listExecuted,
  listKnown,
  migrate,
  migrateUpTo,
} from '../database/migrations/migrate.ts'
import { connectionOptions, type Db, openDatabase } from '../database.ts'
import { AppError } from '../errors.ts'
import { FORMAT, type Header, readFrames, type TableSection, type Trailer } from './format.ts'
import { copyTarget, listTables } from './tables.ts'

export type RestoreSummary = { tables: number; rows: number; createdAt: string }

/**
 * Restores a backup into an empty database: creates the schema of the backup, copies the rows in
 * one transaction, and migrates to the schema of this version. It never overwrites data. Its limits
 * allow for large tables.
 */
export async function restoreBackup(
  { url }: { url: string },
  file: string,
  upgrade: (db: Db) => Promise<unknown> = migrate,
): Promise<RestoreSummary> {
  const onIdleError = () => undefined
  const { db, close } = openDatabase({ url, poolSize: 2, limits: MIGRATION_LIMITS, onIdleError })
  const frames = readFrames(unpack(file))
  try {
    const header = await readHeader(frames, file)
    await makeSchemaOf(db, header)
    const rows = await copyAll(url, frames, file)
    await upgrade(db)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    return { tables: Object.keys(rows).length, rows: total, createdAt: header.createdAt }
  } finally {
    await frames.return(undefined)
    await close()
  }
}

async function* unpack(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error))
  try {
    yield* source.pipe(plain)
  } finally {
    source.destroy()
  }
}

async function readHeader(frames: AsyncGenerator<Buffer>, file: string): Promise<Header> {
  const refuse = (cause: unknown): never => {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('E')) {
      throw new AppError('invalid', `${file} cannot be read: ${cause.message}`)
    }
    throw new AppError('invalid', `${file} is not a backup of Piecework`)
  }
  const first = await frames.next().catch(refuse)
  const header = first.done ? undefined : parse<Header>(first.value)
  return header?.format === FORMAT ? header : refuse(undefined)
}

async function makeSchemaOf(db: Db, header: Header): Promise<void> {
  const migrations = presentNames(header.migrations)
  const known = new Set(await listKnown(db))
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new AppError(
      'conflict',
      `The backup was made by a newer Piecework (it has ${unknown.join(', ')}). Restore it with that version.`,
    )
  }
  const executed = await listExecuted(db)
  if (executed.length > 0 && executed.join() !== migrations.join()) throw notEmpty()
  const last = migrations.at(-1)
  if (executed.length === 0 && last !== undefined) await migrateUpTo(db, last)
}

async function copyAll(
  url: string,
  frames: AsyncGenerator<Buffer>,
  file: string,
): Promise<Trailer['rows']> {
  const client = new pg.Client({ ...connectionOptions(url, MIGRATION_LIMITS), query_timeout: 0 })
  await client.connect()
  try {
    await client.query('begin')
    for (const statement of FOR_CITUS) await client.query(statement)
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await requireEmpty(client)
    const copied = await copyTables(client, frames).catch(async (cause) => {
      if (isDatabaseUnreachable(cause) || isRetryable(cause)) throw cause
      throw await refusalOf(cause, frames, file)
    })
    await client.query('commit')
    await client.query('analyze')
    return copied
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Returns the error for a failed copy. PostgreSQL may refuse the rows of an intact file, or rows
 * that a damaged file corrupted.
 */
async function refusalOf(
  cause: Error,
  frames: AsyncGenerator<Buffer>,
  file: string,
): Promise<AppError> {
  if (cause instanceof pg.DatabaseError && (await isWhole(frames))) {
    const problem = `The database refuses what ${file} holds (${cause.message})`
    return new AppError('conflict', `${problem}; nothing was restored`)
  }
  return new AppError('invalid', `${file} is damaged (${cause.message}); nothing was restored`)
}

/**
 * Reads the remaining frames. An intact file ends with the trailer, and gzip verifies its checksum.
 */
async function isWhole(frames: AsyncGenerator<Buffer>): Promise<boolean> {
  let last: TableSection | Trailer | undefined
  try {
    for await (const frame of iterate(frames)) last = parse(frame)
  } catch {
    return false
  }
  return last !== undefined && 'rows' in last
}

/**
 * Throws unless all tables are empty. Locks every table, so that a service starting on the same
 * database waits until the restore is complete.
 */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const { table } of await listTables(client)) {
    const name = `public.${pg.escapeIdentifier(table)}`
    await client.query(`lock table ${name} in access exclusive mode`)
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount) throw notEmpty()
  }
}

async function copyTables(
  client: pg.Client,
  frames: AsyncGenerator<Buffer>,
): Promise<Trailer['rows']> {
  const copied: Trailer['rows'] = {}
  for await (const frame of iterate(frames)) {
    const part = parse<TableSection | Trailer>(frame)
    if (part && 'table' in part) {
      const stream = client.query(copyFrom(`copy ${copyTarget(part)} from stdin`))
      await pipeline(Readable.from(untilEndOfTable(frames)), stream)
      copied[part.table] = stream.rowCount
    } else if (part && 'rows' in part && sameCounts(part.rows, copied)) return copied
    else throw new Error('its row counts differ')
  }
  throw new Error('its end is missing')
}

/**
 * Leaves the generator open for the next part; `for await` on the generator itself would close it.
 */
async function* iterate(frames: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await frames.next(); !next.done; next = await frames.next()) yield next.value
}

async function* untilEndOfTable(frames: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for await (const frame of iterate(frames)) {
    if (frame.length === 0) return
    yield frame
  }
  throw new Error('a table is cut off')
}

function sameCounts(expected: Trailer['rows'], copied: Trailer['rows']): boolean {
  const names = Object.keys(expected)
  return (
    names.length === Object.keys(copied).length &&
    names.every((name) => expected[name] === copied[name])
  )
}

function parse<T>(frame: Buffer): T | undefined {
  try {
    return JSON.parse(frame.toString('utf8')) as T
  } catch {
    return undefined
  }
}

function notEmpty(): AppError {
  return new AppError(
    'conflict',
    'The database is not empty, and a restore overwrites nothing. Stop the service, move DATA_DIR ' +
      'away or name an empty database in DATABASE_URL, and restore again.',
  )
}
