import { createServer, type Socket } from 'node:net'
import type { Pool } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { findNodesOf } from '../../src/platform/scale-out/shares.ts'
import type { TestDatabase } from '../support/database.ts'
import { allowConnections, onServer } from '../support/servers.ts'

const lastNode = () => inject('servers').urls.at(-1) ?? ''

/** True if an address known to Citus is that of the node. */
export const isNode = (node: string, address: string | undefined) =>
  address?.endsWith(`:${new URL(node).port}`) === true

export const isLastNode = (address: string | undefined) => isNode(lastNode(), address)

/** Returns the addresses of the nodes that hold the rows of these customers. */
export async function nodesOf(pool: Pool, ...customerIds: string[]) {
  const client = await pool.connect()
  try {
    return await findNodesOf(client, 'usage_events', customerIds)
  } finally {
    client.release()
  }
}

/** Makes a node, by default the last one, refuse or accept connections to a database. */
export async function setAway(
  { url }: { url: string },
  isAway: boolean,
  node = lastNode(),
): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  await onServer(node, [allowConnections(name, !isAway), ...(isAway ? [end] : [])])
}

/**
 * Opens a port that accepts connections and never responds, like a frozen node; closed after the
 * test.
 */
export async function givenSilentPort() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  onTestFinished(close)
  return { port: address.port, countAsked: () => sockets.length, close }
}

/** Makes Citus connect to the last node at another port; `undo` restores its own port. */
export async function movePort({ pool }: TestDatabase, port: number) {
  const move = (from: number, to: number) =>
    pool.query('update pg_dist_node set nodeport = $2 where nodeport = $1', [from, to])
  const own = Number(new URL(lastNode()).port)
  await move(own, port)
  return { undo: () => move(port, own) }
}
