import { expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { givenCustomer, unique } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const BROKEN = [
  'a\nb',
  'a\r\nBcc: b@evil.example',
  'a\tb',
  'a\u0007b',
  'a\u0085b',
  'a\u2028b',
  'a\n',
]

test.each(['customerExternalId', 'agentCode', 'signalName'])(
  'a usage record with a line break in its %s fails alone',
  async (field) => {
    const bad = BROKEN.map((name) => llm({ customerExternalId: 'acme', [field]: name }))
    const good = llm({ customerExternalId: unique('good') })
    const { status, body } = await api.post('/v1/usage/record', { records: [...bad, good] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ successful: 1, failed: BROKEN.length })
    for (const failed of body.results.failed) {
      expect(failed).toMatchObject({ code: 'VALIDATION_ERROR', stored: false })
      expect(failed.error).toContain(field)
    }
    expect((await api.get('/v1/customers')).body.totalResults).toBe(1)
  },
)

test.each(['/v1/customers', '/v1/pricing-plans'])(
  'POST %s refuses a name with a line separator',
  async (path) => {
    const answer = await api.post(path, { name: 'a\u2028b' })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain('name')
  },
)

test('a portal session refuses an external id with half of a surrogate pair', async () => {
  const answer = await api.post('/v1/portal-sessions', { customerExternalId: 'a\ud800' })
  expect(answer.status).toBe(400)
  expect(messageOf(answer)).toContain('customerExternalId')
})

test('descriptions and addresses keep their line breaks, and take no other control character', async () => {
  const lines = 'First line\r\nSecond\tline\n'
  const body = { name: 'Acme', addressLine1: lines, taxExemptionReason: lines }
  const made = await api.post('/v1/customers', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { body: read } = await api.get(`/v1/customers/${made.body.id}`)
  expect(read).toMatchObject(body)
  expect((await api.post('/v1/pricing-plans', { name: 'Pro', description: lines })).status).toBe(
    201,
  )
  const bell = await api.post('/v1/pricing-plans', { name: 'Pro', description: 'a\u0007b' })
  expect(bell.status).toBe(400)
  expect(messageOf(bell)).toContain('description')
})

test('names that were stored before are read, found and changed', async () => {
  const { id } = await givenCustomer(api, { externalId: unique('old') })
  const [name, externalId] = ['Old\nname', unique('old\n')]
  const stored = 'update customers set name = $2, external_id = $3 where id = $1'
  await t.database.pool.query(stored, [id, name, externalId])
  expect((await api.get(`/v1/customers/${id}`)).body).toMatchObject({ name, externalId })
  const path = `/v1/customers/by-external-id/${encodeURIComponent(externalId)}`
  expect((await api.get(path)).body.id).toBe(id)
  const link = await api.post('/v1/portal-sessions', { customerExternalId: externalId })
  expect(link.status).toBe(201)
  expect((await api.patch(`/v1/customers/${id}`, { city: 'Berlin' })).status).toBe(200)
})
