import { startSmtpServer } from '../../../server/src/features/emails/test-support.ts'
import { createTestApp } from '../../../server/test/support/app.ts'
import { useOpened } from '../../../server/test/support/use-app.ts'
import { freePort } from './free-port.ts'

const MAIL_FROM = { name: 'Piecework', address: 'billing@piecework.test' }

/** The service that ships, with the pages as built, on a database and a mail server of its own. */
async function startSite() {
  const mails = await startSmtpServer()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const service = await createTestApp({
    config: { port, publicUrl: origin, portalUrl: origin, smtpUrl: mails.url, mailFrom: MAIL_FROM },
  })
  await service.app.listen({ port, host: '127.0.0.1' })
  return {
    ...service,
    origin,
    /** What its mail server was given. */
    mails: mails.received,
    close: async () => {
      await service.close()
      await mails.close()
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>

/** The site, for the tests of a file. */
export const useSite = (): Site => useOpened(startSite)
