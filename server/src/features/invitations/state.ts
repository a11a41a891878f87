import { AppError } from '../../platform/errors.ts'
import { mayRole, type Role } from '../auth/permissions.ts'

export const STATES = ['pending', 'accepted', 'expired', 'withdrawn'] as const
export type State = (typeof STATES)[number]

type Invitation = {
  status: 'pending' | 'accepted' | 'withdrawn'
  role: Role
  expiresAt: Date
  /** Null when whoever invited left. */
  inviterRole: Role | null
}

/** An invitation stands as long as whoever invited might still invite to that role. */
export function stateOf({ status, role, expiresAt, inviterRole }: Invitation, now: Date): State {
  if (status !== 'pending') return status
  const mayInvite =
    inviterRole !== null && mayRole(inviterRole, role === 'owner' ? 'owners' : 'people')
  if (!mayInvite) return 'withdrawn'
  return expiresAt <= now ? 'expired' : 'pending'
}

/** Says why an invitation cannot be accepted any more. */
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
