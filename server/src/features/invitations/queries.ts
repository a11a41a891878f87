import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { listPage, type SortedPage } from '../../platform/list.ts'
import type { Role } from '../auth/permissions.ts'
import type { State } from './state.ts'

/** Joins the inviter and the inviter's current role, which is null after the inviter left. */
const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.inviterId')
    .leftJoin('members', (join) =>
      join
        .onRef('members.userId', '=', 'invitations.inviterId')
        .onRef('members.organizationId', '=', 'invitations.organizationId'),
    )
    .select(['invitations.id', 'invitations.organizationId', 'invitations.email'])
    .select(['invitations.role', 'invitations.status', 'invitations.createdAt'])
    .select('invitations.updatedAt')
    .select(['invitations.expiresAt', 'invitations.acceptedAt'])
    .select(['users.id as inviterId', 'users.name as inviterName', 'members.role as inviterRole'])

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

export function findInvitation(db: Db, { organizationId, id }: ScopedId) {
  return selectInvitations(db)
    .where('invitations.organizationId', '=', organizationId)
    .where('invitations.id', '=', id)
    .executeTakeFirst()
}

/** Finds an invitation by the hash of its token, in any organization. */
export function findInvitationByToken(db: Db, hash: Buffer) {
  return selectInvitations(db).where('invitations.tokenHash', '=', hash).executeTakeFirst()
}

export function findPending(
  db: Db,
  { organizationId, email }: { organizationId: string; email: string },
) {
  return selectInvitations(db)
    .where('invitations.organizationId', '=', organizationId)
    .where('invitations.email', '=', email)
    .where('invitations.status', '=', sql.lit('pending'))
    .executeTakeFirst()
}

/** Computes `stateOf` in SQL. */
const stateAt = (now: Date) => sql<State>`case
  when invitations.status <> 'pending' then invitations.status
  when members.role is null or members.role not in ('admin', 'owner')
    or (invitations.role = 'owner' and members.role <> 'owner') then 'withdrawn'
  when invitations.expires_at <= ${now} then 'expired'
  else 'pending' end`

type InvitationFilter = {
  organizationId: string
  status: State | undefined
  updatedSince: Date | undefined
  now: Date
}

const SORT = { createdAt: sql`invitations.created_at`, updatedAt: sql`invitations.updated_at` }

export function listInvitations(
  db: Db,
  { organizationId, status, updatedSince, now }: InvitationFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let invitations = selectInvitations(db).where('invitations.organizationId', '=', organizationId)
  if (status !== undefined) invitations = invitations.where(stateAt(now), '=', status)
  if (updatedSince !== undefined) {
    invitations = invitations.where('invitations.updatedAt', '>=', updatedSince)
  }
  return listPage(invitations, { ...page, orderBy: SORT[sortBy], id: 'invitations.id' })
}

/** Counts invitations sent or resent since an instant. */
export async function countSentSince(
  tx: Tx,
  { organizationId, since }: { organizationId: string; since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('updatedAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type NewInvitation = ScopedId & {
  email: string
  role: Role
  inviterId: string
  tokenHash: Buffer
  expiresAt: Date
}

export async function insertInvitation(
  tx: Tx,
  invitation: NewInvitation,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({ ...invitation, status: 'pending', createdAt: now, updatedAt: now })
    .execute()
}

export async function updateLink(
  tx: Tx,
  { organizationId, id, ...link }: Omit<NewInvitation, 'email' | 'role'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ ...link, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function markInvitation(
  tx: Tx,
  { organizationId, id, status }: ScopedId & { status: 'accepted' | 'withdrawn' },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ status, updatedAt: now, ...(status === 'accepted' ? { acceptedAt: now } : {}) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export function findOrganization(db: Db, id: string) {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
