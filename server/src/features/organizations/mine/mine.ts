import type { Db } from '../../../platform/database.ts'
import type { Membership } from '../../auth/person-finder.ts'
import { listNamed } from '../queries.ts'
import type { MyOrganizationList } from './mine-schemas.ts'

/** Lists the organizations of the signed-in person, by name. */
export async function listMyOrganizations(
  db: Db,
  memberships: readonly Membership[],
): Promise<MyOrganizationList> {
  const roles = new Map(memberships.map(({ organizationId, role }) => [organizationId, role]))
  const organizations = await listNamed(db, [...roles.keys()])
  const results = organizations.flatMap(({ id, name, slug, createdAt }) => {
    const role = roles.get(id)
    return role === undefined ? [] : [{ id, name, slug, role, createdAt: createdAt.toISOString() }]
  })
  return { results }
}
