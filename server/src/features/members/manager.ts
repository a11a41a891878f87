import { lockRows } from '../../platform/advisory-lock.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mayRole, type Permission, type Role, whoMay } from '../auth/permissions.ts'
import { findMemberByUser } from './queries.ts'

/** The user who manages members, and the organization. */
export type Manager = { organizationId: string; userId: string }

/** Serializes changes of the organization's members and roles until the transaction ends. */
export async function lockMembers(tx: Tx, organizationId: string): Promise<void> {
  await lockRows(tx, { table: 'members', organizationId, ids: [organizationId] }, 'update')
}

/**
 * Checks again, under the lock, that the user may grant or revoke these roles. The user may have
 * been removed since the request began.
 */
export async function requireManager(
  tx: Tx,
  manager: Manager,
  roles: readonly Role[],
): Promise<void> {
  if (await mayManage(tx, manager, roles)) return
  throw new AppError('role_too_low', whoMay(neededFor(roles)))
}

/** True if the user is a member who may grant or revoke these roles. */
export async function mayManage(
  tx: Tx,
  manager: Manager,
  roles: readonly Role[],
): Promise<boolean> {
  const member = await findMemberByUser(tx, manager)
  return member !== undefined && mayRole(member.role, neededFor(roles))
}

const neededFor = (roles: readonly Role[]): Permission =>
  roles.includes('owner') ? 'owners' : 'people'
