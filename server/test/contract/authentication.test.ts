import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, recordOne } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { publishable } = t

const withHeaders = async (headers: Record<string, string>, url = '/v1/verify') => {
  const response = await t.app.inject({ url, headers })
  return { status: response.statusCode, body: response.json() }
}

const liveOrganization = () =>
  createTestOrganization({ ...t.dependencies, config: { ...t.config, environment: 'live' } })

describe('a key', () => {
  test('has its type and environment in its prefix', async () => {
    const live = await liveOrganization()
    expect(t.organization.secretKey).toMatch(/^[a-z0-9]+_sk_test_\S{40,}$/i)
    expect(t.organization.publishableKey).toMatch(/^[a-z0-9]+_pk_test_\S{40,}$/i)
    expect(live.secretKey).toMatch(/^[a-z0-9]+_sk_live_\S{40,}$/i)
    expect(live.publishableKey).toMatch(/^[a-z0-9]+_pk_live_\S{40,}$/i)
  })

  test('is kept only as a hash', async () => {
    const { rows } = await t.database.pool.query('select to_jsonb(k)::text as row from api_keys k')
    const text = rows.map(({ row }) => row).join('\n')
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(text).not.toContain(t.organization.secretKey)
    expect(text).not.toContain(t.organization.publishableKey)
  })

  test('identifies its organization, which verify names', async () => {
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
    for (const key of [t.organization.secretKey, t.organization.publishableKey]) {
      const { status, body } = await createApi(t.app, key).get('/v1/verify')
      expect(status).toBe(200)
      expect(body).toEqual({
        organization: { id: t.organization.id, name: 'Test organization' },
        verified: true,
        createdAt: expect.stringMatching(iso),
        updatedAt: expect.stringMatching(iso),
      })
    }
  })

  test('of another organization sees that organization and not the first', async () => {
    const other = await createTestOrganization(t.dependencies)
    const { body } = await createApi(t.app, other.secretKey).get('/v1/verify')
    expect(body.organization.id).toBe(other.id)
  })
})

describe('401', () => {
  test('without a key names the header to send', async () => {
    const { status, body } = await withHeaders({})
    expect(status).toBe(401)
    expect(body.message).toContain('x-api-key')
  })

  test('for Authorization: Bearer names the header to send instead', async () => {
    const { status, body } = await withHeaders({
      authorization: `Bearer ${t.organization.secretKey}`,
    })
    expect(status).toBe(401)
    expect(body.message).toContain('x-api-key')
  })

  test('for a key in the query string', async () => {
    const key = t.organization.secretKey
    const { status } = await withHeaders({}, `/v1/verify?x-api-key=${key}&api_key=${key}`)
    expect(status).toBe(401)
  })

  test('for an empty, malformed, mangled or over-long key', async () => {
    const key = t.organization.secretKey
    const last = key.endsWith('a') ? 'b' : 'a'
    const wrong = [
      '',
      'x',
      'null',
      key.slice(0, -1),
      key.slice(0, -1) + last,
      `${key}a`,
      `${key}, ${key}`,
      key.toUpperCase(),
      `Bearer ${key}`,
      key.replace('_sk_', '_pk_'),
      'k'.repeat(8000),
      'pw_sk_test_ÿÿÿÿ',
    ]
    for (const value of wrong) {
      const { status, body } = await withHeaders({ 'x-api-key': value })
      expect(status, value.slice(0, 80)).toBe(401)
      expect(body.message).toEqual(expect.any(String))
    }
  })

  test('for a key of the other environment, and the message says so', async () => {
    const live = await liveOrganization()
    for (const key of [live.secretKey, live.publishableKey]) {
      const { status, body } = await createApi(t.app, key).get('/v1/verify')
      expect(status).toBe(401)
      expect(body.message).toMatch(/live|test|environment/i)
    }
  })

  test('for a revoked key, while the other key of the organization still works', async () => {
    const other = await createTestOrganization(t.dependencies)
    await t.database.pool.query(
      `update api_keys set revoked_at = now() where organization_id = $1 and type = 'secret'`,
      [other.id],
    )
    const { status } = await createApi(t.app, other.secretKey).get('/v1/verify')
    expect(status).toBe(401)
    expect((await createApi(t.app, other.publishableKey).get('/v1/verify')).status).toBe(200)
  })

  test('never repeats the key that was sent', async () => {
    const key = `${t.organization.secretKey}x`
    const { body } = await withHeaders({ 'x-api-key': key })
    expect(JSON.stringify(body)).not.toContain(t.organization.secretKey)
  })
})

describe('a publishable key', () => {
  test('gets 403 also for a malformed write, so nothing is learnt from it', async () => {
    for (const body of [{}, { records: [] }, [], { records: 'x' }]) {
      expect((await publishable.post('/v1/usage/record', body)).status).toBe(403)
    }
  })
})

test('two organizations may use the same names without conflict', async () => {
  const other = await createTestOrganization(t.dependencies)
  const otherApi = createApi(t.app, other.secretKey)
  const mine = await recordOne(t.api, llm({ customerExternalId: 'same-name' }))
  const theirs = await recordOne(otherApi, llm({ customerExternalId: 'same-name' }))
  const events = await listEvents(otherApi)
  expect(events.map(({ id }) => id)).toEqual([theirs.eventId])
  expect((await listEvents(t.api)).map(({ id }) => id)).not.toContain(theirs.eventId)
  const my = (await listEvents(t.api)).find(({ id }) => id === mine.eventId)
  expect(my?.customerId).not.toBe(events[0]?.customerId)
  expect(my?.agentId).not.toBe(events[0]?.agentId)
  expect(my?.signalId).not.toBe(events[0]?.signalId)
})
