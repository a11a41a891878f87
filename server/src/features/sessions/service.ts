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

/** Who asks, and the cookie they sent. */
export type Visit = { caller: Caller; cookie: string | undefined }

type Cookies = string[]

/** Returns the cookies of a new session. One that the browser had before ends. */
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
  // Another password was chosen while this one was looked at: the sessions of this one have ended.
  if ((await queries.findPasswordHash(db, email)) !== before) {
    await queries.deleteSessionOfToken(db, tokenIn(answer))
    throw wrongCredentials()
  }
  attempts.giveBack(attempt)
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

/** Whether the account is signed in from the same network. */
export async function isKnownNetwork(
  db: Db,
  { account, ip }: { account: string; ip: string },
): Promise<boolean> {
  const addresses = await queries.listAddresses(db, account)
  return addresses.some((address) => networkOf(address) === networkOf(ip))
}

const wrongCredentials = () =>
  new AppError('wrong_credentials', 'There is no account with this e-mail address and password')

/** Ends the session, if there is one, and returns what takes the cookie away. */
export async function signOut({ library, cookie }: SignInDeps, visit: Visit): Promise<Cookies> {
  const answer = await library.call({ path: '/sign-out', ...sentBy(visit, cookie) })
  return answer.cookies
}

/**
 * Ends every session of the person and returns the cookies of a new one. Ends the links to choose a
 * password first: the library commits the change by itself, and a process that stops between the two
 * must not leave an old link open beside the new password.
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
    if (answer.body.code !== 'INVALID_PASSWORD') attempts.giveBack(attempt)
    throw refusalOf(answer, wrongPassword())
  }
  attempts.giveBack(attempt)
  // Also sessions that the old password opened, and links that were made, while it was changed.
  await queries.deleteSessions(db, { userId, except: tokenIn(answer) })
  await deleteLinks(db, userId)
  return answer.cookies

  /** Undefined if the current password is wrong: then no link ends. */
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

/** Extends the session, once a day, and returns the cookies that say so. */
export async function extendSession(
  { library, cookie }: SignInDeps,
  visit: Visit,
): Promise<Cookies> {
  const request = { method: 'GET', path: '/get-session', ...sentBy(visit, cookie) } as const
  return (await library.call(request)).cookies
}

/** One of a person's own sessions. */
export async function endSession(db: Db, key: { userId: string; id: string }): Promise<void> {
  if (!(await queries.deleteSession(db, key))) notFound('Session')
}

/** All of a person's sessions but the one that asks. */
export async function endOtherSessions(
  { db, cookie }: SignInDeps,
  { userId }: SignedIn,
  visit: Visit,
): Promise<void> {
  const except = visit.cookie === undefined ? undefined : cookie.tokenOf(visit.cookie)
  await queries.deleteSessions(db, { userId, except })
}

/** Forgets sessions and links that have expired. */
export async function pruneSessions(db: Db, now: Date): Promise<void> {
  await queries.deleteExpired(db, now)
  await pruneResetMails(db, now)
}

const tokenIn = ({ body }: LibraryAnswer) => String(body.token)

function sentBy({ caller, cookie: sent }: Visit, cookie: SessionCookie) {
  return { caller, cookie: sent === undefined ? undefined : cookie.header(sent) }
}

/** What the library refuses is one thing for each route; all else is a fault of ours. */
function refusalOf(answer: LibraryAnswer, refusal: AppError): Error {
  if (answer.status === 401 || answer.status === 400) return refusal
  const { code, message } = answer.body
  return new Error(
    `The sign-in library answered ${answer.status} ${String(code)}: ${String(message)}`,
  )
}
