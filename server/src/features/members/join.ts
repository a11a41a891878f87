import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { insertMember, type NewMember } from './queries.ts'

/** Makes somebody a member; false when they are one already, whose role stays. */
export async function addMember(
  tx: Tx,
  member: Omit<NewMember, 'id'>,
  now: Date,
): Promise<boolean> {
  return insertMember(tx, { ...member, id: newId() }, now)
}
