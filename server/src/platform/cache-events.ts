import { sql } from 'kysely'
import pg from 'pg'
import { connectionOptions, type Db, type Tx } from './database.ts'
import type { Log } from './log.ts'

/** What a process keeps in memory and must drop when another process changes it. */
export type CachedThing = 'api-keys' | 'catalog' | 'mappings' | 'customers' | 'agents' | 'signals'

const CHANNEL = 'piecework_cache'
const RECONNECT_MS = 1_000

/**
 * Tells every process, this one included, that something it may have cached has changed. Delivered
 * when the transaction commits.
 */
export async function announceChange(db: Db | Tx, thing: CachedThing): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${thing})`.execute(db)
}

export type CacheListener = {
  /** Drops one kind of cached thing; told `undefined`, everything (changes may have been missed). */
  onChange: (thing: string | undefined) => void
  log: Log
}

/**
 * Listens for changes on a connection of its own. After a lost connection it reconnects, and then
 * says that everything may have changed, because notifications are not kept for those away.
 */
export async function listenForChanges(
  url: string,
  { onChange, log }: CacheListener,
): Promise<{ close: () => Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client(connectionOptions(url))
    next.on('notification', ({ payload }) => onChange(payload))
    next.on('error', (error) => log.warn({ err: error }, 'lost the change listener'))
    next.on('end', scheduleReconnect)
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    if (closed) return next.end()
    client = next
    onChange(undefined)
  }
  function scheduleReconnect(): void {
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().catch(scheduleReconnect)
    }, RECONNECT_MS)
  }

  await connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
