import type { Db } from '../../platform/database.ts'
import type { PersonFinder } from '../auth/person-finder.ts'
import { sessionCookie } from './cookie.ts'
import { findSession } from './queries.ts'

/**
 * Finds the signed-in person by session cookie. A cookie with an invalid signature costs no query.
 */
export function createPersonFinder(
  db: Db,
  settings: { publicUrl: string; secret: string },
  now: () => Date,
): PersonFinder {
  const cookie = sessionCookie(settings)
  return {
    cookieIn: cookie.find,
    find: async (sent) => {
      const token = cookie.tokenOf(sent)
      if (token === undefined) return undefined
      const rows = await findSession(db, token)
      const [first] = rows
      if (!first || first.expiresAt <= now()) return undefined
      const { userId, sessionId } = first
      const memberships = rows.flatMap(({ memberId, role, organizationId, slug }) =>
        memberId === null || role === null || organizationId === null || slug === null
          ? []
          : [{ memberId, role, organizationId, slug }],
      )
      return { userId, sessionId, memberships }
    },
  }
}
