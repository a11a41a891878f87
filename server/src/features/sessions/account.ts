import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { describePermissions, permissionsOf } from '../auth/permissions.ts'
import type { SignedIn } from '../auth/person-finder.ts'
import * as queries from './queries.ts'
import type { OwnSession, Person, Session } from './schemas.ts'

export type Configured = { mail: boolean; payments: boolean }

/**
 * Returns the signed-in person, their permissions in each organization, and what the deployment is
 * configured for.
 */
export async function getSession(
  db: Db,
  { userId, sessionId }: SignedIn,
  { environment, configured, now }: { environment: Environment; configured: Configured; now: Date },
): Promise<Session> {
  const [user, sessions, memberships] = await Promise.all([
    queries.findUser(db, userId),
    queries.listSessions(db, userId, now),
    queries.listMemberships(db, userId),
  ])
  const current = sessions.find(({ id }) => id === sessionId)
  if (!user || !current) return notFound('Session')
  return {
    person: toPerson(user),
    session: { id: current.id, expiresAt: current.expiresAt.toISOString() },
    memberships: memberships.map(({ memberId, role, id, name, slug }) => ({
      memberId,
      role,
      permissions: permissionsOf(role),
      organization: { id, name, slug },
    })),
    permissions: describePermissions(),
    environment,
    configured,
  }
}

export async function listOwnSessions(
  db: Db,
  { userId, sessionId }: SignedIn,
  now: Date,
): Promise<{ results: OwnSession[] }> {
  const sessions = await queries.listSessions(db, userId, now)
  return {
    results: sessions.map(({ createdAt, updatedAt, expiresAt, ...session }) => ({
      ...session,
      isCurrent: session.id === sessionId,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

export async function renameUser(
  db: Db,
  { userId, name }: { userId: string; name: string },
  now: Date,
): Promise<Person> {
  const renamed = await queries.updateUserName(db, { userId, name: name.trim() }, now)
  return toPerson(renamed ?? notFound('Account'))
}

function toPerson({ createdAt, ...user }: queries.UserRow): Person {
  return { ...user, createdAt: createdAt.toISOString() }
}
