import type { Db } from '../../../platform/database.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { sendPrivateMail } from '../../../platform/mail/private-mail.ts'
import { type Attempts, createAttempts } from '../attempts.ts'
import { findUserByEmail } from '../queries.ts'
import { takeResetMail } from './mail-limit.ts'
import { makeResetLink } from './reset-link.ts'
import { resetMail } from './reset-mail.ts'

/** Called after the response, with the account that a link is made for. */
type OnLink = (userId: string) => void

export type ForgottenPasswords = {
  /** Throws `rate_limited`; otherwise returns at once, whether or not such an account exists. */
  ask: (email: string, ip: string, onLink: OnLink) => Promise<void>
  /** Waits for mails in progress. */
  close: () => Promise<void>
}

type Deps = {
  db: Db
  config: { publicUrl: string; smtpUrl: string | undefined }
  mailer: Mailer
  log: Log
  now: () => Date
  /** True if the account is in use from that network. */
  isKnown: (attempt: { account: string; ip: string }) => Promise<boolean>
}

/**
 * Sends password reset links. Neither the response nor its timing reveals whether the address has
 * an account or whether a mail was sent: the work runs after the response. A network that asks too
 * often is refused. The limit of an account's mails applies silently, so that a stranger cannot
 * lock out its owner.
 */
export function createForgottenPasswords(deps: Deps): ForgottenPasswords {
  const { db, config, log, now, isKnown } = deps
  const attempts: Attempts = createAttempts(
    now,
    'Too many requests for a link from your network; use the one that was sent, or wait',
  )
  const underWay = new Set<Promise<void>>()

  async function send(email: string, ip: string, onLink: OnLink): Promise<void> {
    const user = config.smtpUrl === undefined ? undefined : await findUserByEmail(db, email)
    if (!user) return
    const { id: userId, name } = user
    const asked = {
      userId,
      network: networkOf(ip),
      isKnown: await isKnown({ account: email, ip }),
    }
    if (!(await takeResetMail(db, asked, now()))) {
      log.warn({ userId }, 'the limit of mails with a link to an account is reached')
      return
    }
    onLink(userId)
    const url = await makeResetLink(db, { userId, publicUrl: config.publicUrl }, now())
    await sendPrivateMail(deps, resetMail({ name, email, url }), now())
  }
  return {
    ask: async (sent, ip, onLink) => {
      const email = sent.trim().toLowerCase()
      // Only the network is limited here: an account is limited by its mails, which no response
      // reveals.
      await attempts.take({ account: email, ip }, async () => true)
      const work = send(email, ip, onLink)
        .catch((error) => log.error({ err: error }, 'a link to choose a password was not created'))
        .finally(() => underWay.delete(work))
      underWay.add(work)
    },
    close: async () => {
      await Promise.all(underWay)
    },
  }
}
