import type { Role } from '../../../server/src/features/auth/permissions.ts'
import { createApi, createTestOrganization } from '../../../server/test/support/app.ts'
import { givenMember, type Person } from '../../../server/test/support/people.ts'
import type { Site } from './use-site.ts'

export { PASSWORD } from '../../../server/test/support/people.ts'

export type SignedIn = Person & {
  /** Of a session that was made by the API: a test that is not about signing in does not do it. */
  cookie: string
  /** Calls the API as that person, in the organization. */
  api: Awaited<ReturnType<typeof givenMember>>['browser']
}

export type Organization = { id: string; slug: string; name: string }

/** An organization of this name, with an owner who is signed in, and what calls with its key. */
export async function givenOrganization(site: Site, name: string) {
  const { id, secretKey } = await createTestOrganization(site.dependencies)
  const owner = await givenSignedIn(site, { role: 'owner', organizationId: id })
  const { slug } = await organizationOf(owner, id)
  await rename(site, id, name)
  return { organization: { id, slug, name }, owner, api: createApi(site.app, secretKey) }
}

/** A member of the organization with that role, who is signed in. */
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
