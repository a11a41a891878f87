import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** Probabilities of each fault of an exchange; the rest succeeds. */
export type Chances = {
  /** The request is lost. */
  requestLost: number
  /** The service carries out the request, and its reply is lost. */
  replyLost: number
  /** The connection is cut after half of the reply. */
  replyCut: number
  /** Nothing arrives, and the connection stays open. */
  silent: number
  /** The reply is delayed. */
  delayed: number
}

/**
 * A proxy that causes these faults between the client and the service; a seed makes them
 * repeatable.
 */
export async function startBadNetwork(target: string, chances: Chances, seed = 1) {
  const random = randomOf(seed)
  const seen = { exchanges: 0, requestLost: 0, replyLost: 0, replyCut: 0, silent: 0, delayed: 0 }
  const silent = new Set<ServerResponse>()

  const server = createServer(async (incoming, outgoing) => {
    seen.exchanges += 1
    const fate = fateOf(random(), chances)
    if (fate !== 'fine') seen[fate] += 1
    const body = await bodyOf(incoming)
    if (fate === 'requestLost') return outgoing.destroy()
    const reply = await forward(target, incoming, body)
    if (fate === 'replyLost') return outgoing.destroy()
    if (fate === 'silent') return silent.add(outgoing)
    if (fate === 'delayed') await new Promise((resolve) => setTimeout(resolve, 200 * random()))
    outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length })
    if (fate !== 'replyCut') return outgoing.end(reply.body)
    const half = reply.body.subarray(0, reply.body.length >> 1)
    return outgoing.write(half, () => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      for (const outgoing of silent) outgoing.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function fateOf(chance: number, chances: Chances): keyof Chances | 'fine' {
  let left = chance
  for (const fate of ['requestLost', 'replyLost', 'replyCut', 'silent', 'delayed'] as const) {
    left -= chances[fate]
    if (left < 0) return fate
  }
  return 'fine'
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const outgoing = request(target + url, { method, headers })
  outgoing.end(body)
  const [reply]: IncomingMessage[] = await once(outgoing, 'response')
  if (reply === undefined) throw new Error('No reply')
  const { 'transfer-encoding': _none, ...kept } = reply.headers
  return { status: reply.statusCode ?? 0, headers: kept, body: await bodyOf(reply) }
}

/** mulberry32: the same seed produces the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
