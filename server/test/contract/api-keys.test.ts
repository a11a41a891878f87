import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/features/auth/permissions.ts'
import { createApi, createTestApp, createTestOrganization } from '../support/app.ts'
import { ABSENT, unique } from '../support/given.ts'
import { type Browser, createBrowser, givenMember } from '../support/people.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { llm } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

const KEYS = '/v1/api-keys'

const t = useTestApp()
const browsers = {} as Record<Role, Browser>
let owner: Browser
let stranger: Browser
let ownersName: { id: string; name: string; email: string }

beforeAll(async () => {
  for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
    const { browser, userId: id, name, email } = await givenMember(t, { role })
    browsers[role] = browser
    ownersName = { id, name, email }
  }
  owner = browsers.owner
  const { id: organizationId } = await createTestOrganization(t.dependencies)
  stranger = (await givenMember(t, { role: 'owner', organizationId })).browser
})

async function createKey(fields: object = {}, browser = owner) {
  const body = { name: unique('key'), type: 'secret', ...fields }
  const answer = await browser.post(KEYS, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

const listed = async (query = '') => (await owner.get(`${KEYS}?limit=100${query}`)).body.results

describe('a key that a person makes', () => {
  test('is shown once, works at once, and is in the list without its value', async () => {
    const { key, ...shown } = await createKey({ name: 'backend' })
    expect(key).toMatch(/^pw_sk_test_[\w-]{43}$/)
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'backend',
      type: 'secret',
      scope: 'full',
      environment: 'test',
      hint: `pw_sk_test_…${key.slice(-4)}`,
      createdBy: ownersName,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
    })
    expect((await createApi(t.app, key).get('/v1/verify')).status).toBe(200)
    const [row] = (await listed()).filter(({ id }: { id: string }) => id === shown.id)
    expect(row).toEqual({ ...shown, lastUsedAt: expect.any(String) })
  })

  test('has the type and the scope that were asked for', async () => {
    const publishable = await createKey({ type: 'publishable' })
    expect(publishable.key).toMatch(/^pw_pk_test_/)
    expect((await createApi(t.app, publishable.key).get('/v1/customers')).status).toBe(403)
    const worker = await createKey({ scope: 'record' })
    expect(worker.scope).toBe('record')
    const api = createApi(t.app, worker.key)
    expect((await api.record(llm())).status).toBe(200)
    expect((await api.get('/v1/events')).status).toBe(403)
  })

  test.each([
    [{ name: 'x', type: 'publishable', scope: 'record' }, 'Only a secret key'],
    [{ name: 'x', type: 'secret', organizationId: ABSENT }, 'organizationId'],
    [{ name: 'x', type: 'secret', environment: 'live' }, 'environment'],
    [{ name: 'x', type: 'secret', createdBy: ABSENT }, 'createdBy'],
    [{ name: 'x', type: 'secret', hash: 'aa', key: 'pw_sk_test_mine' }, 'hash'],
  ])('is refused as %j, and nothing is made', async (body, named) => {
    await storesNothing(t.database.pool, async () => {
      const answer = await owner.post(KEYS, body)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body.message)).toContain(named)
    })
  })

  test('is in no table and no log, also when the request is repeatable and repeated', async () => {
    const headers = { 'idempotency-key': 'once' }
    const repeatable = givenBrowserWith(headers)
    const body = { name: 'repeatable', type: 'secret' }
    const first = await repeatable.post(KEYS, body)
    const second = await repeatable.post(KEYS, body)
    expect(first.status).toBe(201)
    expect(second.body).toEqual({ ...first.body, key: null })
    expect(await listed('&search=repeatable')).toHaveLength(1)
    const { key } = first.body
    await createApi(t.app, key).get(`/v1/services/${key}`)
    const { rows: tables } = await t.database.pool.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(30)
    for (const { name } of tables) {
      const { rows } = await t.database.pool.query(
        `select count(*)::int as count from ${name} r where r::text like '%' || $1 || '%'`,
        [key.slice(-43)],
      )
      expect(rows[0].count, name).toBe(0)
    }
  })
})

