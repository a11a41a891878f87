import { createServer, type Socket } from 'node:net'
import type { Pool } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { findNodesOf } from '../../src/platform/scale-out/shares.ts'
import type { TestDatabase } from '../support/database.ts'
import { allowConnections, onServer } from '../support/servers.ts'

const lastNode = () => inject('servers').urls.at(-1) ?? ''

/** Whether an address that Citus knows is that of a node. */
export const isNode = (node: string, address: string | undefined) =>
  address?.endsWith(`:${new URL(node).port}`) === true

export const isLastNode = (address: string | undefined) => isNode(lastNode(), address)

/** The addresses of the nodes that hold what these customers have. */
export async function nodesOf(pool: Pool, ...customerIds: string[]) {
  const client = await pool.connect()
  try {
    return await findNodesOf(client, 'usage_events', customerIds)
  } finally {
    client.release()
  }
}

/** A node, the last one if none is given, lets nobody into a database any more, or again. */
export async function setAway(
  { url }: { url: string },
  isAway: boolean,
  node = lastNode(),
): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  await onServer(node, [allowConnections(name, !isAway), ...(isAway ? [end] : [])])
}

/** A port that takes connections and never says anything, as a node that is frozen; until the test has finished. */
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

/** Lets Citus look for the last node at another port; `undo` lets it find it again. */
export async function movePort({ pool }: TestDatabase, port: number) {
  const move = (from: number, to: number) =>
    pool.query('update pg_dist_node set nodeport = $2 where nodeport = $1', [from, to])
  const own = Number(new URL(lastNode()).port)
  await move(own, port)
  return { undo: () => move(port, own) }
}
