import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { sendNotice } from '../../../platform/mail/send-notice.ts'
import { plainLetter } from '../../organizations/plain-letter.ts'
import {
  claimNotice,
  type DisabledEndpoint,
  deleteNotice,
  findDisabledEndpoint,
} from './queries.ts'

export type NoticeDeps = {
  db: Db
  mailer: Mailer
  config: { publicUrl: string }
  log: Log
  now: () => Date
}

/** With the growing waits, these take about 17 hours. */
const ATTEMPTS_MAX = 11

/**
 * Emails the owners and admins about endpoints that the service disabled. Without a mail server the
 * message is kept in a file. Each recipient has attempts of its own, which later calls continue.
 */
export async function tellManagers(deps: NoticeDeps): Promise<void> {
  const { db, mailer, config, log, now } = deps
  const before = now()
  for (let notice = await claimNotice(db, before); notice; notice = await claimNotice(db, before)) {
    const { endpointId, email, attempts } = notice
    try {
      const endpoint = await findDisabledEndpoint(db, endpointId)
      if (endpoint) await sendNotice(mailer, { to: email, ...noticeOf(endpoint, config) }, now())
      await deleteNotice(db, notice)
    } catch (error) {
      log.warn(
        { err: error, endpointId },
        'an email about a disabled webhook endpoint was not sent',
      )
      if (attempts >= ATTEMPTS_MAX) await deleteNotice(db, notice)
    }
  }
}

const CAUSES = {
  failing: 'every attempt failed for five days',
  gone: 'it answered 410 Gone',
} as const

function noticeOf(
  { id, organizationName, slug, url, reason }: DisabledEndpoint,
  { publicUrl }: NoticeDeps['config'],
) {
  const page = `${publicUrl}/o/${slug}/developers/webhooks/${id}`
  const what = `${organizationName} no longer sends webhooks to ${url}, because ${CAUSES[reason]}.`
  const fix =
    'Repair the receiver, enable the endpoint, and replay the failed deliveries. Announcements are ' +
    'kept for a limited time.'
  const subject = 'A webhook endpoint was disabled'
  return {
    subject,
    text: `${what}\n\n${fix}\n\nOpen the endpoint: ${page}\n`,
    html: plainLetter({
      subject,
      title: subject,
      lead: what,
      link: { url: page, label: 'Open the endpoint' },
      after: fix,
    }),
  }
}
