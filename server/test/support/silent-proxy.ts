import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Starts a proxy between the service and its database that can go silent. It then drops all data,
 * even the closing of connections, and reports no error to either side.
 */
export async function startSilentProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false

  function pass(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('error', () => undefined)
    from.on('data', (bytes) => {
      if (!isSilent) to.write(bytes)
    })
    from.on('close', () => {
      sockets.delete(from)
      if (!isSilent) to.destroy()
    })
  }
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({
      port: Number(target.port),
      host: target.hostname,
      noDelay: true,
    })
    pass(client, database)
    pass(database, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(databaseUrl)
  const address = server.address()
  url.hostname = '127.0.0.1'
  url.port = typeof address === 'object' ? String(address?.port) : ''
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true
    },
    /** Lost data stays lost; data sent from now on arrives. */
    passAgain: () => {
      isSilent = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export type SilentProxy = Awaited<ReturnType<typeof startSilentProxy>>
