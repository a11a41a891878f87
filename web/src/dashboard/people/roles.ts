import type { Role } from '../../api/members.ts'

/** Short descriptions of roles; the session has the exact permissions. */
export const ROLES: Readonly<Record<Role, { label: string; about: string }>> = {
  viewer: { label: 'Viewer', about: 'Can read everything but change nothing.' },
  member: { label: 'Member', about: 'Works with customers, plans and invoices.' },
  admin: { label: 'Admin', about: 'Also manages keys, refunds, settings and members.' },
  owner: { label: 'Owner', about: 'Full access.' },
}

/** In order of increasing permissions. */
export const ROLE_NAMES = ['viewer', 'member', 'admin', 'owner'] as const satisfies Role[]
