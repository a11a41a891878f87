import type { Db } from '../../platform/database.ts'
import type { PortalCookie } from './cookie.ts'
import { linkStateOf, type PortalSession } from './portal-session.ts'
import * as queries from './queries.ts'
import { keyOfNew, newToken, readToken } from './token.ts'

export type Opened =
  | { kind: 'unknown' }
  | { kind: 'closed'; session: PortalSession; state: 'used' | 'expired' | 'revoked' }
  /** The server has the cookie's value in plain text only here. */
  | { kind: 'opened'; setCookie: string }

/** Opens a link, which works once: of concurrent calls only one gets the cookie. */
export async function openLink(
  { db, cookie }: { db: Db; cookie: PortalCookie },
  token: string,
  now: Date,
): Promise<Opened> {
  const key = readToken(token)
  const session = key && (await queries.findSessionByLink(db, key))
  if (!session) return { kind: 'unknown' }
  const state = linkStateOf(session, now)
  if (state !== 'open') return { kind: 'closed', session, state }
  const value = newToken(session.customerId)
  const isFirst = await queries.markUsed(db, session, { cookieHash: keyOfNew(value).hash, now })
  // The link was used or revoked concurrently; answer with its current state.
  if (!isFirst) return openLink({ db, cookie }, token, now)
  return { kind: 'opened', setCookie: cookie.set(value) }
}

/** Finds a session by ids that the caller has taken from a cookie or a signed link. */
export function findLinkedSession(
  db: Db,
  key: { customerId: string; id: string },
): Promise<PortalSession | undefined> {
  return queries.findCustomerSession(db, key)
}

/** Ends the visit: its cookie becomes invalid. */
export function endVisit(db: Db, key: { customerId: string; id: string }): Promise<void> {
  return queries.forgetCookie(db, key)
}
