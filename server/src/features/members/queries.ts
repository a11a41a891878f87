import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'
import type { Role } from '../auth/permissions.ts'

const selectMembers = (db: Db, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['members.id', 'members.userId', 'members.role', 'members.createdAt'])
    .select('members.updatedAt')
    .select(['users.name', 'users.email'])
    .where('members.organizationId', '=', organizationId)

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>

export function findMember(db: Db, { organizationId, id }: ScopedId) {
  return selectMembers(db, organizationId).where('members.id', '=', id).executeTakeFirst()
}

export function findMemberByUser(
  db: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
) {
  return selectMembers(db, organizationId).where('members.userId', '=', userId).executeTakeFirst()
}

export function findMemberByEmail(
  db: Db,
  { organizationId, email }: { organizationId: string; email: string },
) {
  return selectMembers(db, organizationId).where('users.email', '=', email).executeTakeFirst()
}

const SORT = {
  createdAt: sql`members.created_at`,
  name: sql`lower(users.name)`,
  updatedAt: sql`members.updated_at`,
}

type MemberFilter = {
  organizationId: string
  search: string | undefined
  updatedSince: Date | undefined
}

export function listMembers(
  db: Db,
  { organizationId, search, updatedSince }: MemberFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let members = selectMembers(db, organizationId)
  if (updatedSince !== undefined) members = members.where('members.updatedAt', '>=', updatedSince)
  if (search !== undefined) members = members.where(contains(['users.name', 'users.email'], search))
  return listPage(members, { ...page, orderBy: SORT[sortBy], id: 'members.id' })
}

export async function countOwners(tx: Tx, organizationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('role', '=', sql.lit('owner'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists the role of every member in every organization. */
export function listRoles(tx: Tx): Promise<{ userId: string; role: Role }[]> {
  return tx
    .selectFrom('members')
    .select(['userId', sql<Role>`role`.as('role')])
    .execute()
}

export type NewMember = { id: string; organizationId: string; userId: string; role: Role }

/** Returns false when the person is already a member. */
export async function insertMember(tx: Tx, member: NewMember, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('members')
    .values({ ...member, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function updateRole(
  tx: Tx,
  { organizationId, id, role }: ScopedId & { role: Role },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteMember(tx: Tx, { organizationId, id }: ScopedId): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
