import type { Db } from '../../platform/database.ts'
import type { GuessLimit } from '../../platform/http/limits/guess-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { AuditLog } from '../audit-log/service.ts'
import { createAttempts } from './attempts.ts'
import { createAuthLibrary } from './auth-library.ts'
import { sessionCookie } from './cookie.ts'
import { createForgottenPasswords, type ForgottenPasswords } from './reset/forgotten.ts'
import { isKnownNetwork, type SignInDeps } from './service.ts'

type Settings = { publicUrl: string; secret: string; smtpUrl: string | undefined }

export type SignIn = SignInDeps & {
  forgotten: ForgottenPasswords
  now: () => Date
  close: () => Promise<void>
}

/** Returns the dependencies of sign-in: the library, the attempt counter and the pending mails. */
export function createSignIn(deps: {
  db: Db
  config: Settings
  mailer: Mailer
  log: Log
  now: () => Date
}): SignIn {
  const { db, config, now } = deps
  const attempts = createAttempts(
    now,
    'Too many attempts with a wrong password; wait, or request a link to reset it',
  )
  const library = createAuthLibrary(db, config)
  const forgotten = createForgottenPasswords({
    ...deps,
    isKnown: async (attempt) => attempts.knows(attempt) || (await isKnownNetwork(db, attempt)),
  })
  const cookie = sessionCookie(config)
  return { db, library, cookie, attempts, forgotten, now, close: forgotten.close }
}

export type SignInRouteDeps = {
  db: Db
  signIn: SignIn
  guessLimit: GuessLimit
  auditLog: AuditLog
}
