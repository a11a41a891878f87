import { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

/** How long a connection may take for what, in milliseconds. */
export type ConnectionLimits = {
  /** To open a connection, or to get one that is free. */
  connectMs: number
  /** For one statement, as PostgreSQL counts it; 0 for no limit. */
  statementMs: number
  /** For PostgreSQL to say nothing while it owes an answer; then the connection is given up. */
  silenceMs: number
  /** For us to say nothing in an open transaction; then PostgreSQL ends it and frees its locks. */
  idleInTransactionMs: number
}

/** Requests and jobs. */
export const REQUEST_LIMITS: ConnectionLimits = {
  connectMs: 10_000,
  statementMs: 30_000,
  silenceMs: 35_000,
  idleInTransactionMs: 30_000,
}

/**
 * Short statements, which everybody waits for. A transaction that was cut off holds locks that the
 * next attempt needs, so it must end soon too.
 */
export const SHORT_LIMITS: ConnectionLimits = {
  connectMs: 5_000,
  statementMs: 7_000,
  silenceMs: 8_000,
  idleInTransactionMs: 5_000,
}

/** Migrations: an index on a large table takes its time, and other processes wait for it. */
export const MIGRATION_LIMITS: ConnectionLimits = {
  connectMs: 10_000,
  statementMs: 0,
  silenceMs: 60 * 60_000,
  idleInTransactionMs: 30_000,
}

/** How long a silent connection is listened to once more, at most, before it is given up. */
const LISTEN_MS = 1_000

/**
 * Closes a connection when PostgreSQL owes it an answer and has been silent for too long. A network
 * that swallows what is sent reports no error, and a statement would wait without an end. Its statements
 * fail as with any lost connection.
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
 * Whether PostgreSQL owes an answer and says nothing for some time in which this process could have heard it. Where the
 * event loop was held up, its timers come first when it goes on, before what the sockets hold has been read.
 */
async function saysNothing(client: Client, stream: Socket, listenMs: number): Promise<boolean> {
  const { bytesRead } = stream
  for (;;) {
    const startedAt = performance.now()
    await sleep(listenMs, undefined, { ref: false })
    // Sockets are read between a timer and this.
    await nextTurn()
    if (stream.destroyed || stream.bytesRead !== bytesRead || !isOwedAnAnswer(client)) return false
    const elapsed = performance.now() - startedAt
    if (elapsed >= listenMs && elapsed < 2 * listenMs) return true
  }
}

/** While a statement is under way, or the goodbye. The driver's types do not name these fields. */
function isOwedAnAnswer(client: Client): boolean {
  return Reflect.get(client, 'readyForQuery') === false || Reflect.get(client, '_ending') === true
}
