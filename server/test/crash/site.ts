import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findRunningPostgres } from '../../src/embedded-postgres/embedded-postgres.ts'
import { isServerOf, readPidFile } from '../../src/embedded-postgres/server/pid-file.ts'
import { cleanUpOnExit } from '../support/clean-up-on-exit.ts'

/** Files and address of the program, identical for all its runs. */
export type Site = {
  folder: string
  dataDir: string
  port: number
  url: string
  serverLog: string
  /** Value of `serve --role`. */
  role: string
  /** Settings in addition to those that every test needs. */
  settings: Readonly<Record<string, string>>
  /** A separate database; undefined for the embedded one. */
  database: SiteDatabase | undefined
  /** Pids started by the test and not yet seen to end: they must not outlive the test. */
  pids: Set<number>
}

/** The database of a site, on servers that restart automatically. */
export type SiteDatabase = {
  url: string
  /** Its servers, each with the database's address there; a fault hits one of them. */
  servers: readonly { dataDir: string; url: string }[]
}

/**
 * Below the ephemeral port range, from which an outgoing connection could take the port during a
 * restart.
 */
const PORTS = { lowest: 15_000, highest: 31_999 }

export type NewSite = {
  role: string
  settings?: Readonly<Record<string, string>>
  database?: SiteDatabase | undefined
  /** Keeps the files and logs for inspection. */
  keepsFiles: boolean
}

export async function createSite({
  role,
  settings = {},
  database,
  keepsFiles,
}: NewSite): Promise<Site> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'piecework-crash-')))
  cleanUpOnExit({ dataDir: join(folder, 'data') }, ...(keepsFiles ? [] : [{ folder }]))
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

/** Ends all processes that still run, and removes the files unless they are kept. */
export async function removeSite(site: Site, keepsFiles: boolean): Promise<void> {
  killAll(site)
  // Orphaned backends may still write briefly, hence the retries.
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
    // The process has already ended.
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the pid of the PostgreSQL server of the data folder; undefined when none runs. */
export async function findPostmaster(dataDir: string): Promise<number | undefined> {
  const directory = join(dataDir, 'postgres')
  const pid = (await readPidFile(directory))?.pid
  return pid !== undefined && isServerOf(pid, directory) ? pid : undefined
}

const APPLICATION = 'crash test'

/** Runs work with a direct connection pool to the program's database. */
export async function withPool<T>(site: Site, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const connectionString = await databaseUrl(site)
  const pool = new pg.Pool({ connectionString, application_name: APPLICATION, max: 2 })
  // Faults cut these connections too, perhaps while they close; their users see the query fail.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Opens a direct connection to the program's database. */
export async function connectToDatabase(site: Site): Promise<pg.Client> {
  const connectionString = await databaseUrl(site)
  const client = new pg.Client({ connectionString, application_name: APPLICATION })
  // Faults cut the connection; its user sees the query fail.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Returns the data folders of the servers that faults may hit. */
export function serversOf({ dataDir, database }: Site): readonly string[] {
  return database?.servers.map((server) => server.dataDir) ?? [dataDir]
}

/** True if every server of the database answers; the service is ready when the first one does. */
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

/** Returns a random port, independent of the seed: tests with one seed may run concurrently. */
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
