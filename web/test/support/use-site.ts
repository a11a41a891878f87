import { startSmtpServer } from '../../../server/src/features/emails/test-support.ts'
import { createTestApp } from '../../../server/test/support/app.ts'
import { useOpened } from '../../../server/test/support/use-app.ts'
import { freePort } from './free-port.ts'

const MAIL_FROM = { name: 'Piecework', address: 'billing@piecework.test' }

/** Starts the service with the built pages, and with a separate database and mail server. */
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
    /** Emails that the mail server received. */
    mails: mails.received,
    close: async () => {
      await service.close()
      await mails.close()
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>

/** Provides the site to the tests of a file. */
export const useSite = (): Site => useOpened(startSite)
