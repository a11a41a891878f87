import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { closeWork } from './close-work.ts'
import { startServer } from './start-server.ts'
import { LOADS, type Load, storageRecord } from './storage-data.ts'

/** Measures the disk space of an event: each table and index, and the write-ahead log. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 200_000)
const ONLY = process.env.BENCH_ONLY ?? ''
const BATCH = 100
const CONNECTIONS = 8
const EVENT_TABLES = /usage_events/

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
const summary: Record<string, Record<string, number>> = {}
try {
  for (const [index, load] of LOADS.entries()) {
    if (load.name.includes(ONLY)) summary[load.name] = await measure(load, `storage_${index}`)
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.table(summary)
console.log(JSON.stringify({ events: EVENTS, bytesPerEvent: summary }))

async function measure(load: Load, name: string): Promise<Record<string, number>> {
  const url = await createDatabase(name)
  const { url: address, apiKey, stop } = await startServer(url)
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Names are created first, because customers do not count as part of their events.
    await record(address, apiKey, load, namesOf(load))
    await settle(client)
    const before = await sizes(client)
    const startedAt = performance.now()
    await record(address, apiKey, load, { first: load.customers, count: EVENTS })
    const seconds = (performance.now() - startedAt) / 1_000
    const wal = (await position(client)) - before.wal
    await closeWork(url)
    await settle(client)
    const after = await sizes(client)
    const shares = sharesOf(before.relations, after.relations)
    console.log(`\n${load.name}`)
    console.table(shares)
    return {
      'bytes per event': perEvent(after.database - before.database),
      'of the tables of events': sumOf(shares, ({ relation }) => EVENT_TABLES.test(relation)),
      'WAL bytes per event': perEvent(wal),
      'events per second': Math.round(EVENTS / seconds),
    }
  } finally {
    await client.end()
    await stop('SIGTERM')
  }
}

/** Returns a range with one record per customer. */
function namesOf({ customers }: Load) {
  return { first: 0, count: customers }
}

async function record(
  url: string,
  key: string,
  load: Load,
  { first, count }: { first: number; count: number },
): Promise<void> {
  let next = first
  const send = async () => {
    while (next < first + count) {
      const start = next
      next = Math.min(next + BATCH, first + count)
      const records = Array.from({ length: next - start }, (_, n) => storageRecord(start + n, load))
      const answer = await fetch(`${url}/v1/usage/record`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ records }),
      })
      const { successful } = (await answer.json()) as { successful?: number }
      if (successful !== records.length) throw new Error(`${successful} of ${records.length}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

/** Runs what PostgreSQL would do automatically later. */
async function settle(client: pg.Client): Promise<void> {
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

async function position(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float as at`,
  )
  return rows[0].at
}

async function sizes(client: pg.Client) {
  const { rows } = await client.query<{ relation: string; bytes: number }>(
    `select coalesce(i.indrelid, c.oid)::regclass || case when i.indrelid is null then ''
         else ' / ' || c.relname end as relation,
       case when c.relkind = 'i' then pg_relation_size(c.oid)
         else pg_table_size(c.oid) end::float as bytes
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')`,
  )
  const { rows: database } = await client.query(
    'select pg_database_size(current_database())::float as bytes',
  )
  const relations = new Map(rows.map(({ relation, bytes }) => [relation, bytes]))
  return { relations, database: database[0].bytes as number, wal: await position(client) }
}

type Share = { relation: string; bytes: number; percent: number }

function sharesOf(before: Map<string, number>, after: Map<string, number>): Share[] {
  const grown = [...after].map(([relation, bytes]) => ({
    relation,
    bytes: bytes - (before.get(relation) ?? 0),
  }))
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0)
  return grown
    .filter(({ bytes }) => perEvent(bytes) >= 1)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ relation, bytes }) => ({
      relation,
      bytes: perEvent(bytes),
      percent: Math.round((100 * bytes) / total),
    }))
}

function perEvent(bytes: number): number {
  return Math.round(bytes / EVENTS)
}

function sumOf(shares: readonly Share[], isMeant: (share: Share) => boolean): number {
  return shares.filter(isMeant).reduce((sum, { bytes }) => sum + bytes, 0)
}
