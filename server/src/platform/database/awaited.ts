import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client, Pool, PoolClient } from 'pg'

const awaited = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work whose statements are ended when `signal` is aborted: its connections are closed, which rolls back what they
 * have not committed, and it gets no other one. For work whose result no other request shares.
 */
export function whileCallerWaits<T>(signal: AbortSignal, work: () => T): T {
  return awaited.run(signal, work)
}

/** Returns a `connect` that ties a connection to the signal of the current work, until it is released. */
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

/** Ends what a connection is doing: its statements fail with this error, and PostgreSQL ends them too. */
export function cutConnection({ connection }: Client | PoolClient, error: Error): void {
  connection.stream.destroy(error)
}
