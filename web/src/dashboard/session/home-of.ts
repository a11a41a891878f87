import type { Session } from '../../api/api-types.ts'
import { readPreference } from '../../ui/preferences/preferences.ts'

/** Returns the home page of the last visited organization; undefined without any membership. */
export function homeOf({ memberships }: Pick<Session, 'memberships'>) {
  const slugs = memberships.map(({ organization }) => organization.slug)
  const last = readPreference('organization')
  const slug = slugs.find((candidate) => candidate === last) ?? slugs[0]
  return slug === undefined ? undefined : ({ to: '/o/$slug/home', params: { slug } } as const)
}
