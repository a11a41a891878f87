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
  taxExemptionReason: 'Reverse charge, Art. 196 VAT Directive',
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

  test.each([
    ['email', { email: 'not-an-address' }],
    ['email', { email: 'a@b@c.example' }],
    ['externalId', { externalId: '\ud800' }],
    ['city', { city: '\ud800' }],
    ['timezone', { timezone: 'Mars/Base' }],
    ['timezone', { timezone: '+02:00' }],
    ['invoiceEmailRecipients', { invoiceEmailRecipients: ['a@b.example', 'nobody'] }],
    ['invoiceEmailRecipients', { invoiceEmailRecipients: times(51, (n) => `a${n}@b.example`) }],
    ['constructor', { constructor: 'Acme' }],
  ])('400 names %s for %j', async (field, fields) => {
    const answer = await api.post('/v1/customers', { name: 'Acme', ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
  })

  test('takes null for what is not known', async () => {
    const unknown = { externalId: null, email: null, country: null }
    const sent = { ...unknown, metadata: null, invoiceEmailRecipients: null }
    const stored = { ...unknown, metadata: {}, invoiceEmailRecipients: [] }
    expect(await givenCustomer(api, sent)).toMatchObject(stored)
  })

  test('takes any text as country, a code in capitals', async () => {
    for (const [sent, country] of [
      ['de', 'DE'],
      [' us ', 'US'],
      ['QQ', 'QQ'],
      ['uk', 'uk'],
      ['Deutschland', 'Deutschland'],
    ]) {
      expect(await givenCustomer(api, { country: sent })).toMatchObject({ country })
    }
  })

  test('spells a time zone as IANA does, aliases kept', async () => {
    const kept = ['UTC', 'Etc/UTC', 'Asia/Calcutta', 'Europe/Kyiv', 'US/Pacific']
    for (const [sent, timezone] of [
      ['europe/berlin', 'Europe/Berlin'],
      ...kept.map((one) => [one, one]),
    ]) {
      expect(await givenCustomer(api, { timezone: sent })).toMatchObject({ timezone })
    }
  })

  test('409 for an externalId that another customer has, two without one are fine', async () => {
    await givenCustomer(api, { externalId: 'acme' })
    await givenCustomer(api, { externalId: 'Acme' })
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

  test('five concurrent requests with one Idempotency-Key create one customer', async () => {
    const answers = await Promise.all(times(5, () => post({ name: 'Acme' }, 'rush')))
    const created = answers.filter(({ status }) => status === 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    expect((await api.get('/v1/customers')).body.totalResults).toBe(1)
  })
})

describe('metadata', () => {
  /** The answer as text: parsing would hide the order of keys and the spelling of numbers. */
  async function text(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: string) {
    const key = { 'x-api-key': organization.secretKey }
    const sent = payload && { payload, headers: { ...key, 'content-type': 'application/json' } }
    const { body } = await t.app.inject({ method, url: path, headers: key, ...(sent || {}) })
    return body
  }

  const nested = JSON.stringify({
    zebra: 1,
    alpha: { '\u00fcn\u00ef': '\u{1f600}', 'a b': [1, [2, [{ deep: null }]]], '': '' },
    constructor: 'own',
    toString: 'own',
    hasOwnProperty: false,
    toJSON: 'own',
    created_at: 'x',
    numbers: [1e21, 1e-7, -0.5, 9007199254740991, 0.1],
    quotes: '"\\\n\t\u2028</script>',
    text: 'x'.repeat(10_000),
    list: Array.from({ length: 500 }, (_, index) => ({ index, on: index % 2 === 0 })),
    empty: {},
  })

  test.each([
    ['names of any kind', nested],
    ['an escape', '{"a":"\u00e9\\u0001"}'],
    [
      'numbers that no float holds or spells so',
      '{"id":12345678901234567890,"tiny":1e-400,"huge":1e400,"exact":0.1234567890123456789}',
    ],
  ])('comes back byte for byte, in the order of its keys: %s', async (_, metadata) => {
    const created = await text('POST', '/v1/customers', `{"name":"Acme","metadata":${metadata}}`)
    expect(created).toContain(`"metadata":${metadata}`)
    const path = url(JSON.parse(created).id)
    expect(await text('GET', path)).toContain(`"metadata":${metadata}`)
    expect(await text('GET', '/v1/customers?limit=1')).toContain(`"metadata":${metadata}`)
    const other = '{"b":1,"a":{"d":1,"c":2}}'
    expect(await text('PATCH', path, `{"metadata":${other}}`)).toContain(`"metadata":${other}`)
  })

  test('is replaced as a whole, and cleared by null', async () => {
    const { id } = await givenCustomer(api, { metadata: { a: 1 } })
    expect((await api.patch(url(id), { metadata: { b: 2 } })).body.metadata).toEqual({ b: 2 })
    expect((await api.patch(url(id), { name: 'New' })).body.metadata).toEqual({ b: 2 })
    expect((await api.patch(url(id), { metadata: null })).body.metadata).toEqual({})
  })
})

describe('GET, PATCH and DELETE of one', () => {
  test('a customer is read by its external id, whatever characters it has', async () => {
    const by = (encoded: string) => api.get(`/v1/customers/by-external-id/${encoded}`)
    const strange = ['plain', 'a/b/c', 'acme.com', 'ünï çødé 客户', '😀'.repeat(127), 'a%2Fb']
    for (const externalId of [...strange, 'a?b#c&d=e', '..x', all.externalId]) {
      const { id } = await givenCustomer(api, { externalId })
      const encoded = encodeURIComponent(externalId)
      const { body } = await by(encoded)
      expect(body).toMatchObject({ id, externalId })
      expect((await api.get(`/v1/customers?externalId=${encoded}`)).body.results).toEqual([body])
    }
    expect((await by('nobody')).status).toBe(404)
    expect((await by('%00')).status).toBe(400)
  })

  test('PATCH changes only the fields sent', async () => {
    const before = await givenCustomer(api)
    for (const [field, value] of Object.entries(all)) {
      const { status, body } = await api.patch(url(before.id), { [field]: value })
      expect(status, field).toBe(200)
      expect(body).toMatchObject({
        ...before,
        version: body.version,
        updatedAt: body.updatedAt,
        [field]: value,
      })
      before[field] = value
    }
    expect((await api.patch(url(before.id), {})).body).toMatchObject(all)
  })

  test('PATCH takes optional fields away with null', async () => {
    const { id, name, timezone } = await givenCustomer(api, all)
    const fields = ['externalId', 'email', 'phone', 'addressLine1', 'addressLine2', 'city', 'state']
    const more = ['zipCode', 'country', 'billingContactName', 'billingContactEmail']
    const nulls = Object.fromEntries([...fields, ...more].map((field) => [field, null]))
    const { status, body } = await api.patch(url(id), nulls)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...nulls, name, timezone })
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
