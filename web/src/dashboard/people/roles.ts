import type { Role } from '../../api/members.ts'

/** What a role means, in few words; what exactly each may do is in the session. */
export const ROLES: Readonly<Record<Role, { label: string; about: string }>> = {
  viewer: { label: 'Viewer', about: 'Can read everything but change nothing.' },
  member: { label: 'Member', about: 'Works with customers, plans and invoices.' },
  admin: { label: 'Admin', about: 'Also manages keys, refunds, settings and members.' },
  owner: { label: 'Owner', about: 'Full access.' },
}

/** From who may least to who may most. */
export const ROLE_NAMES = ['viewer', 'member', 'admin', 'owner'] as const satisfies Role[]
