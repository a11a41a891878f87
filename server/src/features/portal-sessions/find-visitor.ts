import type { Db } from '../../platform/database.ts'
import type { VisitorFinder } from '../auth/visitor-finder.ts'
import { portalCookie } from './cookie.ts'
import { isRevoked } from './portal-session.ts'
import { findSessionByCookie } from './queries.ts'
import { readToken } from './token.ts'

/** Creates the look-up of the customer by portal cookie, from the database. */
export function createVisitorFinder(
  db: Db,
  settings: { portalUrl: string },
  now: () => Date,
): VisitorFinder {
  const cookie = portalCookie(settings)
  return {
    cookieIn: cookie.find,
    find: async (sent) => {
      const key = readToken(sent)
      const session = key && (await findSessionByCookie(db, key))
      if (!session) return 'unknown'
      if (isRevoked(session)) return 'revoked'
      if (session.expiresAt <= now()) return 'expired'
      const { organizationId, customerId, id: sessionId } = session
      return { organizationId, customerId, sessionId }
    },
  }
}
