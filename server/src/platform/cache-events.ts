import { sql } from 'kysely'
import pg from 'pg'
import { batchedByKey } from './batching/batched.ts'
import { connectionOptions, type Db, type Tx } from './database.ts'
import type { Log } from './log.ts'

/**
 * Something that processes cache or wait for, so that they must hear of changes by other processes.
 * It is named by the feature that owns it.
 */
export type CacheTopic = { readonly name: string }

const CHANNEL = 'piecework_cache'
const RECONNECT_MS = 1_000
const HEARTBEAT_MS = 15_000
const ANSWER_WITHIN_MS = 10_000
const GOODBYE_MS = 1_000

/**
 * Notifies every process, including this one, that cached data may have changed. Delivered when the
 * transaction commits.
 */
export const announceChange = batchedByKey(
  (thing: CacheTopic) => thing.name,
  async (db: Db | Tx, things): Promise<undefined[]> => {
    const names = things.map(({ name }) => name)
    await sql`select pg_notify(${CHANNEL}, name) from unnest(${names}::text[]) as name`.execute(db)
    return things.map(() => undefined)
  },
)

export type CacheListener = {
  /**
   * Invalidates one kind of cached data, or everything if `thing` is undefined, because changes may
   * have been missed. A rejected call is repeated, since the change is not announced again.
   */
  onChange: (thing: string | undefined) => void | Promise<void>
  log: Log
  /** Interval of the connection checks, and the time limit for their answers. */
  heartbeatMs?: number
  answerWithinMs?: number
}

/**
 * Listens for changes on its own connection and checks it regularly, because a connection lost
 * without an error would leave the caches stale. After a lost connection it reconnects and reports
 * that everything may have changed: PostgreSQL does not keep notifications for absent listeners.
 */
export async function listenForChanges(
  url: string,
  { onChange, log, heartbeatMs = HEARTBEAT_MS, answerWithinMs = ANSWER_WITHIN_MS }: CacheListener,
): Promise<{ close: () => Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined

  function tell(thing: string | undefined): void {
    Promise.try(onChange, thing).catch((error) => {
      if (closed) return
      log.warn({ err: error, thing }, 'a cache was not refreshed; trying again')
      setTimeout(() => closed || tell(thing), RECONNECT_MS).unref()
    })
  }
  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connectionOptions(url),
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    })
    next.on('notification', ({ payload }) => tell(payload))
    next.on('error', (error) => log.warn({ err: error }, 'lost the change listener'))
    await next.connect()
    try {
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      await discard(next)
      throw error
    }
    if (closed) return discard(next)
    client = next
    // Attached only now: the caller handles an earlier failure and retries.
    next.once('end', reconnect)
    heartbeat = setInterval(() => {
      next.query('select 1').catch((error) => {
        if (client !== next || closed) return
        log.warn({ err: error }, 'the change listener does not answer')
        void discard(next)
        reconnect()
      })
    }, heartbeatMs)
    tell(undefined)
  }
  function reconnect(): void {
    clearInterval(heartbeat)
    client?.off('end', reconnect)
    client = undefined
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().catch(reconnect)
    }, RECONNECT_MS)
  }

  await connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      if (client) await discard(client)
    },
  }
}

/** Closes a connection, without a long wait for a server that may be gone. */
async function discard(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}
