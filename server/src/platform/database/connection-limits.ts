import { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

/** Time limits of a connection, in milliseconds. */
export type ConnectionLimits = {
  /** Time to open a connection, or to get a free one. */
  connectMs: number
  /** Time for one statement, measured by PostgreSQL; 0 for no limit. */
  statementMs: number
  /**
   * Time without data from PostgreSQL while an answer is outstanding; then the connection is
   * closed.
   */
  silenceMs: number
  /**
   * Time without statements in an open transaction; then PostgreSQL ends it and frees its locks.
   */
  idleInTransactionMs: number
}

/** Limits for requests and jobs. */
export const REQUEST_LIMITS: ConnectionLimits = {
  connectMs: 10_000,
  statementMs: 30_000,
  silenceMs: 35_000,
  idleInTransactionMs: 30_000,
}

/**
 * Limits for short statements that every request depends on. An interrupted transaction holds locks
 * that the retry needs, so it must end soon too.
 */
export const SHORT_LIMITS: ConnectionLimits = {
  connectMs: 5_000,
  statementMs: 7_000,
  silenceMs: 8_000,
  idleInTransactionMs: 5_000,
}

/**
 * Limits for decisions that a program waits for, no longer than this, before its next step. Opening a
 * connection may take longer, or else a busy server would never have one; the callers do not wait.
 */
export const decisionLimits = (withinMs: number): ConnectionLimits => ({
  connectMs: Math.max(withinMs, SHORT_LIMITS.connectMs),
  statementMs: withinMs,
  silenceMs: 4 * withinMs,
  idleInTransactionMs: 4 * withinMs,
})

/** Limits for migrations: an index on a large table takes long, and other processes wait for it. */
export const MIGRATION_LIMITS: ConnectionLimits = {
  connectMs: 10_000,
  statementMs: 0,
  silenceMs: 60 * 60_000,
  idleInTransactionMs: 30_000,
}

/** Maximum extra time to listen to a silent connection before it is closed. */
const LISTEN_MS = 1_000

/**
 * Closes a connection when PostgreSQL owes it an answer and has been silent for too long. A network
 * that drops packets reports no error, so a statement would wait without limit. The statements of
 * the connection fail as for any lost connection.
 */
export function giveUpOnSilence(client: Client, silenceMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) throw new Error('a connection to PostgreSQL is a socket')
  stream.setTimeout(silenceMs)
  let isListening = false
  stream.on('timeout', async () => {
    if (isListening || !isOwedAnAnswer(client)) return
    isListening = true
    const isSilent = await saysNothing(client, stream, Math.min(LISTEN_MS, silenceMs / 4))
    isListening = false
    if (!isSilent) return
    const message = `PostgreSQL has not answered for ${silenceMs / 1_000} s`
    stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
}

/**
 * Returns true if PostgreSQL owes an answer and stays silent while this process is able to receive
 * data. After the event loop was blocked, its timers run first, before the data in the sockets is
 * read.
 */
async function saysNothing(client: Client, stream: Socket, listenMs: number): Promise<boolean> {
  const { bytesRead } = stream
  for (;;) {
    const startedAt = performance.now()
    await sleep(listenMs, undefined, { ref: false })
    // Sockets are read between a timer and the next turn.
    await nextTurn()
    if (stream.destroyed || stream.bytesRead !== bytesRead || !isOwedAnAnswer(client)) return false
    const elapsed = performance.now() - startedAt
    if (elapsed >= listenMs && elapsed < 2 * listenMs) return true
  }
}

/**
 * Returns whether a statement or the closing of the connection is in progress. The driver's types
 * do not declare these fields.
 */
function isOwedAnAnswer(client: Client): boolean {
  return Reflect.get(client, 'readyForQuery') === false || Reflect.get(client, '_ending') === true
}
