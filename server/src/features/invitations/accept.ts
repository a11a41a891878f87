import type { Db, Tx } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { SignedIn } from '../auth/person-finder.ts'
import type { MemberPrincipal } from '../auth/principal.ts'
import { addMember } from '../members/join.ts'
import { lockMembers } from '../members/manager.ts'
import { createUser, findUser, findUserByEmail, newUserOf } from '../sessions/users.ts'
import * as queries from './queries.ts'
import type { Acceptance, Accepted, InvitationLink } from './schemas.ts'
import { refuseUnlessPending, stateOf } from './state.ts'
import { tokenHash } from './token.ts'

export async function readLink(db: Db, token: string, now: Date): Promise<InvitationLink> {
  const invitation = await findByToken(db, token)
  const [organization, user] = await Promise.all([
    queries.findOrganization(db, invitation.organizationId),
    findUserByEmail(db, invitation.email),
  ])
  const { email, role, expiresAt, inviterName } = invitation
  return {
    status: stateOf(invitation, now),
    organization: { name: organization.name },
    inviter: { name: inviterName },
    email,
    role,
    expiresAt: expiresAt.toISOString(),
    hasAccount: user !== undefined,
  }
}

export type Joined = Accepted & {
  principal: MemberPrincipal
  /** The newly created account, which the caller signs in. */
  created: { email: string; password: string } | undefined
}

/**
 * Accepts an invitation for the signed-in person with the invited address, or for a new person. Of
 * concurrent requests, one succeeds.
 */
export async function accept(
  db: Db,
  { token, person, sent }: { token: string; person: SignedIn | undefined; sent: Acceptance },
  now: Date,
): Promise<Joined> {
  const found = await findByToken(db, token)
  refuseUnlessPending(found, now)
  const joiner = person
    ? await signedInJoiner(db, person, found.email)
    : await newJoiner(db, sent, found.email)
  return db.transaction().execute(async (tx) => {
    const { organizationId } = found
    await lockMembers(tx, organizationId)
    const invitation = await findByToken(tx, token)
    refuseUnlessPending(invitation, now)
    const userId = await joiner.userId(tx, now)
    const { id, role } = invitation
    const memberId = await addMember(tx, { organizationId, userId, role }, now)
    if (memberId === undefined) {
      throw new AppError('already_member', 'You are already a member; open the organization')
    }
    await queries.markInvitation(tx, { organizationId, id, status: 'accepted' }, now)
    return {
      organization: await queries.findOrganization(tx, organizationId),
      principal: { kind: 'user', organizationId, userId, memberId, role },
      created: joiner.created,
    }
  })
}

type Joiner = {
  userId: (tx: Tx, now: Date) => Promise<string>
  created: Joined['created']
}

async function signedInJoiner(db: Db, { userId }: SignedIn, email: string): Promise<Joiner> {
  const user = await findUser(db, userId)
  if (user?.email !== email) {
    throw new AppError(
      'invitation_for_another',
      `This invitation is for ${email}; sign out, and accept it as that person`,
    )
  }
  return { userId: async () => userId, created: undefined }
}

async function newJoiner(db: Db, { name, password }: Acceptance, email: string): Promise<Joiner> {
  const signInFirst = () =>
    new AppError('sign_in_first', `${email} has an account: sign in with it, then accept`)
  if (await findUserByEmail(db, email)) throw signInFirst()
  if (name === undefined || password === undefined) {
    throw new AppError('missing_field', [
      ...(name === undefined ? ['name is required to create an account'] : []),
      ...(password === undefined ? ['password is required to create an account'] : []),
    ])
  }
  const user = await newUserOf({ name, email, password })
  return {
    userId: async (tx, now) => {
      const id = await createUser(tx, user, now)
      if (id === undefined) throw signInFirst()
      return id
    },
    created: { email, password },
  }
}

async function findByToken(db: Db, token: string) {
  return (await queries.findInvitationByToken(db, tokenHash(token))) ?? notFound('Invitation')
}
