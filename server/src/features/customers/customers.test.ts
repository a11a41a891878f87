import { describe, expect, test } from 'vitest'
import { createApi, createOtherOrganizationApi } from '../../../test/support/app.ts'
import { ABSENT, givenCustomer } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const service = useTestApp()

/** Returns the response body as text, so that JSON.parse hides nothing. */
async function text(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: string) {
  const { body } = await service.app.inject({
    method,
    url,
    headers: {
      'x-api-key': service.organization.secretKey,
      ...(payload ? { 'content-type': 'application/json' } : {}),
    },
    ...(payload ? { payload } : {}),
  })
  return body
}

const everyField = {
  name: 'Acme Corporation',
  externalId: 'acme-all',
  email: 'billing@acme.example',
  phone: '+1 555 0100',
  addressLine1: '1 Main Street',
  addressLine2: 'Floor 2',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'US',
  timezone: 'America/New_York',
  status: 'inactive',
  billingContactName: 'Ann Other',
  billingContactEmail: 'ann@acme.example',
  netTerms: 45,
  taxExemptionReason: 'Reverse charge, Art. 196 VAT Directive',
  invoiceEmailRecipients: ['cfo@acme.example', 'ap@acme.example'],
  metadata: { tier: 'gold' },
}

describe('creating', () => {
  test('needs a name only, and fills in the defaults', async () => {
    expect(await givenCustomer(service.api, { name: 'Just a name' })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Just a name',
      externalId: null,
      email: null,
      phone: null,
      addressLine1: null,
      addressLine2: null,
      city: null,
      state: null,
      zipCode: null,
      country: null,
      timezone: 'UTC',
      status: 'active',
      billingContactName: null,
      billingContactEmail: null,
      netTerms: 30,
      invoiceEmailRecipients: [],
      isTaxExempt: false,
      taxExemptionReason: null,
      taxRateIds: null,
      taxId: null,
      creditBalances: [],
      metadata: {},
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  test('keeps every field, and every read returns them identically', async () => {
    const created = await givenCustomer(service.api, everyField)
    expect(created).toMatchObject(everyField)
    const { status, body } = await service.api.get(`/v1/customers/${created.id}`)
    expect(status).toBe(200)
    expect(body).toEqual(created)
  })

  test('accepts null for unknown values', async () => {
    const unknown = { externalId: null, email: null, country: null, metadata: null }
    expect(
      await givenCustomer(service.api, { ...unknown, invoiceEmailRecipients: null }),
    ).toMatchObject({
      externalId: null,
      email: null,
      country: null,
      metadata: {},
      invoiceEmailRecipients: [],
    })
  })

  test.each([
    ['name', undefined],
    ['name', ''],
    ['name', ' \t'],
    ['name', null],
    ['name', 7],
    ['name', 'x'.repeat(256)],
    ['externalId', ''],
    ['externalId', '  '],
    ['externalId', 12],
    ['externalId', 'x'.repeat(256)],
    ['externalId', '\ud800'],
    ['city', '\ud800'],
    ['email', 'not an email'],
    ['email', ''],
    ['email', 'a@b@c.example'],
    ['email', `${'x'.repeat(250)}@a.example`],
    ['billingContactEmail', 'nobody'],
    ['phone', 5550100],
    ['zipCode', 'x'.repeat(33)],
    ['country', 1],
    ['country', 'x'.repeat(256)],
    ['taxExemptionReason', 'x'.repeat(501)],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+02:00'],
    ['timezone', ''],
    ['timezone', null],
    ['status', 'deleted'],
    ['status', null],
    ['netTerms', -1],
    ['netTerms', 3_651],
    ['netTerms', 1.5],
    ['netTerms', '30'],
    ['netTerms', null],
    ['invoiceEmailRecipients', 'a@b.example'],
    ['invoiceEmailRecipients', ['a@b.example', 'nobody']],
    ['invoiceEmailRecipients', Array.from({ length: 51 }, (_, i) => `a${i}@b.example`)],
    ['metadata', []],
    ['metadata', 'text'],
    ['externalID', 'a typo'],
    ['constructor', 'Acme'],
    ['toString', 'Acme'],
  ])('refuses %s: %j and names it', async (field, value) => {
    const { status, body } = await service.api.post('/v1/customers', {
      ...everyField,
      externalId: 'refused',
      [field]: value,
    })
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(field)
  })

  test.each([undefined, null, [], 'text', 5])('refuses the body %j', async (body) => {
    const answer = await service.api.post('/v1/customers', body)
    expect(answer.status).toBe(400)
  })

  test('names every invalid field in one error', async () => {
    const { body } = await service.api.post('/v1/customers', { email: 'x', netTerms: -1, foo: 1 })
    const message = body.message.join('\n')
    for (const field of ['name', 'email', 'netTerms', 'foo']) expect(message).toContain(field)
    const { body: second } = await service.api.post('/v1/customers', {
      name: 'Acme',
      timezone: 'Nowhere',
    })
    expect(second.message).toHaveLength(1)
  })

  test('refuses an external id in use, however its customer was created', async () => {
    await givenCustomer(service.api, { externalId: 'taken' })
    const again = await service.api.post('/v1/customers', { name: 'Other', externalId: 'taken' })
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('taken')
    expect(
      (await service.api.post('/v1/customers', { name: 'A', externalId: 'Taken' })).status,
    ).toBe(201)
    const elsewhere = await createOtherOrganizationApi(service)
    const theirs = await elsewhere.post('/v1/customers', { name: 'Theirs', externalId: 'taken' })
    expect(theirs.status).toBe(201)
  })

  test.each([
    ['de', 'DE'],
    [' us ', 'US'],
    ['QQ', 'QQ'],
    ['uk', 'uk'],
    ['Deutschland', 'Deutschland'],
  ])('takes any text as country, a code in capitals: %j is %s', async (sent, country) => {
    expect(await givenCustomer(service.api, { country: sent })).toMatchObject({ country })
  })

  test('spells the country in capitals and the time zone as IANA does, aliases kept', async () => {
    expect(
      await givenCustomer(service.api, { country: 'de', timezone: 'europe/berlin' }),
    ).toMatchObject({
      country: 'DE',
      timezone: 'Europe/Berlin',
    })
    for (const timezone of ['UTC', 'Etc/UTC', 'Asia/Calcutta', 'Europe/Kyiv', 'US/Pacific']) {
      expect((await givenCustomer(service.api, { timezone })).timezone).toBe(timezone)
    }
  })

  test('takes every time zone that the runtime lists, and PostgreSQL knows each', async () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/UTC', 'UTC', 'Zulu', 'GMT0']
    const { rows } = await service.database.pool.query(
      'select lower(name) as name from pg_timezone_names',
    )
    const known = new Set(rows.map(({ name }) => name))
    expect(zones.filter((zone) => !known.has(zone.toLowerCase()))).toEqual([])
  })
})

describe('metadata', () => {
  const nested = {
    zebra: 1,
    alpha: { '\u00fcn\u00ef': '\u{1f600}', 'a b': [1, [2, [{ deep: null }]]], '': '' },
    constructor: 'own',
    toString: 'own',
    hasOwnProperty: false,
    toJSON: 'own',
    numbers: [1e21, 1e-7, -0.5, 9007199254740991, 0.1],
    quotes: '"\\\n\t\u2028</script>',
    text: 'x'.repeat(10_000),
    list: Array.from({ length: 500 }, (_, index) => ({ index, on: index % 2 === 0 })),
    empty: {},
  }

  test('comes back byte for byte, in the order of its keys', async () => {
    const sent = JSON.stringify(nested)
    const created = await text('POST', '/v1/customers', `{"name":"Acme","metadata":${sent}}`)
    expect(created).toContain(`"metadata":${sent}`)
    const { id } = JSON.parse(created)
    expect(await text('GET', `/v1/customers/${id}`)).toContain(`"metadata":${sent}`)
    expect(await text('GET', '/v1/customers?limit=1')).toContain(`"metadata":${sent}`)
    const other = '{"b":1,"a":{"d":1,"c":2}}'
    expect(await text('PATCH', `/v1/customers/${id}`, `{"metadata":${other}}`)).toContain(
      `"metadata":${other}`,
    )
  })

  test('keeps numbers that a float cannot hold or would spell differently', async () => {
    const sent =
      '{"id":12345678901234567890,"tiny":1e-400,"huge":1e400,"exact":0.1234567890123456789}'
    const created = await text('POST', '/v1/customers', `{"name":"Acme","metadata":${sent}}`)
    expect(created).toContain(`"metadata":${sent}`)
    const { id } = JSON.parse(created)
    expect(await text('GET', `/v1/customers/${id}`)).toContain(`"metadata":${sent}`)
  })

  test('is replaced as a whole, and cleared by null', async () => {
    const { id } = await givenCustomer(service.api, { metadata: { a: 1 } })
    const url = `/v1/customers/${id}`
    expect((await service.api.patch(url, { metadata: { b: 2 } })).body.metadata).toEqual({ b: 2 })
    expect((await service.api.patch(url, { name: 'New' })).body.metadata).toEqual({ b: 2 })
    expect((await service.api.patch(url, { metadata: null })).body.metadata).toEqual({})
  })
})

describe('reading by external id', () => {
  test.each([
    'plain',
    'a/b/c',
    'acme.com',
    'ünï çødé 客户',
    '😀'.repeat(127),
    'a%2Fb',
    'a?b#c&d=e',
    '..x',
  ])('finds %j', async (externalId) => {
    const { id } = await givenCustomer(service.api, { externalId })
    const url = `/v1/customers/by-external-id/${encodeURIComponent(externalId)}`
    const { status, body } = await service.api.get(url)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, externalId })
    const listed = await service.api.get(
      `/v1/customers?externalId=${encodeURIComponent(externalId)}`,
    )
    expect(listed.body.results).toEqual([body])
  })

  test('is 404 for an unknown one and for one of another organization', async () => {
    await givenCustomer(service.api, { externalId: 'ours' })
    const elsewhere = await createOtherOrganizationApi(service)
    const absent = await elsewhere.get('/v1/customers/by-external-id/nobody')
    const foreign = await elsewhere.get('/v1/customers/by-external-id/ours')
    expect([absent.status, foreign.status]).toEqual([404, 404])
    expect(foreign.body.message).toBe(absent.body.message)
    expect((await elsewhere.get('/v1/customers/by-external-id/%00')).status).toBe(400)
  })
})

