import type { Db } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { domainOf, isMailAddress } from '../../../platform/mail/mail-address.ts'
import { type Mailer, MailRefused } from '../../../platform/mail/mailer.ts'
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
  const { db, log, now } = deps
  const before = now()
  for (let notice = await claimNotice(db, before); notice; notice = await claimNotice(db, before)) {
    const { endpointId, email, attempts } = notice
    try {
      const endpoint = await findDisabledEndpoint(db, endpointId)
      if (endpoint) await tell(deps, endpoint, email)
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

async function tell(
  { mailer, config, now }: NoticeDeps,
  endpoint: DisabledEndpoint,
  to: string,
): Promise<void> {
  if (!isMailAddress(to)) return
  const message = {
    messageId: `${newId()}@${domainOf(mailer.from)}`,
    date: now(),
    fromName: mailer.from.name,
    replyTo: undefined,
    to,
    cc: [],
    attachments: [],
    ...noticeOf(endpoint, config),
  }
  await mailer.send(message).catch((error) => {
    if (!(error instanceof MailRefused)) throw error
  })
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
