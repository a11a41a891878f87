import { Socket } from 'node:net'
import type { Client } from 'pg'

/**
 * Sends statements that are started in the same turn in one write. Each write is a system call and
 * wakes PostgreSQL, which costs more than most statements.
 */
export function sendTogether(client: Client): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) throw new Error('a connection to PostgreSQL is a socket')
  const send: (...args: unknown[]) => unknown = client.query.bind(client)
  let isHeld = false
  const query = (...args: unknown[]): unknown => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return send(...args)
  }
  client.query = query as Client['query']
}
