import { expect, test } from 'vitest'
import { type Fields, givenCustomer } from '../support/given.ts'
import { givenMember } from '../support/people.ts'
import { llm } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()

test('the list has the organization, and the changed fields of a PATCH without values', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  const customer = await givenCustomer(t.api, { name: 'Before', metadata: { tier: 'gold' } })
  const path = `/v1/customers/${customer.id}`
  const fields = { name: 'After', phone: null, metadata: { tier: 'gold' }, netTerms: 14 }
  expect((await t.api.patch(path, fields)).status).toBe(200)
  expect((await t.api.patch(path, { name: 5 })).status).toBe(400)
  const { results } = (await browser.get(`/v1/audit-log?method=PATCH&path=${path}`)).body
  expect(results.map((one: Fields) => [one.status, one.changedFields])).toEqual([
    [400, []],
    [200, ['name', 'netTerms']],
  ])
  expect(results[0].organizationId).toBe(t.organization.id)
  expect(JSON.stringify(results)).not.toMatch(/After|gold/)
})

test('a PATCH of a list names what changed in an old price of a large plan, sent in upper case', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  const plan = (await t.api.post('/v1/pricing-plans', { name: 'Large' })).body
  const path = `/v1/pricing-plans/${plan.id}/pricing-strategies`
  const fee = { chargeType: 'recurring', name: 'Fee', rate: 1 }
  const oldest = (await t.api.post(path, [fee])).body.results[0]
  expect((await t.api.post(path, Array(100).fill(fee))).status).toBe(201)
  const sent = [{ id: oldest.id.toUpperCase(), name: 'Fee', rate: 2 }]
  expect((await t.api.patch(path, sent)).status).toBe(200)
  const { results } = (await browser.get('/v1/audit-log?method=PATCH&limit=1')).body
  expect(results[0].changedFields).toEqual(['rate'])
})

test('a PATCH of a list of prices names the fields that changed in any of them', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  const agent = (await t.api.post('/v1/agents', { name: 'A', agentCode: 'audited' })).body
  const plan = (await t.api.post('/v1/pricing-plans', { name: 'P', agentId: agent.id })).body
  const path = `/v1/pricing-plans/${plan.id}/pricing-strategies`
  const fees = [1, 2].map((rate) => ({ chargeType: 'recurring', name: `Fee ${rate}`, rate }))
  const { results: made } = (await t.api.post(path, fees)).body
  const saved = await t.api.patch(path, [
    { id: made[0].id, rate: 1, name: 'Fee 1' },
    { id: made[1].id, rate: 3, name: 'Fee 2' },
  ])
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect((await t.api.patch(`${path}/${made[0].id}`, { name: 'New', rate: 1 })).status).toBe(200)
  const { results } = (await browser.get('/v1/audit-log?method=PATCH&limit=2')).body
  expect(results.map((one: Fields) => one.changedFields)).toEqual([['name'], ['rate']])
})

test('names the object that a POST answered, and the request of a change', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  const key = { customerExternalId: 'audited-customer', idempotencyKey: 'audited-event' }
  const { body: recorded } = await t.api.record(llm(key))
  const [{ eventId }] = recorded.results.success
  const { secretKey } = t.organization
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: '/v1/events/amend',
    headers: { 'x-api-key': secretKey, 'x-request-id': `correction-4711-${secretKey}` },
    body: { ...key, quantity: 2 },
  })
  expect(statusCode).toBe(200)
  expect((await t.api.post('/v1/events/void', key)).status).toBe(200)
  expect((await t.api.post('/v1/events/void', key)).status).toBe(409)
  const customer = await givenCustomer(t.api)
  await t.api.patch(`/v1/customers/${customer.id}`, { name: 'After' })
  await t.api.get(`/v1/events/${eventId}`)
  const { results } = (await browser.get('/v1/audit-log?actorKind=api_key&limit=7')).body
  const id = expect.any(String)
  const shown = results.map(({ path, status, objectId, requestId }: Fields) => {
    return { path, status, objectId, requestId }
  })
  expect(shown).toEqual([
    { path: `/v1/events/${eventId}`, status: 200, objectId: null, requestId: null },
    { path: `/v1/customers/${customer.id}`, status: 200, objectId: null, requestId: id },
    { path: '/v1/customers', status: 201, objectId: customer.id, requestId: id },
    { path: '/v1/events/void', status: 409, objectId: null, requestId: id },
    { path: '/v1/events/void', status: 200, objectId: eventId, requestId: id },
    {
      path: '/v1/events/amend',
      status: 200,
      objectId: eventId,
      requestId: 'correction-4711-[key]',
    },
    { path: '/v1/usage/record', status: 200, objectId: null, requestId: null },
  ])
})
