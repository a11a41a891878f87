import type { Db } from '../../platform/database.ts'
import type { GuessLimit } from '../../platform/http/guess-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { sendPrivateMail } from '../../platform/mail/private-mail.ts'
import { createAttempts } from './attempts.ts'
import { createAuthLibrary } from './auth-library.ts'
import { sessionCookie } from './cookie.ts'
import { createForgottenPasswords, type ForgottenPasswords } from './forgotten.ts'
import { resetMail, resetUrl } from './reset-mail.ts'
import { endSessions, type SignInDeps } from './service.ts'

type Settings = { publicUrl: string; secret: string; smtpUrl: string | undefined }

export type SignIn = SignInDeps & { forgotten: ForgottenPasswords; close: () => Promise<void> }

/** What signs people in: the library, what counts attempts, and what is still to be mailed. */
export function createSignIn(deps: {
  db: Db
  config: Settings
  mailer: Mailer
  log: Log
  now: () => Date
}): SignIn {
  const { db, config, log, now } = deps
  const attempts = createAttempts(now)
  const library = createAuthLibrary(db, {
    ...config,
    sendResetToken: async (to, token) => {
      const url = resetUrl(config.publicUrl, token)
      await sendPrivateMail(deps, resetMail({ ...to, url }), now())
    },
    onReset: async ({ id, email }, ip) => {
      await endSessions(db, id)
      attempts.giveBack({ account: email, ip })
    },
  })
  const forgotten = createForgottenPasswords({ library, log }, createAttempts(now))
  const cookie = sessionCookie(config)
  return { db, library, cookie, attempts, forgotten, close: forgotten.close }
}

export type SignInRouteDeps = { signIn: SignIn; guessLimit: GuessLimit }