describe('updating', () => {
  test('changes only the fields sent', async () => {
    const before = await givenCustomer(service.api, { ...everyField, externalId: 'changing' })
    const { status, body } = await service.api.patch(`/v1/customers/${before.id}`, {
      name: 'Acme Two',
      netTerms: 0,
      status: 'suspended',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      name: 'Acme Two',
      netTerms: 0,
      status: 'suspended',
      updatedAt: expect.any(String),
    })
    const untouched = await service.api.patch(`/v1/customers/${before.id}`, {})
    expect(untouched.body).toMatchObject({ name: 'Acme Two', netTerms: 0 })
  })

  test('takes optional fields away with null', async () => {
    const { id } = await givenCustomer(service.api, { ...everyField, externalId: 'clearing' })
    const fields = ['externalId', 'email', 'phone', 'addressLine1', 'addressLine2', 'city', 'state']
    const more = ['zipCode', 'country', 'billingContactName', 'billingContactEmail']
    const nulls = Object.fromEntries([...fields, ...more].map((field) => [field, null]))
    const { status, body } = await service.api.patch(`/v1/customers/${id}`, nulls)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...nulls, name: everyField.name, timezone: everyField.timezone })
  })

  test.each([
    ['name', null],
    ['name', ''],
    ['email', 'x'],
    ['timezone', 'Nowhere'],
    ['status', 'gone'],
    ['netTerms', -1],
    ['id', ABSENT],
    ['createdAt', '2026-01-01T00:00:00Z'],
  ])('refuses %s: %j and changes nothing', async (field, value) => {
    const before = await givenCustomer(service.api)
    const url = `/v1/customers/${before.id}`
    const { status, body } = await service.api.patch(url, { city: 'Elsewhere', [field]: value })
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(field)
    expect((await service.api.get(url)).body).toEqual(before)
  })

  test('refuses an external id of another customer, but takes its own again', async () => {
    await givenCustomer(service.api, { externalId: 'first' })
    const { id } = await givenCustomer(service.api, { externalId: 'second' })
    const refused = await service.api.patch(`/v1/customers/${id}`, { externalId: 'first' })
    expect(refused.status).toBe(409)
    const kept = await service.api.patch(`/v1/customers/${id}`, { externalId: 'second', city: 'B' })
    expect(kept.body).toMatchObject({ externalId: 'second', city: 'B' })
  })
})

