import type { Tx } from '../../platform/database.ts'
import { ROLES } from '../auth/permissions.ts'
import { addMember } from './join.ts'
import { listRoles } from './queries.ts'

/** Adds every existing user to the organization, in the highest role the user has anywhere. */
export async function addAllUsers(tx: Tx, organizationId: string, now: Date): Promise<void> {
  const byUser = Map.groupBy(await listRoles(tx), ({ userId }) => userId)
  for (const [userId, own] of byUser) {
    const role = ROLES.findLast((one) => own.some((member) => member.role === one))
    if (role) await addMember(tx, { organizationId, userId, role }, now)
  }
}
