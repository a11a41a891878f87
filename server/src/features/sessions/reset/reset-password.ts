import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Attempts } from '../attempts.ts'
import { passwordHash } from '../passwords/password.ts'
import { deleteSessions } from '../queries.ts'
import { identifierOf } from './reset-link.ts'
import * as queries from './reset-queries.ts'

type Deps = { db: Db; attempts: Attempts }

/**
 * Sets a new password by a link, and ends all links and sessions of the account in the same
 * transaction. Of several links used concurrently, only one succeeds. Returns the account.
 */
export async function resetPassword(
  { db, attempts }: Deps,
  { token, newPassword }: { token: string; newPassword: string },
  { ip, now }: { ip: string; now: Date },
): Promise<string> {
  const identifier = identifierOf(token)
  const userId = await queries.findAccountOfLink(db, identifier, now)
  if (userId === undefined) throw linkExpired()
  const hash = await passwordHash(newPassword)
  const email = await db.transaction().execute(async (tx) => {
    const user = await queries.lockUser(tx, userId)
    // A concurrent request may have used a link of the account while the password was hashed.
    const isOpen = (await queries.findAccountOfLink(tx, identifier, now)) === userId
    if (!user || !isOpen) throw linkExpired()
    await queries.deleteLinks(tx, userId)
    await queries.updatePassword(tx, { userId, hash }, now)
    await deleteSessions(tx, { userId })
    return user.email
  })
  // A sign-in with the old password may have been committed concurrently.
  await deleteSessions(db, { userId })
  attempts.noteSuccess({ account: email, ip })
  return userId
}

const linkExpired = () =>
  new AppError(
    'link_expired',
    'This link to reset the password was already used or has expired; request another one',
  )
