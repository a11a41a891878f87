import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { decimal } from '../domain/money.ts'
import { cutConnection, lendWhileAwaited } from './database/awaited.ts'
import { GuardedDialect } from './database/commit-guard.ts'
import {
  type ConnectionLimits,
  giveUpOnSilence,
  REQUEST_LIMITS,
} from './database/connection-limits.ts'
import { prepareCommands } from './database/prepared-statements.ts'
import { RetryingKysely } from './database/retrying-kysely.ts'
import { sendTogether } from './database/send-together.ts'
import type { DB } from './db.gen.ts'
import { parseExactJson } from './json/exact-json.ts'

/** May run alone or inside a transaction. */
export type Db = Kysely<DB>
/** Must run inside a transaction that the caller opened. */
export type Tx = Transaction<DB>

/** One statement; the name lets a plain connection keep its plan. */
export type Statement = { name: string; text: string; values: unknown[] }

export type RunQuery = (statement: Statement) => Promise<unknown>

/** For statements that are also used outside Kysely, where they are prepared once. */
export function runIn(tx: Tx): RunQuery {
  const bare = tx.withoutPlugins()
  return ({ text, values }) => bare.executeQuery(CompiledQuery.raw(text, values))
}

export type Database = {
  db: Db
  pool: pg.Pool
  /** Closes all connections. One that is in use for longer than `CLOSE_WITHIN_MS` is cut, and its work fails. */
  close: () => Promise<void>
}

/** What still runs at a close has lost its caller, or is a job that another process repeats. */
const CLOSE_WITHIN_MS = 2_000

const DATE_TYPE = 1082
const JSON_TYPE = 114
const NUMERIC_TYPE = 1700

export type DatabaseOptions = {
  url: string
  poolSize: number
  /** Told about connections that break while idle, as when PostgreSQL restarts. */
  onIdleError: (error: Error) => void
  /** Those of requests and jobs, unless others are given. */
  limits?: ConnectionLimits
}

/** Opens a pool. Nothing connects before the first query, so this never fails. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, onIdleError, limits = REQUEST_LIMITS } = options
  const pool = new pg.Pool({
    ...connectionOptions(url, limits),
    // Statements go out at once, without waiting for the answers to those before them: what is read
    // together is read in one round trip.
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 60_000,
  })
  // Without listeners a broken connection would end the process; whoever uses it is told by its
  // query, and one that is idle by the pool.
  let isClosing = false
  const connections = new Set<pg.PoolClient>()
  pool.on('remove', (client) => connections.delete(client))
  pool.on('error', (error) => {
    if (!isClosing) onIdleError(error)
  })
  pool.on('connect', (client) => {
    connections.add(client)
    client.on('error', () => undefined)
    giveUpOnSilence(client, limits.silenceMs)
    prepareCommands(client)
    sendTogether(client)
  })
  const lent = { connect: lendWhileAwaited(pool), end: () => pool.end(), options: pool.options }
  const db = new RetryingKysely<DB>(new GuardedDialect({ pool: lent }))
  const close = async () => {
    isClosing = true
    // Repeated, since a connection that is being opened is not in the set yet.
    const cutting = setInterval(() => {
      for (const client of connections) cutConnection(client, new Error('The service is stopping'))
    }, CLOSE_WITHIN_MS)
    try {
      await db.destroy()
      // Kysely ends only a pool that it has used itself.
      if (!pool.ended) await pool.end()
    } finally {
      clearInterval(cutting)
    }
  }
  return { db, pool, close }
}

const PARSERS = new Map<number, (value: string) => unknown>([
  [NUMERIC_TYPE, decimal],
  // A DATE becomes local midnight by default, which is another day in another zone.
  [DATE_TYPE, (value) => value],
  // Columns of type json hold what others gave us to keep.
  [JSON_TYPE, parseExactJson],
])

/**
 * The options every connection of ours shares: sessions are at UTC, dates stay text, and neither side
 * waits for ever for the other one.
 */
export function connectionOptions(
  url: string,
  limits: ConnectionLimits = REQUEST_LIMITS,
): pg.ClientConfig {
  const settings = {
    TimeZone: 'UTC',
    statement_timeout: limits.statementMs,
    // A process that froze in a transaction must not keep its locks from everybody.
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // Without it, a statement whose connection was closed runs until its limit.
    client_connection_check_interval: CONNECTION_CHECK_MS,
    ...KEEP_ALIVE_OF_SERVER,
  }
  return {
    connectionString: url,
    application_name: 'piecework',
    // `-c` sets it before the first statement, whatever the database's own default is.
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        PARSERS.get(oid) ??
        pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  }
}

const KEEP_ALIVE_AFTER_MS = 10_000
const CONNECTION_CHECK_MS = 2_000

/** In seconds: a session whose client is gone without a word ends within a minute. */
const KEEP_ALIVE_OF_SERVER = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
}
