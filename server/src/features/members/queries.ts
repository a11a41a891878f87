import type { Tx } from '../../platform/database.ts'
import type { Role } from '../auth/permissions.ts'

export type NewMember = { id: string; organizationId: string; userId: string; role: Role }

/** False when the person is a member already. */
export async function insertMember(tx: Tx, member: NewMember, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('members')
    .values({ ...member, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
