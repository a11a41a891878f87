import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findRunningPostgres } from '../../src/embedded-postgres/embedded-postgres.ts'
import { isServerOf, readPidFile } from '../../src/embedded-postgres/server/pid-file.ts'
import { endWithUs } from '../support/end-with-us.ts'

/** Where the program keeps its files and is reached; the same for all its runs. */
export type Site = {
  folder: string
  dataDir: string
  port: number
  url: string
  serverLog: string
  /** What `serve --role` is told. */
  role: string
  /** Settings of the program beside those that every test needs. */
  settings: Readonly<Record<string, string>>
  /** A database of its own that runs beside the program; the one that the program brings if not. */
  database: SiteDatabase | undefined
  /** Pids of what the test has started and has not seen end: it must not outlive the test. */
  pids: Set<number>
}

/** The database of a site, on servers that are started again whenever one ends. */
export type SiteDatabase = {
  url: string
  /** All that it is on, with its address on each; a fault is done to any of them. */
  servers: readonly { dataDir: string; url: string }[]
}

/** Below the ranges of outgoing connections, one of which could hold the port during a restart. */
const PORTS = { lowest: 15_000, highest: 31_999 }

export type NewSite = {
  role: string
  settings?: Readonly<Record<string, string>>
  database?: SiteDatabase | undefined
  /** Leaves the files and logs where they are, to be looked at. */
  keepsFiles: boolean
}

export async function createSite({
  role,
  settings = {},
  database,
  keepsFiles,
}: NewSite): Promise<Site> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'piecework-crash-')))
  endWithUs({ dataDir: join(folder, 'data') }, ...(keepsFiles ? [] : [{ folder }]))
  const port = await freePort()
  return {
    folder,
    dataDir: join(folder, 'data'),
    port,
    url: `http://127.0.0.1:${port}`,
    serverLog: join(folder, 'server.log'),
    role,
    settings: database ? { ...settings, DATABASE_URL: database.url } : settings,
    database,
    pids: new Set(),
  }
}

const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } as const

/** Ends all that still runs, and removes the files unless they are wanted. */
export async function removeSite(site: Site, keepsFiles: boolean): Promise<void> {
  killAll(site)
  // Orphaned backends may write for a moment more, hence the retries.
  if (!keepsFiles) await rm(site.folder, REMOVAL)
}

function killAll({ pids, dataDir }: Site): void {
  for (const pid of pids) kill(pid)
  const directory = join(dataDir, 'postgres')
  const pid = Number(readIfThere(join(directory, 'postmaster.pid')).split('\n')[0])
  if (pid > 0 && isServerOf(pid, directory)) kill(pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The pid of the PostgreSQL server that runs on the data folder; undefined when none does. */
export async function findPostmaster(dataDir: string): Promise<number | undefined> {
  const directory = join(dataDir, 'postgres')
  const pid = (await readPidFile(directory))?.pid
  return pid !== undefined && isServerOf(pid, directory) ? pid : undefined
}

const APPLICATION = 'crash test'

/** Lends the program's database, past the program, to a piece of work. */
export async function withPool<T>(site: Site, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const connectionString = await databaseUrl(site)
  const pool = new pg.Pool({ connectionString, application_name: APPLICATION, max: 2 })
  // The faults cut these off, too, perhaps while they end: whoever uses one then sees its query fail.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** One connection to the program's database past the program. */
export async function connectToDatabase(site: Site): Promise<pg.Client> {
  const connectionString = await databaseUrl(site)
  const client = new pg.Client({ connectionString, application_name: APPLICATION })
  // It is cut off by the faults; whoever uses it then sees its query fail.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The data folders of the servers that faults are done to. */
export function serversOf({ dataDir, database }: Site): readonly string[] {
  return database?.servers.map((server) => server.dataDir) ?? [dataDir]
}

/** Whether each server of the database answers; a service is ready when the first of them does. */
export async function isWhole({ database }: Site): Promise<boolean> {
  const asked = (database?.servers ?? []).map(({ url }) => answers(url))
  return (await Promise.all(asked)).every(Boolean)
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: APPLICATION })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function databaseUrl({ dataDir, database }: Site): Promise<string> {
  if (database) return database.url
  const running = await findRunningPostgres(dataDir)
  if (!running) throw new Error('PostgreSQL does not run')
  return running.url
}

/** Any, and not one of the seed: tests of the same seed may run at the same time. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.lowest, PORTS.highest)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.close(() => resolve(true))
    })
  })
}
