import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client, Pool, PoolClient } from 'pg'

const awaited = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work whose statements end when `signal` aborts. Its connections are closed, which rolls back
 * uncommitted changes, and it gets no new ones. Use it only for work whose result no other request
 * shares.
 */
export function whileCallerWaits<T>(signal: AbortSignal, work: () => T): T {
  return awaited.run(signal, work)
}

/**
 * Returns a `connect` function that ties a connection to the signal of the current work until it is
 * released.
 */
export function lendWhileAwaited(pool: Pool): () => Promise<PoolClient> {
  return async () => {
    const signal = awaited.getStore()
    if (!signal) return pool.connect()
    signal.throwIfAborted()
    const client = await pool.connect()
    const cut = () => cutConnection(client, signal.reason)
    const release = client.release
    client.release = (error) => {
      signal.removeEventListener('abort', cut)
      release(error)
    }
    if (signal.aborted) {
      client.release()
      throw signal.reason
    }
    signal.addEventListener('abort', cut)
    return client
  }
}

/**
 * Aborts the work of a connection: its statements fail with this error, and PostgreSQL ends them
 * too.
 */
export function cutConnection({ connection }: Client | PoolClient, error: Error): void {
  connection.stream.destroy(error)
}
