import type { Db } from '../../platform/database.ts'
import type { PortalCookie } from './cookie.ts'
import { linkStateOf, type PortalSession } from './portal-session.ts'
import * as queries from './queries.ts'
import { keyOfNew, newToken, readToken } from './token.ts'

export type Opened =
  | { kind: 'unknown' }
  | { kind: 'closed'; session: PortalSession; state: 'used' | 'expired' | 'revoked' }
  /** Its cookie is the only one that there ever is. */
  | { kind: 'opened'; setCookie: string }

/** Opens a link, once: of all who open it at the same time, one gets the cookie. */
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
  // Somebody was faster, or it was revoked just now.
  if (!isFirst) return openLink({ db, cookie }, token, now)
  return { kind: 'opened', setCookie: cookie.set(value) }
}

/** A session of the customer, as whoever holds its id signed by us may know it. */
export function findLinkedSession(
  db: Db,
  key: { customerId: string; id: string },
): Promise<PortalSession | undefined> {
  return queries.findCustomerSession(db, key)
}

/** Ends the visit: its cookie is worth nothing any more. */
export function endVisit(db: Db, key: { customerId: string; id: string }): Promise<void> {
  return queries.forgetCookie(db, key)
}
