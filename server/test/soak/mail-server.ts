import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  /** Number of times each message was received, by its id. */
  taken: ReadonlyMap<string, number>
  close: () => Promise<void>
}

const MESSAGE_ID = /^message-id:\s*<([^>]+)>/im
/** The id is among the first lines of a message; the rest is discarded. */
const HEAD_LENGTH = 16_384

/** Starts a mail server that accepts every message and keeps only its id. */
export async function startMailServer(): Promise<MailServer> {
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, _session, done) => {
      let head = ''
      stream.on('data', (chunk: Buffer) => {
        if (head.length < HEAD_LENGTH) head += chunk.toString('latin1')
      })
      stream.on('end', () => {
        const id = MESSAGE_ID.exec(head)?.[1] ?? 'a message without an id'
        taken.set(id, (taken.get(id) ?? 0) + 1)
        done()
      })
    },
  })
  // A killed service also breaks its mail connections.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port for mails')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
