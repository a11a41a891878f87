import type { Db } from '../../../platform/database.ts'
import { html } from '../../../platform/http/html.ts'
import { newId } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { domainOf, isMailAddress } from '../../../platform/mail/mail-address.ts'
import { type Mailer, MailRefused } from '../../../platform/mail/mailer.ts'
import { type DisabledEndpoint, listManagers, listUnnoticed, markNoticed } from './queries.ts'

export type NoticeDeps = {
  db: Db
  mailer: Mailer
  config: { publicUrl: string }
  log: Log
  now: () => Date
}

const AT_ONCE = 20

/**
 * Emails the owners and admins about endpoints that the service disabled. Without a mail server the
 * message is kept in a file. A message that cannot be sent now is sent by a later call.
 */
export async function tellManagers(deps: NoticeDeps): Promise<void> {
  for (const endpoint of await listUnnoticed(deps.db, AT_ONCE)) {
    const { id: endpointId, organizationId } = endpoint
    try {
      for (const to of await listManagers(deps.db, organizationId)) await tell(deps, endpoint, to)
      await markNoticed(deps.db, endpointId, deps.now())
    } catch (error) {
      const about = { err: error, endpointId, organizationId }
      deps.log.warn(about, 'an email about a disabled webhook endpoint was not sent')
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
  request: 'it was disabled on request',
  failing: 'every delivery failed for five days',
  gone: 'it answered 410 Gone',
} as const

function noticeOf(
  { organizationName, slug, url, reason }: DisabledEndpoint,
  { publicUrl }: NoticeDeps['config'],
) {
  const page = `${publicUrl}/o/${slug}/developers/webhooks`
  const what = `${organizationName} no longer sends webhooks to ${url}, because ${CAUSES[reason]}.`
  const fix =
    'Repair the receiver, enable the endpoint, and replay what failed. What was announced in the ' +
    'meantime is kept for a limited time.'
  return {
    subject: 'A webhook endpoint was disabled',
    text: `${what}\n\n${fix}\n\n${page}\n`,
    html: html`<p>${what}</p>
<p>${fix}</p>
<p><a href="${page}">Open webhooks</a></p>`.markup,
  }
}
