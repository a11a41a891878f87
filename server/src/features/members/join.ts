import type { Db, Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { findMemberByEmail, insertMember, type NewMember } from './queries.ts'

/** Adds a member and returns its id; undefined when the user is already a member. */
export async function addMember(
  tx: Tx,
  member: Omit<NewMember, 'id'>,
  now: Date,
): Promise<string | undefined> {
  const id = newId()
  return (await insertMember(tx, { ...member, id }, now)) ? id : undefined
}

export async function isMember(
  db: Db,
  key: { organizationId: string; email: string },
): Promise<boolean> {
  return (await findMemberByEmail(db, key)) !== undefined
}
