import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, DATABASE, ROLE } from '../cluster/connection-file.ts'
import { readPidFile } from './pid-file.ts'
import type { Postmaster } from './postmaster.ts'

const PATIENCE_MS = 60_000
const POLL_MS = 30

type Answer = 'ready' | 'starting' | 'wrong-password' | 'none'

/** Result of waiting for a server. */
export type Readiness = 'ready' | 'ended' | 'wrong-password' | 'timeout' | 'aborted'

/**
 * Waits until the server accepts connections. A server that reports "starting up" replays its log
 * after a crash, which may take minutes, so only silence counts towards the timeout. A connection
 * is trusted only once the pid file reports readiness, because another program may have taken the
 * port.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  connection: Connection,
  options: { directory: string; signal: AbortSignal },
): Promise<Readiness> {
  let deadline = Date.now() + PATIENCE_MS
  for (;;) {
    if (options.signal.aborted) return 'aborted'
    const announced = await readPidFile(options.directory)
    const answer = await ask(connection)
    if (postmaster.ending() !== undefined) return 'ended'
    const isOurs = announced?.pid === postmaster.pid && announced.isReady
    if (isOurs && (answer === 'ready' || answer === 'wrong-password')) return answer
    if (answer === 'starting') deadline = Date.now() + PATIENCE_MS
    if (Date.now() > deadline) return 'timeout'
    await Promise.race([delay(POLL_MS), postmaster.ended])
  }
}

/** Creates the application's database unless it exists. */
export async function ensureDatabase(connection: Connection): Promise<void> {
  const client = newClient(connection)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function ask(connection: Connection): Promise<Answer> {
  const client = newClient(connection)
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    return interpret(error)
  }
}

function interpret(error: unknown): Answer {
  if (!(error instanceof pg.DatabaseError)) return 'none'
  if (error.code === '57P03') return 'starting'
  if (error.code === '28P01') return 'wrong-password'
  // All connections are taken, for example by pools that reconnected first: the server runs.
  return error.code === '53300' ? 'ready' : 'none'
}

function newClient({ port, password }: Connection): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: ROLE,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  // Broken connections are reported by the promises. Without a listener, the error event would end
  // the process.
  client.on('error', () => undefined)
  return client
}
