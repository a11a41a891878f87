import { createServer, type Socket } from 'node:net'

/** Starts a server that accepts connections and never responds, as one that hangs. */
export async function startSilentServer() {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer((socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was bound')
  return {
    port: address.port,
    /** Returns the number of accepted connections. */
    accepted: () => accepted,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}
