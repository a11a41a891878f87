import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg, { escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { MIGRATION_LIMITS } from '../database/connection-limits.ts'
import { connectionOptions } from '../database.ts'
import { dataFrame, END_OF_TABLE, FORMAT, jsonFrame, type TableSection } from './format.ts'
import { copyTarget, listTables } from './tables.ts'

export type BackupSummary = { tables: number; rows: number; bytes: number }

/**
 * The fastest level, because backups compete with usage recording for the processor. It already
 * reduces the size to a quarter.
 */
const GZIP_LEVEL = 1

/**
 * Writes a consistent snapshot of all data to a file, while the service runs. The file gets its
 * name only once it is complete and on disk. Only its owner can read it, because it holds all data.
 */
export async function writeBackup(url: string, file: string, now: Date): Promise<BackupSummary> {
  const client = new pg.Client({ ...connectionOptions(url, MIGRATION_LIMITS), query_timeout: 0 })
  const unfinished = `${file}.${process.pid}.unfinished`
  const counts = { tables: 0, rows: 0 }
  await client.connect()
  try {
    const tables = await listTables(client)
    await client.query('begin isolation level repeatable read, read only')
    // Locked before the snapshot is taken: a table truncated between the snapshot and its copy
    // would be copied empty.
    const names = ['migrations', ...tables.map(({ table }) => escapeIdentifier(table))]
    await client.query(`lock table public.${names.join(', public.')} in access share mode`)
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await pipeline(
      frames(client, { tables, counts, now }),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    await client.query('rollback')
    await rename(unfinished, file)
  } finally {
    await client.end().catch(() => undefined)
    await rm(unfinished, { force: true })
  }
  return { ...counts, bytes: (await stat(file)).size }
}

async function* frames(
  client: pg.Client,
  {
    tables,
    counts,
    now,
  }: { tables: readonly TableSection[]; counts: { tables: number; rows: number }; now: Date },
): AsyncGenerator<Buffer> {
  const { rows: known } = await client.query<{ name: string }>(
    'select name from migrations order by name',
  )
  const migrations = known.map(({ name }) => name)
  yield jsonFrame({ format: FORMAT, migrations, createdAt: now.toISOString() })
  const rows: Record<string, number> = {}
  for (const section of tables) {
    yield jsonFrame(section)
    const stream = client.query(copyTo(`copy ${copyTarget(section)} to stdout`))
    for await (const chunk of stream) yield dataFrame(chunk)
    yield END_OF_TABLE
    rows[section.table] = stream.rowCount
    counts.tables += 1
    counts.rows += stream.rowCount
  }
  yield jsonFrame({ rows })
}
