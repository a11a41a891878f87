import { AppError } from '../../platform/errors.ts'
import { mayRole, type Role } from '../auth/permissions.ts'

export const STATES = ['pending', 'accepted', 'expired', 'withdrawn'] as const
export type State = (typeof STATES)[number]

type Invitation = {
  status: 'pending' | 'accepted' | 'withdrawn'
  role: Role
  expiresAt: Date
  /** Null when the inviter has left. */
  inviterRole: Role | null
}

/**
 * Returns the state; an invitation stays valid only while its inviter may still invite to that
 * role.
 */
export function stateOf({ status, role, expiresAt, inviterRole }: Invitation, now: Date): State {
  if (status !== 'pending') return status
  const mayInvite =
    inviterRole !== null && mayRole(inviterRole, role === 'owner' ? 'owners' : 'people')
  if (!mayInvite) return 'withdrawn'
  return expiresAt <= now ? 'expired' : 'pending'
}

/** Throws with the reason when an invitation can no longer be accepted. */
export function refuseUnlessPending(invitation: Invitation, now: Date): void {
  switch (stateOf(invitation, now)) {
    case 'pending':
      return
    case 'accepted':
      throw new AppError('invitation_used', 'This invitation was already accepted; sign in')
    case 'expired':
      throw new AppError(
        'invitation_expired',
        'This invitation has expired; ask the organization for a new one',
      )
    case 'withdrawn':
      throw new AppError(
        'invitation_withdrawn',
        'This invitation was withdrawn; ask the organization for a new one',
      )
  }
}