describe('authorization', () => {
  test('no publishable key reads or writes, and no other organization sees anything', async () => {
    const { id } = await givenCustomer(service.api, { externalId: 'private' })
    const publishable = createApi(service.app, service.organization.publishableKey)
    const elsewhere = await createOtherOrganizationApi(service)
    for (const url of ['', `/${id}`, '/by-external-id/private']) {
      expect((await publishable.get(`/v1/customers${url}`)).status).toBe(403)
    }
    expect((await publishable.post('/v1/customers', { name: 'A' })).status).toBe(403)
    for (const api of [publishable, elsewhere]) {
      const status = api === publishable ? 403 : 404
      expect((await api.patch(`/v1/customers/${id}`, { name: 'B' })).status).toBe(status)
      expect((await api.delete(`/v1/customers/${id}`)).status).toBe(status)
    }
    expect((await elsewhere.get('/v1/customers')).body).toMatchObject({ totalResults: 0 })
    const foreign = await elsewhere.get(`/v1/customers/${id}`)
    const absent = await elsewhere.get(`/v1/customers/${ABSENT}`)
    expect(foreign.status).toBe(404)
    expect(foreign.body.message).toEqual(absent.body.message)
    expect((await service.api.get(`/v1/customers/${id}`)).body.name).toBe('Acme')
  })

  test.each(['acme', '1', `urn:uuid:${ABSENT}`, `${ABSENT}0`, '%00'])(
    'the id %s is malformed',
    async (id) => {
      const url = `/v1/customers/${id}`
      expect((await service.api.get(url)).status).toBe(400)
      expect((await service.api.patch(url, { name: 'A' })).status).toBe(400)
      expect((await service.api.delete(url)).status).toBe(400)
    },
  )
})
