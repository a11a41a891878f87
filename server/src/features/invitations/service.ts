import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { type PrivateMailDeps, sendPrivateMail } from '../../platform/mail/private-mail.ts'
import type { MemberPrincipal } from '../auth/principal.ts'
import { isMember } from '../members/join.ts'
import { lockMembers, requireManager } from '../members/manager.ts'
import { signInEmail } from '../sessions/users.ts'
import { toBody } from './body.ts'
import { invitationMail } from './mail.ts'
import * as queries from './queries.ts'
import type {
  InvitationCreate,
  InvitationList,
  InvitationListQuery,
  SentInvitation,
} from './schemas.ts'
import { stateOf } from './state.ts'
import { invitationUrl, newToken, tokenHash } from './token.ts'

export type InviteDeps = PrivateMailDeps & {
  db: Db
  config: PrivateMailDeps['config'] & { publicUrl: string; mailLimit: number }
}

const VALID_FOR_MS = 7 * 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

export async function listInvitations(
  db: Db,
  organizationId: string,
  query: InvitationListQuery,
  now: Date,
): Promise<InvitationList> {
  const page = pageOf(query)
  const { status, sortBy, sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = { organizationId, status, updatedSince, now }
  const { rows, total } = await queries.listInvitations(db, filter, { ...page, sortBy, sortOrder })
  return listAnswer(
    page,
    rows.map((row) => toBody(row, now)),
    total,
  )
}

/** Invites an address. The link is sent by mail or returned to the inviter. */
export async function invite(
  deps: InviteDeps,
  manager: MemberPrincipal,
  { email: sent, role }: InvitationCreate,
  now: Date,
): Promise<SentInvitation> {
  const { organizationId, userId: inviterId } = manager
  const email = signInEmail(sent)
  const token = newToken()
  const id = newId()
  await deps.db.transaction().execute(async (tx) => {
    await lockMembers(tx, organizationId)
    await requireManager(tx, manager, [role])
    await refuseMembers(tx, { organizationId, email })
    await makeRoom(tx, { organizationId, email }, now)
    await refuseAboveLimit(tx, { organizationId, limit: deps.config.mailLimit }, now)
    const link = { inviterId, tokenHash: tokenHash(token), expiresAt: expiryAfter(now) }
    await queries.insertInvitation(tx, { organizationId, id, email, role, ...link }, now)
  })
  return send(deps, { organizationId, id, token }, now)
}

/** Replaces the link; the previous one becomes invalid. */
export async function inviteAgain(
  deps: InviteDeps,
  manager: MemberPrincipal,
  id: string,
  now: Date,
): Promise<SentInvitation> {
  const { organizationId, userId: inviterId } = manager
  const token = newToken()
  await deps.db.transaction().execute(async (tx) => {
    const { email } = await lockOpen(tx, manager, id)
    await refuseMembers(tx, { organizationId, email })
    await refuseAboveLimit(tx, { organizationId, limit: deps.config.mailLimit }, now)
    const link = { inviterId, tokenHash: tokenHash(token), expiresAt: expiryAfter(now) }
    await queries.updateLink(tx, { organizationId, id, ...link }, now)
  })
  return send(deps, { organizationId, id, token }, now)
}

export async function withdraw(
  db: Db,
  manager: MemberPrincipal,
  id: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { organizationId } = await lockOpen(tx, manager, id)
    await queries.markInvitation(tx, { organizationId, id, status: 'withdrawn' }, now)
  })
}

/** Locks an invitation that was neither accepted nor withdrawn; it may be expired. */
async function lockOpen(tx: Tx, manager: MemberPrincipal, id: string) {
  const { organizationId } = manager
  await lockMembers(tx, organizationId)
  const invitation = await queries.findInvitation(tx, { organizationId, id })
  if (!invitation) return notFound('Invitation')
  await requireManager(tx, manager, [invitation.role])
  if (invitation.status === 'accepted') {
    throw new AppError('invitation_used', 'This invitation was accepted; manage the member instead')
  }
  if (invitation.status === 'withdrawn') {
    throw new AppError('invitation_withdrawn', 'This invitation was withdrawn; invite again')
  }
  return invitation
}

async function refuseMembers(
  tx: Tx,
  key: { organizationId: string; email: string },
): Promise<void> {
  if (!(await isMember(tx, key))) return
  throw new AppError('already_member', `${key.email} is already a member; change the role instead`)
}

/** Withdraws an invitation that can no longer be accepted, to make room for a new one. */
async function makeRoom(
  tx: Tx,
  key: { organizationId: string; email: string },
  now: Date,
): Promise<void> {
  const before = await queries.findPending(tx, key)
  if (!before) return
  if (stateOf(before, now) === 'pending') {
    throw new AppError(
      'already_invited',
      `${key.email} was already invited; resend that invitation, or withdraw it first`,
    )
  }
  await queries.markInvitation(tx, { ...before, status: 'withdrawn' }, now)
}

async function refuseAboveLimit(
  tx: Tx,
  { organizationId, limit }: { organizationId: string; limit: number },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS)
  if (limit === 0 || (await queries.countSentSince(tx, { organizationId, since })) < limit) return
  throw new AppError(
    'rate_limited',
    `Your organization may invite ${limit} people per hour; try again later`,
    {
      retryAfterSeconds: HOUR_MS / 1_000,
    },
  )
}

const expiryAfter = (now: Date) => new Date(now.getTime() + VALID_FOR_MS)

async function send(
  deps: InviteDeps,
  { token, ...key }: ScopedId & { token: string },
  now: Date,
): Promise<SentInvitation> {
  const [row, { name: organization }] = await Promise.all([
    queries.findInvitation(deps.db, key),
    queries.findOrganization(deps.db, key.organizationId),
  ])
  if (!row) return notFound('Invitation')
  const url = invitationUrl(deps.config.publicUrl, token)
  const facts = { id: newId(), email: row.email, inviter: row.inviterName, organization, url }
  const outcome = await sendPrivateMail(deps, invitationMail(facts), now)
  const body = toBody(row, now)
  if (outcome === 'sent') return { ...body, delivery: 'mailed', url: null }
  return { ...body, delivery: outcome === 'no_server' ? 'link' : 'failed', url }
}
