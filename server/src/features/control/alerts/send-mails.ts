import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { sendNotice } from '../../../platform/mail/send-notice.ts'
import { listMailedFalls } from './credit/mailed-falls.ts'
import {
  type AlertMail,
  claimMail,
  deleteMail,
  findNames,
  isRecipient,
  listMailed,
} from './mail-queries.ts'
import { alertMail } from './mail-text.ts'

export type AlertMailDeps = {
  db: Db
  mailer: Mailer
  config: { publicUrl: string }
  log: Log
  now: () => Date
}

/** With the growing waits, these take about 17 hours. */
const ATTEMPTS_MAX = 11

/**
 * Emails owners and admins about alerts: one email to each, with all that wait for them. Who is
 * neither any more when it is sent gets none. Without a mail server the message is kept in a file.
 * Alerts never wait for it.
 */
export async function sendAlertMails(deps: AlertMailDeps): Promise<void> {
  const { db, log, now } = deps
  const before = now()
  for (let mail = await claimMail(db, before); mail; mail = await claimMail(db, before)) {
    const { organizationId, attempts } = mail
    try {
      await send(deps, mail)
      await deleteMail(db, mail)
    } catch (error) {
      log.warn({ err: error, organizationId }, 'an email about budgets was not sent')
      if (attempts >= ATTEMPTS_MAX) await deleteMail(db, mail)
    }
  }
}

async function send(
  { db, mailer, config, now }: AlertMailDeps,
  { organizationId, email: to, alertIds }: AlertMail,
): Promise<void> {
  const [alerts, falls, organization, isMeant] = await Promise.all([
    listMailed(db, { organizationId, alertIds }),
    listMailedFalls(db, { organizationId, alertIds }),
    findNames(db, organizationId),
    isRecipient(db, { organizationId, email: to }),
  ])
  if (alerts.length + falls.length === 0 || !organization || !isMeant) return
  const pages = `${config.publicUrl}/o/${organization.slug}`
  const link =
    alerts.length > 0
      ? { url: `${pages}/control/budgets`, label: 'Open the budgets' }
      : { url: `${pages}/customers`, label: 'Open the customers' }
  const mail = alertMail({ alerts, falls }, { organizationName: organization.name, link })
  await sendNotice(mailer, { to, ...mail }, now())
}
