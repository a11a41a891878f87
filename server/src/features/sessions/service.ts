import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { SignedIn } from '../auth/person-finder.ts'
import type { Attempts } from './attempts.ts'
import type { AuthLibrary, Caller, LibraryAnswer } from './auth-library.ts'
import type { SessionCookie } from './cookie.ts'
import { isPasswordOf } from './passwords/password.ts'
import * as queries from './queries.ts'
import { pruneResetMails } from './reset/mail-limit.ts'
import { deleteLinks } from './reset/reset-queries.ts'

export type SignInDeps = {
  db: Db
  library: AuthLibrary
  cookie: SessionCookie
  attempts: Attempts
}

/** The caller and the session cookie it sent. */
export type Visit = { caller: Caller; cookie: string | undefined }

type Cookies = string[]

/** Returns the cookies of a new session and ends the browser's previous session. */
export async function signIn(
  { db, library, cookie, attempts }: SignInDeps,
  sent: { email: string; password: string },
  visit: Visit,
): Promise<Cookies> {
  const email = sent.email.trim().toLowerCase()
  const { ip } = visit.caller
  const attempt = { account: email, ip }
  await attempts.take(attempt, () => isKnownNetwork(db, attempt))
  const { before, answer } = await comparePassword().catch((error) => {
    attempts.release(attempt)
    throw error
  })
  if (answer.status !== 200) throw refusalOf(answer, wrongCredentials())
  // The password changed concurrently: sessions opened with the previous one have ended.
  if ((await queries.findPasswordHash(db, email)) !== before) {
    await queries.deleteSessionOfToken(db, tokenIn(answer))
    throw wrongCredentials()
  }
  attempts.noteSuccess(attempt)
  const old = visit.cookie === undefined ? undefined : cookie.tokenOf(visit.cookie)
  if (old !== undefined) {
    await queries.deleteSessionOfToken(db, old)
  }
  return answer.cookies

  async function comparePassword() {
    const hash = await queries.findPasswordHash(db, email)
    const body = { email, password: sent.password }
    const request = { path: '/sign-in/email', body, caller: visit.caller } as const
    return { before: hash, answer: await library.call(request) }
  }
}

/** True if the account has a session from the same network. */
export async function isKnownNetwork(
  db: Db,
  { account, ip }: { account: string; ip: string },
): Promise<boolean> {
  const addresses = await queries.listAddresses(db, account)
  return addresses.some((address) => networkOf(address) === networkOf(ip))
}

const wrongCredentials = () =>
  new AppError('wrong_credentials', 'The email address or the password is incorrect')

/** Ends the session, if any, and returns the cookies that clear it. */
export async function signOut({ library, cookie }: SignInDeps, visit: Visit): Promise<Cookies> {
  const answer = await library.call({ path: '/sign-out', ...sentBy(visit, cookie) })
  return answer.cookies
}

/**
 * Ends every session of the person and returns the cookies of a new one. Deletes password reset
 * links first: the library commits the new password in its own transaction. A process that stops
 * between the two must not leave an old link valid next to the new password.
 */
export async function changePassword(
  { db, library, cookie, attempts }: SignInDeps,
  { userId }: SignedIn,
  passwords: { currentPassword: string; newPassword: string },
  visit: Visit,
): Promise<Cookies> {
  const attempt = { account: `password of ${userId}`, ip: visit.caller.ip }
  await attempts.take(attempt, async () => false)
  const answer = await change().catch((error) => {
    attempts.release(attempt)
    throw error
  })
  if (answer === undefined) throw wrongPassword()
  if (answer.status !== 200) {
    if (answer.body.code !== 'INVALID_PASSWORD') attempts.noteSuccess(attempt)
    throw refusalOf(answer, wrongPassword())
  }
  attempts.noteSuccess(attempt)
  // Includes sessions opened with the old password, and links created, during the change.
  await queries.deleteSessions(db, { userId, except: tokenIn(answer) })
  await deleteLinks(db, userId)
  return answer.cookies

  /** Returns undefined if the current password is wrong; no link is deleted then. */
  async function change(): Promise<LibraryAnswer | undefined> {
    const hash = await queries.findPasswordHashOf(db, userId)
    if (!hash || !(await isPasswordOf({ hash, password: passwords.currentPassword }))) {
      return undefined
    }
    await deleteLinks(db, userId)
    const body = { ...passwords, revokeOtherSessions: true }
    return library.call({ path: '/change-password', body, ...sentBy(visit, cookie) })
  }
}

const wrongPassword = () =>
  new AppError('wrong_password', 'currentPassword is wrong', {
    param: 'currentPassword',
  })

/** Extends the session, at most once a day, and returns the updated cookies. */
export async function extendSession(
  { library, cookie }: SignInDeps,
  visit: Visit,
): Promise<Cookies> {
  const request = { method: 'GET', path: '/get-session', ...sentBy(visit, cookie) } as const
  return (await library.call(request)).cookies
}

/** Ends one of the person's own sessions; throws `not_found` for any other. */
export async function endSession(db: Db, key: { userId: string; id: string }): Promise<void> {
  if (!(await queries.deleteSession(db, key))) notFound('Session')
}

/** Ends all of the person's sessions except the current one. */
export async function endOtherSessions(
  { db, cookie }: SignInDeps,
  { userId }: SignedIn,
  visit: Visit,
): Promise<void> {
  const except = visit.cookie === undefined ? undefined : cookie.tokenOf(visit.cookie)
  await queries.deleteSessions(db, { userId, except })
}

/** Deletes expired sessions and links. */
export async function pruneSessions(db: Db, now: Date): Promise<void> {
  await queries.deleteExpired(db, now)
  await pruneResetMails(db, now)
}

const tokenIn = ({ body }: LibraryAnswer) => String(body.token)

function sentBy({ caller, cookie: sent }: Visit, cookie: SessionCookie) {
  return { caller, cookie: sent === undefined ? undefined : cookie.header(sent) }
}

/**
 * Returns the route's own error for a 400 or 401 of the library. Any other status is an internal
 * error.
 */
function refusalOf(answer: LibraryAnswer, refusal: AppError): Error {
  if (answer.status === 401 || answer.status === 400) return refusal
  const { code, message } = answer.body
  return new Error(
    `The sign-in library answered ${answer.status} ${String(code)}: ${String(message)}`,
  )
}
