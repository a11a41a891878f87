import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An envelope and its message, as a server got them. */
export type Received = { to: string[]; raw: string; mail: Email }

/** A real SMTP server; addresses that begin with "refused" it does not take, "busy" not now. */
export async function startSmtpServer({ port = 0 }: { port?: number } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = address.startsWith('refused') ? 550 : address.startsWith('busy') ? 451 : 0
      if (refusal === 0) return done()
      done(Object.assign(new Error('mailbox unavailable'), { responseCode: refusal }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        PostalMime.parse(raw).then((mail) => {
          const to = envelope.rcptTo.map(({ address }) => address)
          received.push({ to, raw: raw.toString(), mail })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>
