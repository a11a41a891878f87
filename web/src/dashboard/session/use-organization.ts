import { getRouteApi } from '@tanstack/react-router'
import type { PermissionName } from '../../api/session.ts'
import { useSession } from './use-session.ts'

const route = getRouteApi('/o/$slug')

/** Returns the organization of the URL, with the user's permissions in it. */
export function useOrganization() {
  const { slug } = route.useParams()
  const loaded = route.useRouteContext().membership
  const session = useSession()
  // The session has a changed role immediately.
  const membership = session.memberships.find((one) => one.organization.slug === slug) ?? loaded
  const refusalOf = (permission: PermissionName): string | undefined => {
    if (membership.permissions.includes(permission)) return undefined
    const row = session.permissions.find(({ name }) => name === permission)
    return row === undefined ? undefined : `Only ${inWords(row.roles)} can ${row.description}`
  }
  return {
    slug,
    id: membership.organization.id,
    name: membership.organization.name,
    role: membership.role,
    memberId: membership.memberId,
    may: (permission: PermissionName) => membership.permissions.includes(permission),
    /** Returns which roles have a permission, if this user does not. */
    refusalOf,
  }
}

function inWords(roles: readonly string[]): string {
  const names = roles.map((role) => `${role}s`)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
