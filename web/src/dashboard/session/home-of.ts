import type { Session } from '../../api/api-types.ts'
import { readPreference } from '../../ui/preferences/preferences.ts'

/** The home of the organization that was looked at last; undefined for whoever is in none. */
export function homeOf({ memberships }: Pick<Session, 'memberships'>) {
  const slugs = memberships.map(({ organization }) => organization.slug)
  const last = readPreference('organization')
  const slug = slugs.find((candidate) => candidate === last) ?? slugs[0]
  return slug === undefined ? undefined : ({ to: '/o/$slug/home', params: { slug } } as const)
}