function givenBrowserWith(headers: Record<string, string>): Browser {
  return createBrowser(t, { cookie: owner.cookie(), organization: t.organization.id, headers })
}

describe('the list of keys', () => {
  test('includes keys of the command line, and finds by name, hint and state', async () => {
    const secret = (await listed()).find(({ name }: { name: string }) => name === 'secret')
    expect(secret.createdBy).toBeNull()
    const key = await createKey({ name: 'Zebra crossing' })
    expect((await listed('&search=zebra')).map(({ id }: { id: string }) => id)).toEqual([key.id])
    const hint = encodeURIComponent(key.hint.slice(-4))
    expect((await listed(`&search=${hint}`)).map(({ id }: { id: string }) => id)).toContain(key.id)
    expect((await owner.delete(`${KEYS}/${key.id}`)).status).toBe(204)
    const idsOf = async (query: string) => (await listed(query)).map(({ id }: { id: string }) => id)
    expect(await idsOf('&isRevoked=true')).toContain(key.id)
    expect(await idsOf('&isRevoked=false')).not.toContain(key.id)
  })

  test('has separate pages for each organization', async () => {
    const { id } = await createKey()
    const theirs = (await stranger.get(KEYS)).body.results
    expect(theirs.map((one: { id: string }) => one.id)).not.toContain(id)
    expect(theirs.length).toBeGreaterThan(0)
  })
})

describe('revoking', () => {
  test('takes effect on the next request, in the process that did it and in the others', async () => {
    const other = await createTestApp({ database: t.database })
    const { id, key } = await createKey()
    const [here, there] = [createApi(t.app, key), createApi(other.app, key)]
    expect((await here.get('/v1/verify')).status).toBe(200)
    expect((await there.get('/v1/verify')).status).toBe(200)
    expect((await owner.delete(`${KEYS}/${id}`)).status).toBe(204)
    expect((await here.get('/v1/verify')).status).toBe(401)
    await eventually(async () => expect((await there.get('/v1/verify')).status).toBe(401))
    await other.app.close()
    await other.dependencies.close()
  })

  test('during other requests rejects every request after its answer', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, key } = await createKey()
      const api = createApi(t.app, key)
      let isRevoked = false
      const late: number[] = []
      const knock = async () => {
        for (;;) {
          const cameAfter = isRevoked
          const { status } = await api.get('/v1/verify')
          // A refused request never yields, so the loop must yield explicitly for the others.
          await setImmediate()
          if (cameAfter) {
            late.push(status)
            return
          }
        }
      }
      const knocking = [knock(), knock(), knock()]
      expect((await owner.delete(`${KEYS}/${id}`)).status).toBe(204)
      isRevoked = true
      await Promise.all(knocking)
      expect(late).toEqual([401, 401, 401])
    }
  })

  test('two concurrent requests revoke it once, and the other one is refused', async () => {
    const { id } = await createKey()
    const answers = await Promise.all([
      owner.delete(`${KEYS}/${id}`),
      owner.delete(`${KEYS}/${id}`),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })
})

describe('authorization', () => {
  test.each(['viewer', 'member'] as const)(
    'a %s may neither see, make nor revoke keys',
    async (role) => {
      const { id } = await createKey()
      await storesNothing(t.database.pool, async () => {
        const answers = [
          await browsers[role].get(KEYS),
          await browsers[role].post(KEYS, { name: 'x', type: 'secret' }),
          await browsers[role].delete(`${KEYS}/${id}`),
        ]
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
        expect(answers[0]?.body.message).toBe('Only admins and owners can manage API keys')
      })
    },
  )

  test('an admin may', async () => {
    const { id } = await createKey({}, browsers.admin)
    expect((await browsers.admin.delete(`${KEYS}/${id}`)).status).toBe(204)
  })
})
