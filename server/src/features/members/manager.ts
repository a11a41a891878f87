import { lockRows } from '../../platform/advisory-lock.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mayRole, type Permission, type Role, whoMay } from '../auth/permissions.ts'
import { findMemberByUser } from './queries.ts'

/** Who manages people, and where. */
export type Manager = { organizationId: string; userId: string }

/** Until the transaction ends, nobody else changes who is a member of the organization, and as what. */
export async function lockPeople(tx: Tx, organizationId: string): Promise<void> {
  await lockRows(tx, { table: 'members', organizationId, ids: [organizationId] }, 'update')
}

/**
 * Looks again, under the lock, whether the person may give or take these roles: they may have been
 * removed since their request began.
 */
export async function requireManager(
  tx: Tx,
  manager: Manager,
  roles: readonly Role[],
): Promise<void> {
  if (await mayManage(tx, manager, roles)) return
  throw new AppError('role_too_low', whoMay(neededFor(roles)))
}

/** Whether somebody is a member who may give or take these roles. */
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
