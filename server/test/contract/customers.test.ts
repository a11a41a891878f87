import { describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { givenCustomer, givenSubscription } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, recordOne, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const all = {
  name: 'Société Générale 🦊',
  externalId: 'customer/1 ü%',
  email: 'billing@example.com',
  phone: '+49 30 1234',
  addressLine1: 'Unter den Linden 1',
  addressLine2: '2nd floor',
  city: 'Berlin',
  state: 'BE',
  zipCode: '10117',
  country: 'DE',
  timezone: 'Europe/Berlin',
  status: 'suspended',
  billingContactName: 'Ann',
  billingContactEmail: 'ann@example.com',
  netTerms: 14,
  invoiceEmailRecipients: ['a@example.com', 'b@example.com'],
  metadata: { Zeta: 1, snake_case: { deep: [null, true] } },
}

const url = (id: string) => `/v1/customers/${id}`

describe('POST /v1/customers', () => {
  test('needs only a name and gives each other field its default', async () => {
    expect(await givenCustomer(api, { name: 'Acme' })).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme',
      externalId: null,
      email: null,
      timezone: 'UTC',
      status: 'active',
      netTerms: 30,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('keeps every field as it was sent', async () => {
    const { id } = await givenCustomer(api, all)
    const { status, body } = await api.get(url(id))
    expect(status).toBe(200)
    expect(body).toMatchObject(all)
  })

  test('400 for a time zone that there is none of', async () => {
    const answer = await api.post('/v1/customers', { name: 'Acme', timezone: 'Mars/Base' })
    expect([answer.status, answer.body.param]).toEqual([400, 'timezone'])
  })

  test('409 for an externalId that another customer has, two without one are fine', async () => {
    await givenCustomer(api, { externalId: 'acme' })
    const answer = await api.post('/v1/customers', { name: 'B', externalId: 'acme' })
    expect(answer.status).toBe(409)
    expect(messageOf(answer)).toContain('externalId')
    await givenCustomer(api)
    await givenCustomer(api)
  })

  const post = async (body: object, idempotencyKey: string) => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/v1/customers',
      payload: body,
      headers: { 'x-api-key': organization.secretKey, 'idempotency-key': idempotencyKey },
    })
    return { status: response.statusCode, body: response.json() }
  }

  test('a repeated Idempotency-Key replays the answer and creates nothing', async () => {
    const body = { name: 'Acme', externalId: 'once' }
    const first = await post(body, 'k')
    expect(first.status).toBe(201)
    expect(await post(body, 'k')).toEqual(first)
    expect((await api.get('/v1/customers')).body.totalResults).toBe(1)
    expect((await post({ name: 'Other' }, 'k')).status).toBe(422)
    expect((await post(body, 'another')).status).toBe(409)
  })

  test('one Idempotency-Key used by five requests at once creates one customer', async () => {
    const answers = await Promise.all(times(5, () => post({ name: 'Acme' }, 'rush')))
    const created = answers.filter(({ status }) => status === 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    expect((await api.get('/v1/customers')).body.totalResults).toBe(1)
  })
})

test('metadata is returned byte for byte', async () => {
  const metadata = '{"zeta":1,"a":{"B_c":[1.5,null,"é\\u0001"],"":""},"created_at":"x","Äö":false}'
  const response = await t.app.inject({
    method: 'POST',
    url: '/v1/customers',
    payload: `{"name":"Acme","metadata":${metadata}}`,
    headers: { 'x-api-key': organization.secretKey, 'content-type': 'application/json' },
  })
  expect(response.body).toContain(`"metadata":${metadata}`)
  const read = await t.app.inject({
    url: url(response.json().id),
    headers: { 'x-api-key': organization.secretKey },
  })
  expect(read.body).toContain(`"metadata":${metadata}`)
})

describe('GET, PATCH and DELETE of one', () => {
  test('a customer is read by its external id, whatever characters it has', async () => {
    const { id } = await givenCustomer(api, all)
    const by = (externalId: string) =>
      api.get(`/v1/customers/by-external-id/${encodeURIComponent(externalId)}`)
    expect((await by(all.externalId)).body.id).toBe(id)
    expect((await by('nobody')).status).toBe(404)
  })

  test('PATCH changes what it names and nothing else', async () => {
    const before = await givenCustomer(api)
    for (const [field, value] of Object.entries(all)) {
      const { status, body } = await api.patch(url(before.id), { [field]: value })
      expect(status, field).toBe(200)
      expect(body).toMatchObject({ ...before, updatedAt: body.updatedAt, [field]: value })
      before[field] = value
    }
    expect((await api.patch(url(before.id), {})).body).toMatchObject(all)
  })

  test('PATCH to the externalId of another customer is 409, to its own is fine', async () => {
    await givenCustomer(api, { externalId: 'taken' })
    const { id } = await givenCustomer(api, { externalId: 'mine' })
    expect((await api.patch(url(id), { externalId: 'taken' })).status).toBe(409)
    expect((await api.patch(url(id), { externalId: 'mine' })).status).toBe(200)
  })
})

describe('DELETE', () => {
  test('hides the customer everywhere, frees its externalId and keeps its events', async () => {
    const { id } = await givenCustomer(api, { externalId: 'acme' })
    const { eventId } = await recordOne(api, llm({ customerExternalId: 'acme' }))
    const deleted = await api.delete(url(id))
    expect([deleted.status, deleted.body]).toEqual([204, undefined])
    expect((await api.get(url(id))).status).toBe(404)
    expect((await api.get('/v1/customers/by-external-id/acme')).status).toBe(404)
    expect((await api.get('/v1/customers')).body.totalResults).toBe(0)
    expect((await api.patch(url(id), { name: 'B' })).status).toBe(404)
    expect((await api.delete(url(id))).status).toBe(404)
    const again = await givenCustomer(api, { externalId: 'acme' })
    expect(again.id).not.toBe(id)
    const later = await recordOne(api, llm({ customerExternalId: 'acme' }))
    const owners = (await listEvents(api)).map((event) => [event.id, event.customerId])
    expect(Object.fromEntries(owners)).toEqual({ [eventId]: id, [later.eventId]: again.id })
  })

  test('usage recorded after it is kept, under a new customer', async () => {
    const { id } = await givenCustomer(api, { externalId: 'gone' })
    await api.delete(url(id))
    await recordOne(api, llm({ customerExternalId: 'gone' }))
    const { status, body } = await api.get('/v1/customers/by-external-id/gone')
    expect(status).toBe(200)
    expect(body.id).not.toBe(id)
  })

  test('409 while a subscription is active, 204 once it has ended', async () => {
    const { id, customerId } = await givenSubscription(api)
    expect((await api.delete(url(customerId))).status).toBe(409)
    expect((await api.get(url(customerId))).status).toBe(200)
    await api.patch(`/v1/subscriptions/${id}`, { status: 'ended' })
    expect((await api.delete(url(customerId))).status).toBe(204)
  })
})

test('an auto-provisioned customer is named after its external id and completed later', async () => {
  await recordOne(api, llm({ customerExternalId: 'new-one' }))
  const { body } = await api.get('/v1/customers/by-external-id/new-one')
  expect(body).toMatchObject({ name: 'new-one', status: 'active', timezone: 'UTC', netTerms: 30 })
  await api.patch(url(body.id), { name: 'New One Ltd', email: 'a@example.com' })
  await recordOne(api, llm({ customerExternalId: 'new-one' }))
  const events = await listEvents(api)
  expect(events.map(({ customerId }) => customerId)).toEqual([body.id, body.id])
  expect((await api.get('/v1/customers')).body.results).toMatchObject([{ name: 'New One Ltd' }])
})

test('the list sorts, searches and filters', async () => {
  for (const name of ['Cee', 'Ann', 'Bob'])
    await givenCustomer(api, { name, externalId: `x-${name}` })
  await givenCustomer(api, { name: 'Dee', status: 'suspended' })
  const list = async (query: string) => (await api.get(`/v1/customers?${query}`)).body
  const names = async (query: string) =>
    (await list(query)).results.map(({ name }: { name: string }) => name)
  expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Ann', 'Bob', 'Cee', 'Dee'])
  expect(await names('sortBy=name&sortOrder=desc&limit=2')).toEqual(['Dee', 'Cee'])
  expect(await names('search=bO')).toEqual(['Bob'])
  expect(await names('search=%25')).toEqual([])
  expect(await names('status=suspended')).toEqual(['Dee'])
  expect(await names('externalId=x-Cee')).toEqual(['Cee'])
})
