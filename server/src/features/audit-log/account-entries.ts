import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { truncatedAddress } from '../../platform/http/network.ts'
import { loggedPath } from '../../platform/http/request-log/logged-path.ts'
import { newId } from '../../platform/id.ts'
import type { AuditEntry } from './entries.ts'
import type { AuditLog } from './service.ts'

/** An account, by its id or by its email address in small letters. */
export type Account = { userId: string } | { email: string }

type AccountLogDeps = { db: Db; auditLog: AuditLog }

/**
 * Logs a request about the account of a person, in each organization of the person. An address
 * without an account, or without an organization, is logged in none. Throws `unavailable` like
 * other entries.
 */
export async function logOfAccount(
  { db, auditLog }: AccountLogDeps,
  request: FastifyRequest,
  about: { account: Account; status: number },
): Promise<void> {
  const entries = await entriesOf(db, request, about)
  await Promise.all(entries.map(auditLog.write))
}

/**
 * Like `logOfAccount`, after the response. For requests whose time would otherwise reveal whether
 * an account exists, and for those that cannot be retried after a 503.
 */
export function logOfAccountLater(
  { db, auditLog }: AccountLogDeps,
  request: FastifyRequest,
  about: { account: Account; status: number },
): void {
  auditLog.addWhenRead(entriesOf(db, request, about))
}

async function entriesOf(
  db: Db,
  request: FastifyRequest,
  { account, status }: { account: Account; status: number },
): Promise<AuditEntry[]> {
  const { audit, method, url } = request
  if (!audit) return []
  const { ipAddress, requestedAt } = audit
  const memberships = await listMemberships(db, account)
  // An organization needs no address at which its member works for others.
  const isShared = memberships.length > 1
  return memberships.map(({ organizationId, userId }) => ({
    id: newId(),
    organizationId,
    actor: { kind: 'user', id: userId },
    method,
    path: loggedPath(url),
    status,
    ipAddress: isShared ? truncatedAddress(ipAddress) : ipAddress,
    requestedAt,
  }))
}

async function listMemberships(
  db: Db,
  account: Account,
): Promise<{ organizationId: string; userId: string }[]> {
  const isTheirs =
    'userId' in account ? sql`users.id = ${account.userId}` : sql`users.email = ${account.email}`
  const { rows } = await sql<{ organizationId: string; userId: string }>`
    select members.organization_id, members.user_id
    from users join members on members.user_id = users.id
    where ${isTheirs}`.execute(db)
  return rows
}
