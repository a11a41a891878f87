import { getRouteApi } from '@tanstack/react-router'
import type { PermissionName } from '../../api/session.ts'
import { useSession } from './use-session.ts'

const route = getRouteApi('/o/$slug')

/** The organization of the address, and what the person may do in it. */
export function useOrganization() {
  const { slug } = route.useParams()
  const loaded = route.useRouteContext().membership
  const session = useSession()
  // A role that changed meanwhile counts at once.
  const membership = session.memberships.find((one) => one.organization.slug === slug) ?? loaded
  const refusalOf = (permission: PermissionName): string | undefined => {
    if (membership.permissions.includes(permission)) return undefined
    const row = session.permissions.find(({ name }) => name === permission)
    return row === undefined ? undefined : `Only ${inWords(row.roles)} can ${row.description}`
  }
  return {
    slug,
    name: membership.organization.name,
    role: membership.role,
    memberId: membership.memberId,
    may: (permission: PermissionName) => membership.permissions.includes(permission),
    /** Who may, for somebody who may not. */
    refusalOf,
  }
}

function inWords(roles: readonly string[]): string {
  const names = roles.map((role) => `${role}s`)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
