import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../src/features/members/join.ts'
import { createTestApp, createTestOrganization } from '../support/app.ts'
import { createBrowser, givenMember, givenPerson, signInAs } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

const t = useTestApp()
type Member = Awaited<ReturnType<typeof givenMember>>
let owner: Member

beforeAll(async () => {
  owner = await givenMember(t, { role: 'owner' })
})

const slugOf = async (id: string) => {
  const { rows } = await t.database.pool.query('select slug from organizations where id = $1', [id])
  return rows[0].slug as string
}
const rename = (slug: unknown, browser = owner.browser) =>
  browser.patch('/v1/organization/slug', { slug })

describe('GET /v1/organizations', () => {
  test('lists those of the signed-in person, with the role in each, and no others', async () => {
    const second = await createTestOrganization(t.dependencies)
    await createTestOrganization(t.dependencies)
    const { userId, email } = await givenPerson(t, { role: 'viewer', organizationId: second.id })
    await t.dependencies.db
      .transaction()
      .execute((tx) =>
        addMember(tx, { organizationId: t.organization.id, userId, role: 'admin' }, new Date()),
      )
    const browser = await signInAs(t, { email })
    const { status, body } = await browser.get('/v1/organizations')
    expect(status).toBe(200)
    const found = body.results.map(({ id, role, slug }: Record<string, string>) => [id, role, slug])
    expect(found.toSorted()).toEqual(
      [
        [t.organization.id, 'admin', await slugOf(t.organization.id)],
        [second.id, 'viewer', await slugOf(second.id)],
      ].toSorted(),
    )
  })

  test('is empty for a person without one, and refused for API keys', async () => {
    const browser = await signInAs(t, await givenPerson(t))
    expect((await browser.get('/v1/organizations')).body).toEqual({ results: [] })
    expect((await t.api.get('/v1/organizations')).status).toBe(403)
  })
})

describe('changing the slug', () => {
  test('takes effect in every process immediately', async () => {
    const { id: organizationId } = await createTestOrganization(t.dependencies)
    const { browser } = await givenMember(t, { role: 'owner', organizationId })
    const other = await createTestApp({ database: t.database })
    const at = (organization: string, app: typeof t = t) =>
      createBrowser(app, { cookie: browser.cookie(), organization }).get('/v1/customers')
    const before = await slugOf(organizationId)
    expect((await at(before)).status).toBe(200)
    expect((await at(before, other)).status).toBe(200)
    const { status, body } = await rename('a-new-name', browser)
    expect(status).toBe(200)
    expect(body).toEqual({ id: organizationId, name: 'Test organization', slug: 'a-new-name' })
    await eventually(async () => {
      expect((await at('a-new-name')).status).toBe(200)
      expect((await at(before)).status).toBe(404)
      expect((await at('a-new-name', other)).status).toBe(200)
      expect((await at(before, other)).status).toBe(404)
    })
    await other.app.close()
    await other.dependencies.close()
  })

  test.each(['settings', 'api', 'new'])('refuses the reserved word %s', async (slug) => {
    const { status, body } = await rename(slug)
    expect(status).toBe(400)
    expect(body.message).toContain('choose another')
  })

  test.each([
    ['capitals', 'Acme'],
    ['spaces', 'a b'],
    ['two hyphens', 'a--b'],
    ['a hyphen at the end', 'a-'],
    ['nothing', ''],
    ['an id', '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'],
    ['other letters', 'ä'],
    ['no text', 7],
  ])('refuses %s', async (_, slug) => {
    expect((await rename(slug)).status).toBe(400)
  })

  test('refuses the slug of another organization, also for concurrent requests', async () => {
    const { id: organizationId } = await createTestOrganization(t.dependencies)
    const { browser } = await givenMember(t, { role: 'owner', organizationId })
    expect((await rename(await slugOf(t.organization.id), browser)).status).toBe(409)
    const answers = await Promise.all([rename('wanted'), rename('wanted', browser)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each(['viewer', 'member', 'admin'] as const)('is not for a %s', async (role) => {
    const { browser } = await givenMember(t, { role })
    const { status, body } = await rename('mine-now', browser)
    expect(status).toBe(403)
    expect(body.message).toBe("Only owners can change the organization's address")
  })
})
