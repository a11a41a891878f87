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

/** May run outside or inside a transaction. */
export type Db = Kysely<DB>
/** Must run inside a transaction opened by the caller. */
export type Tx = Transaction<DB>

/** A statement. Its name lets a plain connection keep its plan. */
export type Statement = { name: string; text: string; values: unknown[] }

export type RunQuery = (statement: Statement) => Promise<unknown>

/** Runs statements that are also used outside Kysely, where they are prepared once. */
export function runIn(tx: Tx): RunQuery {
  const bare = tx.withoutPlugins()
  return ({ text, values }) => bare.executeQuery(CompiledQuery.raw(text, values))
}

export type Database = {
  db: Db
  pool: pg.Pool
  /**
   * Closes all connections. A connection still in use after `CLOSE_WITHIN_MS` is cut, and its work
   * fails.
   */
  close: () => Promise<void>
}

/** Work still running at shutdown has lost its caller, or is a job that another process repeats. */
const CLOSE_WITHIN_MS = 2_000

const DATE_TYPE = 1082
const JSON_TYPE = 114
const NUMERIC_TYPE = 1700

export type DatabaseOptions = {
  url: string
  poolSize: number
  /** Called for connections that break while idle, for example when PostgreSQL restarts. */
  onIdleError: (error: Error) => void
  /** The default is REQUEST_LIMITS, for requests and jobs. */
  limits?: ConnectionLimits
}

/** Opens a pool. It connects only at the first query, so this never fails. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, onIdleError, limits = REQUEST_LIMITS } = options
  const pool = new pg.Pool({
    ...connectionOptions(url, limits),
    // Sends statements immediately, without waiting for earlier answers, so that concurrent
    // statements share one round trip.
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 60_000,
  })
  // Without listeners, a broken connection would end the process. The error is reported by the
  // query that uses the connection, or by the pool if it is idle.
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
    // Repeated, since a connection that is still being opened is not in the set yet.
    const cutting = setInterval(() => {
      for (const client of connections) cutConnection(client, new Error('The service is stopping'))
    }, CLOSE_WITHIN_MS)
    try {
      await db.destroy()
      // Kysely ends the pool only if it has used it.
      if (!pool.ended) await pool.end()
    } finally {
      clearInterval(cutting)
    }
  }
  return { db, pool, close }
}

const PARSERS = new Map<number, (value: string) => unknown>([
  [NUMERIC_TYPE, decimal],
  // By default a DATE is parsed as local midnight, which is another day in another zone.
  [DATE_TYPE, (value) => value],
  // Columns of type json hold user data, whose numbers must stay exact.
  [JSON_TYPE, parseExactJson],
])

/**
 * Returns the options of every connection: sessions are in UTC, dates stay text, and neither side
 * waits without limit for the other.
 */
export function connectionOptions(
  url: string,
  limits: ConnectionLimits = REQUEST_LIMITS,
): pg.ClientConfig {
  const settings = {
    TimeZone: 'UTC',
    statement_timeout: limits.statementMs,
    // A process that freezes in a transaction must not keep its locks.
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // Without it, a statement whose connection was closed runs until its time limit.
    client_connection_check_interval: CONNECTION_CHECK_MS,
    ...KEEP_ALIVE_OF_SERVER,
  }
  return {
    connectionString: url,
    application_name: 'piecework',
    // `-c` sets it before the first statement, regardless of the database's default.
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

/** In seconds: a session whose client disappeared ends within a minute. */
const KEEP_ALIVE_OF_SERVER = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
}
