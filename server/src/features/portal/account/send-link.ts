import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { sendPrivateMail } from '../../../platform/mail/private-mail.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import { findCustomer } from '../../customers/service.ts'
import { inlineLogo } from '../../delivery/documents/logo.ts'
import { queueEmail } from '../../emails/queue.ts'
import { senderName } from '../../emails/sender.ts'
import { findDemo } from '../../organizations/demo.ts'
import { getSettings, type OrganizationSettings } from '../../organizations/settings.ts'
import type { CustomerEvent } from '../../outbox/event.ts'
import { mailedLinkUrl, makePortalLink } from '../../portal-sessions/make-link.ts'
import { FEATURES } from '../../portal-sessions/portal-session.ts'
import { revokePortalSession } from '../../portal-sessions/service.ts'
import { linkMail } from '../mails/link-mail.ts'

export type AccountLinkDeps = {
  db: Db
  log: Log
  mailer: Mailer
  config: { portalUrl: string; smtpUrl: string | undefined; environment: Environment }
  now: () => Date
}

/** The link is given up after this time, because the customer no longer waits for it. */
const TRIED_FOR_MS = 30 * 60_000

/**
 * Emails the portal link that a customer requested to the address on file.
 * - With SMTP configured, the email is sent directly and stored nowhere.
 * - In a test deployment without SMTP, it is stored as a captured email.
 * - In a live deployment without SMTP, an error is logged and nothing is sent.
 */
export async function sendAccountLink(deps: AccountLinkDeps, event: CustomerEvent): Promise<void> {
  const { db, config, log } = deps
  const { organizationId, customerId } = event
  const about = { organizationId, customerId }
  const to = await addressFor(db, about)
  if (to === undefined) return
  if (config.smtpUrl !== undefined) return mailPrivately(deps, event, to)
  if (config.environment === 'test') return capture(deps, event, to)
  log.error(
    about,
    'a customer has asked for a link to the portal, and there is no mail server: set SMTP_URL and MAIL_FROM',
  )
}

type Recipient = { address: string; settings: OrganizationSettings }

/**
 * Returns undefined if links are disabled, in the demo, or if the customer has no email address.
 */
async function addressFor(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<Recipient | undefined> {
  const settings = await getSettings(db, organizationId)
  if (!settings.accountLinkInMails) return undefined
  const demo = await findDemo(db)
  if (demo?.id === organizationId) return undefined
  const customer = await findCustomer(db, { organizationId, id: customerId })
  const address = customer?.email ?? customer?.billingContactEmail
  return address ? { address, settings } : undefined
}

async function mailPrivately(
  deps: AccountLinkDeps,
  event: CustomerEvent,
  { address: to, settings }: Recipient,
): Promise<void> {
  const { db, mailer, config, now } = deps
  const link = await makeLink(deps, db, event)
  const { name, email, logo } = settings
  const mail = {
    id: link.id,
    to,
    ...linkMail(settings, mailedLinkUrl(config, link.token)),
    fromName: senderName(settings, mailer.from),
    replyTo: email === null ? undefined : { name, address: email },
    attachments: [inlineLogo(logo) ?? []].flat(),
  }
  if ((await sendPrivateMail(deps, mail, now())) === 'sent') return
  // The next attempt creates a new link.
  await revokePortalSession(db, { organizationId: event.organizationId, id: link.id }, now())
  const givenUpAt = new Date(String(event.data.askedAt)).getTime() + TRIED_FOR_MS
  if (now().getTime() < givenUpAt) throw new Error('A link to the portal was not mailed')
}

/** Stores the email under the event's id, so that a retry does not create a second one. */
async function capture(
  deps: AccountLinkDeps,
  event: CustomerEvent,
  { address: to, settings }: Recipient,
): Promise<void> {
  const { organizationId, customerId, eventId, happenedAt } = event
  await deps.db.transaction().execute(async (tx) => {
    const { token } = await makeLink(deps, tx, event)
    const mail = {
      ...linkMail(settings, mailedLinkUrl(deps.config, token)),
      ...{ organizationId, customerId, invoiceId: null, kind: 'portal_link' as const },
      ...{ id: eventId, from: deps.mailer.from, to, cc: [], limitPerHour: null },
      businessAt: happenedAt,
    }
    await queueEmail(tx, mail, deps.now())
  })
}

const makeLink = (
  { config, now }: AccountLinkDeps,
  db: Db,
  { organizationId, customerId }: CustomerEvent,
) => {
  const asked = { organizationId, customerId, returnUrl: null, features: FEATURES, actor: null }
  return makePortalLink({ db, config }, asked, now())
}
