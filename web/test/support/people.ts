import type { Role } from '../../../server/src/features/auth/permissions.ts'
import { createApi, createTestOrganization } from '../../../server/test/support/app.ts'
import { givenMember, type Person } from '../../../server/test/support/people.ts'
import type { Site } from './use-site.ts'

export { PASSWORD } from '../../../server/test/support/people.ts'

export type SignedIn = Person & {
  /** Cookie of a session created by the API, so that only tests of signing in use the form. */
  cookie: string
  /** Calls the API as this member of the organization. */
  api: Awaited<ReturnType<typeof givenMember>>['browser']
}

export type Organization = { id: string; slug: string; name: string }

/** Creates an organization with a signed-in owner, and a caller with its API key. */
export async function givenOrganization(site: Site, name: string) {
  const { id, secretKey } = await createTestOrganization(site.dependencies)
  const owner = await givenSignedIn(site, { role: 'owner', organizationId: id })
  const { slug } = await organizationOf(owner, id)
  await rename(site, id, name)
  return { organization: { id, slug, name }, owner, api: createApi(site.app, secretKey) }
}

/** Creates a signed-in member of the organization with this role. */
export async function givenSignedIn(
  site: Site,
  { role, organizationId }: { role: Role; organizationId: string },
): Promise<SignedIn> {
  const { browser, ...person } = await givenMember(site, { role, organizationId })
  return { ...person, cookie: browser.cookie(), api: browser }
}

async function organizationOf({ api }: SignedIn, id: string): Promise<Organization> {
  const { body } = await api.get('/v1/session')
  const memberships: { organization: Organization }[] = body.memberships
  const found = memberships.find(({ organization }) => organization.id === id)
  if (!found) throw new Error(`not a member of ${id}`)
  return found.organization
}

async function rename({ dependencies: { db } }: Site, id: string, name: string): Promise<void> {
  await db.updateTable('organizations').set({ name }).where('id', '=', id).execute()
}
