import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import type { Role } from '../auth/permissions.ts'
import type { MemberPrincipal } from '../auth/principal.ts'
import { toBody } from './body.ts'
import { lockMembers, requireManager } from './manager.ts'
import * as queries from './queries.ts'
import type { Member, MemberList, MemberListQuery } from './schemas.ts'

export async function listMembers(
  db: Db,
  { organizationId, userId }: MemberPrincipal,
  query: MemberListQuery,
): Promise<MemberList> {
  const page = pageOf(query)
  const { search, sortBy = 'createdAt', sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const { rows, total } = await queries.listMembers(
    db,
    { organizationId, search, updatedSince },
    { ...page, sortBy, sortOrder },
  )
  return listAnswer(
    page,
    rows.map((row) => toBody(row, userId)),
    total,
  )
}

/** Changes a role. Only owners grant or revoke ownership, and one owner always remains. */
export async function changeRole(
  db: Db,
  manager: MemberPrincipal,
  { id, role }: { id: string; role: Role },
  now: Date,
): Promise<Member> {
  const key = { organizationId: manager.organizationId, id }
  return db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, key)
    await requireManager(tx, manager, [member.role, role])
    if (role !== 'owner') await keepAnOwner(tx, key.organizationId, member)
    await queries.updateRole(tx, { ...key, role }, now)
    return toBody({ ...member, role }, manager.userId)
  })
}

export async function removeMember(db: Db, manager: MemberPrincipal, id: string): Promise<void> {
  const key = { organizationId: manager.organizationId, id }
  await db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, key)
    await requireManager(tx, manager, [member.role])
    await keepAnOwner(tx, key.organizationId, member)
    await queries.deleteMember(tx, key)
  })
}

export async function leave(
  db: Db,
  { organizationId, memberId: id }: MemberPrincipal,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, { organizationId, id })
    await keepAnOwner(tx, organizationId, member)
    await queries.deleteMember(tx, { organizationId, id })
  })
}

async function lockMember(tx: Tx, key: { organizationId: string; id: string }) {
  await lockMembers(tx, key.organizationId)
  return (await queries.findMember(tx, key)) ?? notFound('Member')
}

async function keepAnOwner(
  tx: Tx,
  organizationId: string,
  { role }: { role: Role },
): Promise<void> {
  if (role !== 'owner' || (await queries.countOwners(tx, organizationId)) > 1) return
  throw new AppError('last_owner', 'This is the last owner; make another member an owner first')
}
