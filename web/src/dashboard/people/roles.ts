import type { Role } from '../../api/members.ts'

/** What a role means, in few words; what exactly each may do is in the session. */
export const ROLES: Readonly<Record<Role, { label: string; about: string }>> = {
  viewer: { label: 'Viewer', about: 'Reads everything, changes nothing.' },
  member: { label: 'Member', about: 'Works with customers, plans and invoices.' },
  admin: { label: 'Admin', about: 'Also keys, refunds, settings and people.' },
  owner: { label: 'Owner', about: 'May do everything.' },
}

/** From who may least to who may most. */
export const ROLE_NAMES = ['viewer', 'member', 'admin', 'owner'] as const satisfies Role[]
