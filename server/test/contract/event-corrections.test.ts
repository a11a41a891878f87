import { describe, expect, test } from 'vitest'
import { createOtherOrganizationApi } from '../support/app.ts'
import { ABSENT, type Fields, unique } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { givenPortal } from '../support/portal.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import {
  listEvents,
  llm,
  multi,
  recordEvent,
  sms,
  times,
  unknownModel,
  without,
} from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, publishable, organization } = useOrganizationPerTest(t)

const BEFORE = '2026-03-10T08:30:00Z'
const given = (record: Fields = llm()) => recordEvent(api, { usageDate: BEFORE, ...record })
const voidIt = (id: string, body?: unknown) => api.post(`/v1/events/${id}/void`, body)
const amend = (id: string, body: unknown) => api.post(`/v1/events/${id}/amend`, body)
const read = async (id: string) => (await api.get(`/v1/events/${id}`)).body
const usage = async () => (await api.get('/v1/analytics/usage?startDate=2026-03-01')).body

describe('voiding an event', () => {
  test('leaves it listed and counted, with no quantity, no use and no cost', async () => {
    const event = await given(llm({ quantity: 3 }))
    const { status, body } = await voidIt(event.id, { reason: 'Recorded twice' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      id: event.id,
      quantity: '0',
      usageCost: '0.0000000000',
      usageCostData: {
        'gpt-4o/input': { cost: 0, units: 0, costPerUnit: 0.0000025 },
        'gpt-4o/output': { cost: 0, units: 0, costPerUnit: 0.00001 },
      },
      eventProcessed: 'PROCESSED',
      models: ['gpt-4o'],
      correctedAt: NOW.toISOString(),
      voidedAt: NOW.toISOString(),
    })
    expect(body.services).toMatchObject([{ model: 'gpt-4o', inputTokens: 0, outputTokens: 0 }])
    expect(body.corrections).toEqual([
      {
        id: expect.any(String),
        kind: 'void',
        quantityBefore: '3',
        quantityAfter: '0',
        costBefore: '0.0075000000',
        costAfter: '0.0000000000',
        servicesBefore: [
          {
            model: 'gpt-4o',
            modelProvider: 'openai',
            quantity: 3,
            inputTokens: 1000,
            outputTokens: 500,
            cacheReadTokens: 0,
            cacheWriteTokens: 0,
            cacheWrite1hTokens: 0,
            serviceTier: null,
            paidBy: 'organization',
            reportedCostUsd: null,
          },
        ],
        repricingRunId: null,
        reason: 'Recorded twice',
        actor: expect.stringMatching(/^api_key:/),
        actorName: expect.any(String),
        correctedAt: NOW.toISOString(),
      },
    ])
    expect(await listEvents(api)).toMatchObject([{ id: event.id, quantity: '0' }])
    expect(await read(event.id)).toEqual(body)
  })

  test('takes its quantity and cost out of the analytics', async () => {
    const kept = await given(sms({ quantity: 2 }))
    const event = await given(sms({ quantity: 5 }))
    const before = await usage()
    await voidIt(event.id)
    const after = await usage()
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before))
    const { body } = await api.get('/v1/analytics/cost?startDate=2026-03-01')
    expect(body.totalCost).toBe(Number(kept.usageCost))
  })

  test.each([
    ['an unknown model', unknownModel()],
    [
      'a missing rate',
      multi([
        { model: 'gpt-4o', modelProvider: 'openai' },
        without(unknownModel(), 'customerExternalId', 'agentCode', 'signalName'),
      ]),
    ],
  ])('of unknown cost removes it from the models without a price: %s', async (_, record) => {
    const event = await given(record)
    expect(event.usageCost).toBeNull()
    const { body } = await voidIt(event.id)
    expect(body).toMatchObject({
      quantity: '0',
      usageCost: '0.0000000000',
      usageCostData: {},
      eventProcessed: 'PROCESSED',
      corrections: [{ costBefore: null, costAfter: '0.0000000000' }],
    })
    const backlog = await api.get('/v1/events/needs-cost-backfill?startDate=2026-01-01')
    expect(backlog.body).toMatchObject({ groups: [], totalEvents: 0 })
    const mapped = await api.post('/v1/events/map-model', {
      sourceModel: 'house-model',
      sourceProvider: 'in-house',
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
    expect(mapped.body.backfilled).toBe(0)
    expect(await read(event.id)).toMatchObject({ usageCost: '0.0000000000' })
  })

  test('of an LLM without tokens removes it from the list of these', async () => {
    const event = await given(llm({ inputTokens: 0, outputTokens: 0 }))
    const listed = async () =>
      (await api.get('/v1/events/needs-cost-backfill?startDate=2026-01-01')).body.withoutTokens
    expect(await listed()).toMatchObject({ totalEvents: 1 })
    await voidIt(event.id)
    expect(await listed()).toMatchObject({ totalEvents: 0 })
  })

  test('keeps its idempotency key: a repeat is a duplicate, another record is refused', async () => {
    const record = llm({ usageDate: BEFORE, idempotencyKey: 'ticket-1' })
    const event = await recordEvent(api, record)
    await voidIt(event.id)
    const repeat = (await api.record(record)).body.results
    expect(repeat).toMatchObject({
      success: [{ eventId: event.id, duplicate: true, totalCostUsd: '0.0000000000' }],
      failed: [],
    })
    const other = (await api.record({ ...record, outputTokens: 1 })).body.results
    expect(other).toMatchObject({ success: [], failed: [{ code: 'VALIDATION_ERROR' }] })
    expect(await listEvents(api)).toHaveLength(1)
  })

  test('twice is a 409, and so is an amendment afterwards', async () => {
    const { id } = await given()
    expect((await voidIt(id)).status).toBe(200)
    expect(await voidIt(id)).toMatchObject({ status: 409, body: { code: 'event_voided' } })
    expect(await amend(id, { quantity: 2 })).toMatchObject({
      status: 409,
      body: { code: 'event_voided' },
    })
    expect((await read(id)).corrections).toHaveLength(1)
  })
})

describe('amending an event', () => {
  test('warns when a known cost becomes unknown or 0 by its services, and otherwise does not', async () => {
    const openai = { modelProvider: 'openai', inputTokens: 1000 }
    const event = await given()
    const typo = { model: 'gpt-55', ...openai }
    expect((await amend(event.id, typo)).body).toMatchObject({
      usageCost: null,
      eventProcessed: 'NEEDS_COST_BACKFILL',
      warnings: [expect.stringContaining('openai/gpt-55 is not in the catalog')],
    })
    const key = unique('key')
    await given(llm({ idempotencyKey: key, customerExternalId: 'acme' }))
    const named = { customerExternalId: 'acme', idempotencyKey: key }
    const free = { services: [{ model: 'gpt-4o', modelProvider: 'openai' }] }
    expect((await api.post('/v1/events/amend', { ...named, ...free })).body.warnings).toEqual([
      expect.stringContaining('openai/gpt-4o has no tokens'),
    ])
    const right = { model: 'gpt-4o', ...openai }
    expect((await amend(event.id, right)).body).not.toHaveProperty('warnings')
    expect(await read(event.id)).not.toHaveProperty('warnings')
  })

  test('replaces the quantity, and the same tokens keep their cost', async () => {
    const { id } = await given(llm({ quantity: 3 }))
    const { status, body } = await amend(id, { quantity: 7 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ quantity: '7', usageCost: '0.0075000000', voidedAt: null })
    expect(body.corrections).toMatchObject([
      { kind: 'amend', quantityBefore: '3', quantityAfter: '7', reason: null },
    ])
  })

  test('costs a service that is priced by the quantity again', async () => {
    const { id } = await given(sms({ quantity: 3 }))
    const { body } = await amend(id, { quantity: 1000 })
    expect(body).toMatchObject({ quantity: '1000', usageCost: '8.3000000000' })
    expect((await amend(id, { quantity: 0 })).body).toMatchObject({
      quantity: '0',
      usageCost: '0.0000000000',
      voidedAt: null,
    })
  })

  test.each([
    ['one model', { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 2000 }, '0.0050000000'],
    [
      'several services',
      {
        services: [
          { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1000 },
          { model: 'twilio-sms-us', modelProvider: 'twilio', quantity: 10 },
        ],
      },
      '0.0855000000',
    ],
  ])('replaces its services by %s, costed like new ones', async (_, sent, cost) => {
    for (const record of [
      llm({ quantity: 4 }),
      multi([{ model: 'gpt-4o', modelProvider: 'openai', outputTokens: 9 }], { quantity: 4 }),
    ]) {
      const { id } = await given(record)
      const { body } = await amend(id, sent)
      expect(body).toMatchObject({ quantity: '4', usageCost: cost })
      const like = await given({
        ...without(record, 'model', 'modelProvider', 'inputTokens', 'outputTokens', 'services'),
        ...sent,
      })
      const { usageCostData, services } = await read(like.id)
      expect(body).toMatchObject({ usageCostData, services })
    }
  })

  test('to a model without a price makes its cost unknown, and mapping the model resolves it', async () => {
    const { id } = await given()
    const { body } = await amend(id, {
      model: 'house-model',
      modelProvider: 'in-house',
      inputTokens: 1000,
    })
    expect(body).toMatchObject({ usageCost: null, eventProcessed: 'NEEDS_COST_BACKFILL' })
    const backlog = await api.get('/v1/events/needs-cost-backfill?startDate=2026-01-01')
    expect(backlog.body).toMatchObject({ groups: [{ model: 'house-model', count: 1 }] })
    await api.post('/v1/events/map-model', {
      sourceModel: 'house-model',
      sourceProvider: 'in-house',
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
    expect(await read(id)).toMatchObject({ usageCost: '0.0025000000', eventProcessed: 'PROCESSED' })
  })

  test('of unknown cost resolves it by services with a price, and keeps it waiting otherwise', async () => {
    const { id } = await given(unknownModel())
    expect((await amend(id, { quantity: 2 })).body).toMatchObject({
      quantity: '2',
      usageCost: null,
    })
    const other = { model: 'other-model', modelProvider: 'in-house' }
    expect((await amend(id, other)).body).toMatchObject({
      usageCost: null,
      warnings: [
        expect.stringContaining(
          'the cost is not known: in-house/other-model is not in the catalog',
        ),
      ],
    })
    const groups = async () =>
      (await api.get('/v1/events/needs-cost-backfill?startDate=2026-01-01')).body.groups
    expect(await groups()).toMatchObject([{ model: 'other-model', count: 1 }])
    const known = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1000 }
    expect((await amend(id, known)).body).toMatchObject({
      usageCost: '0.0025000000',
      eventProcessed: 'PROCESSED',
    })
    expect(await groups()).toEqual([])
  })

  test('to the values that it has changes and records nothing', async () => {
    const { id } = await given(llm({ quantity: 3 }))
    const same = { quantity: 3, ...without(llm(), 'customerExternalId', 'agentCode', 'signalName') }
    await storesNothing(t.database.pool, async () => {
      for (const sent of [same, { quantity: 3 }]) {
        const { status, body } = await amend(id, sent)
        expect(status).toBe(200)
        expect(body).toMatchObject({ quantity: '3', correctedAt: null, corrections: [] })
      }
    })
  })

  test('again keeps the whole history, and analytics follow the last values', async () => {
    const { id } = await given(sms({ quantity: 1 }))
    for (const quantity of [5, 2, 9]) await amend(id, { quantity })
    expect((await read(id)).corrections).toMatchObject([
      { quantityBefore: '1', quantityAfter: '5' },
      { quantityBefore: '5', quantityAfter: '2' },
      { quantityBefore: '2', quantityAfter: '9' },
    ])
    const { body } = await api.get('/v1/analytics/cost?startDate=2026-03-01')
    expect(body.totalCost).toBe(0.0747)
  })

  test('away from a model leaves no trace of it in the figures by model', async () => {
    const { id } = await given(llm())
    await amend(id, { model: 'twilio-sms-us', modelProvider: 'twilio' })
    const { body } = await api.get('/v1/analytics/cost?startDate=2026-03-01')
    expect(JSON.stringify(body)).toContain('twilio-sms-us')
    expect(JSON.stringify(body)).not.toContain('gpt-4o')
  })
})

const REFUSED: [string, unknown][] = [
  ['nothing to change', {}],
  ['only a reason', { reason: 'why' }],
  ['a quantity as text', { quantity: '3' }],
  ['a boolean quantity', { quantity: true }],
  ['a null quantity', { quantity: null }],
  ['half a unit', { quantity: 0.5 }],
  ['a negative quantity', { quantity: -1 }],
  ['a quantity that is not exact', { quantity: 2 ** 53 }],
  ['an unknown field', { quantity: 1, colour: 'red' }],
  ['a field of the record that cannot change', { quantity: 1, usageDate: BEFORE }],
  ['a model without its provider', { model: 'gpt-4o' }],
  ['tokens without a model', { inputTokens: 5 }],
  [
    'both shapes',
    { model: 'gpt-4o', modelProvider: 'openai', services: [{ model: 'a', modelProvider: 'b' }] },
  ],
  ['no services', { services: [] }],
  ['services that are no list', { services: 'gpt-4o' }],
  ['a service that is no object', { services: [7] }],
  ['a service without a provider', { services: [{ model: 'gpt-4o' }] }],
  ['an unknown field of a service', { services: [{ model: 'a', modelProvider: 'b', colour: 1 }] }],
  ['tokens next to services', { inputTokens: 5, services: [{ model: 'a', modelProvider: 'b' }] }],
  [
    'more cached tokens than tokens',
    { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1, cacheReadTokens: 2 },
  ],
  ['a blank model', { model: ' ', modelProvider: 'openai' }],
  ['a list', [{ quantity: 1 }]],
  ['a reason that is a number', { quantity: 1, reason: 5 }],
]

test.each(REFUSED)('an amendment with %s is a 400 and changes nothing', async (_, body) => {
  const { id } = await given()
  const before = await read(id)
  await storesNothing(t.database.pool, async () => {
    expect((await amend(id, body)).status).toBe(400)
    if (typeof body === 'object' && !Array.isArray(body)) {
      const key = { customerExternalId: 'acme', idempotencyKey: 'k' }
      expect((await api.post('/v1/events/amend', { ...key, ...body })).status).toBe(400)
    }
  })
  expect(await read(id)).toEqual(before)
})

test.each([[{ colour: 'red' }], [{ reason: 5 }], [[]], ['text']])(
  'voiding with the body %j is a 400',
  async (body) => {
    const { id } = await given()
    expect((await voidIt(id, body)).status).toBe(400)
  },
)

test('the largest quantity and a thousand services are accepted and taken back', async () => {
  const { id } = await given()
  const services = times(1_000, (index) => ({ model: `m${index}`, modelProvider: 'ours' }))
  const large = { quantity: Number.MAX_SAFE_INTEGER, services }
  expect((await amend(id, large)).body).toMatchObject({ quantity: `${large.quantity}` })
  expect((await amend(id, { ...large, services: [...services, services[0]] })).status).toBe(400)
  expect((await voidIt(id)).body).toMatchObject({ quantity: '0' })
})

describe('by idempotency key', () => {
  test('an event is amended and voided like by its id', async () => {
    const customerExternalId = unique('customer')
    const idempotencyKey = 'order 7/ä?&#'
    const event = await given(llm({ customerExternalId, idempotencyKey }))
    const key = { customerExternalId, idempotencyKey }
    const amended = await api.post('/v1/events/amend', { ...key, quantity: 4 })
    expect(amended).toMatchObject({ status: 200, body: { id: event.id, quantity: '4' } })
    const voided = await api.post('/v1/events/void', { ...key, reason: 'twice' })
    expect(voided).toMatchObject({ status: 200, body: { id: event.id, quantity: '0' } })
    expect((await api.post('/v1/events/void', key)).status).toBe(409)
  })

  test('the customer decides between equal keys', async () => {
    const idempotencyKey = 'same'
    const [first, second] = [unique('customer'), unique('customer')]
    const kept = await given(llm({ customerExternalId: first, idempotencyKey }))
    const event = await given(llm({ customerExternalId: second, idempotencyKey }))
    const { body } = await api.post('/v1/events/void', {
      customerExternalId: second,
      idempotencyKey,
    })
    expect(body.id).toBe(event.id)
    expect(await read(kept.id)).toMatchObject({ quantity: '1', voidedAt: null })
  })

  test.each([
    [{ customerExternalId: 'unknown', idempotencyKey: 'k' }, 404],
    [{ customerExternalId: 'acme', idempotencyKey: 'never used' }, 404],
    [{ customerExternalId: 'acme' }, 400],
    [{ idempotencyKey: 'k' }, 400],
    [{ customerExternalId: 'acme', idempotencyKey: 5 }, 400],
    [{ customerExternalId: '', idempotencyKey: '' }, 400],
  ])('%j is refused with %i', async (key, status) => {
    await given(llm({ idempotencyKey: 'k' }))
    const answer = await api.post('/v1/events/void', key)
    expect(answer.status).toBe(status)
    const values = status === 404 ? Object.values(key) : []
    for (const value of values) expect(answer.body.message).toContain(JSON.stringify(value))
    expect((await api.post('/v1/events/amend', { ...key, quantity: 2 })).status).toBe(status)
  })
})

test('another organization’s event does not exist', async () => {
  const record = llm({ idempotencyKey: 'theirs' })
  const { id } = await given(record)
  const other = await createOtherOrganizationApi(t)
  const key = { customerExternalId: 'acme', idempotencyKey: 'theirs' }
  await storesNothing(t.database.pool, async () => {
    for (const [url, body] of [
      [`/v1/events/${id}/void`, {}],
      [`/v1/events/${id}/amend`, { quantity: 5 }],
      [`/v1/events/${ABSENT}/void`, {}],
      ['/v1/events/void', key],
      ['/v1/events/amend', { ...key, quantity: 5 }],
    ] as const) {
      expect((await other.post(url, body)).status, url).toBe(404)
    }
    expect((await other.post('/v1/events/not-an-id/void', {})).status).toBe(400)
  })
  expect(await read(id)).toMatchObject({ quantity: '1', corrections: [] })
})

test('a publishable key corrects nothing', async () => {
  const { id } = await given()
  for (const url of [`/v1/events/${id}/void`, `/v1/events/${id}/amend`]) {
    expect((await publishable.post(url, { quantity: 5 })).status).toBe(403)
  }
})

test('a customer in its portal corrects nothing', async () => {
  const { id, customerId } = await given()
  const portal = await givenPortal(t, api, customerId)
  for (const url of [`/v1/events/${id}/void`, '/v1/events/void']) {
    expect((await portal.post(url, {})).status).toBe(401)
  }
  expect(await read(id)).toMatchObject({ voidedAt: null })
})

test('a retry with the Idempotency-Key header gets the first answer and corrects once', async () => {
  const { id } = await given(llm({ quantity: 2 }))
  const send = (url: string, payload: object, key: string) =>
    t.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-api-key': organization.secretKey, 'idempotency-key': key },
    })
  const amended = await send(`/v1/events/${id}/amend`, { quantity: 5 }, 'a')
  await send(`/v1/events/${id}/amend`, { quantity: 6 }, 'b')
  const again = await send(`/v1/events/${id}/amend`, { quantity: 5 }, 'a')
  expect(again.body).toBe(amended.body)
  expect(await read(id)).toMatchObject({ quantity: '6' })
  const voided = await send(`/v1/events/${id}/void`, {}, 'c')
  expect((await send(`/v1/events/${id}/void`, {}, 'c')).body).toBe(voided.body)
  expect((await read(id)).corrections).toHaveLength(3)
})

test('a correction is announced once, and in the audit log', async () => {
  const { id } = await given()
  await amend(id, { quantity: 2 })
  await amend(id, { quantity: 2 })
  await voidIt(id)
  await voidIt(id)
  const { rows } = await t.database.pool.query(
    'select type, object_id from outbox_events where organization_id = $1 order by id',
    [organization.id],
  )
  expect(rows.filter(({ object_id }) => object_id === id).map(({ type }) => type)).toEqual([
    'usage.amended',
    'usage.voided',
  ])
  const { rows: logged } = await t.database.pool.query(
    `select path, status from audit_log where organization_id = $1 and path like '%/void'
     order by requested_at`,
    [organization.id],
  )
  expect(logged).toEqual([
    { path: `/v1/events/${id}/void`, status: 200 },
    { path: `/v1/events/${id}/void`, status: 409 },
  ])
})

describe('two corrections at once', () => {
  test('both voids: one is done, the other is a 409', async () => {
    const { id } = await given()
    const answers = await Promise.all([voidIt(id), voidIt(id), voidIt(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await read(id)).corrections).toHaveLength(1)
  })

  test('in two processes: the second waits for the row and sees the new state', async () => {
    const { id, customerId } = await given()
    const holder = await t.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from usage_events where customer_id = $1 and id = $2 for update', [
      customerId,
      id,
    ])
    const waiting = Promise.all([voidIt(id), amend(id, { quantity: 5 })])
    try {
      await untilWaiting(t.database.pool, 1)
    } finally {
      await holder.query('commit')
      holder.release()
    }
    const [voided, amended] = await waiting
    expect(voided.status).toBe(200)
    expect([200, 409]).toContain(amended.status)
    expect(await read(id)).toMatchObject({ quantity: '0' })
  })

  test('while a mapping costs the events, none is costed by its former services', async () => {
    const ids: string[] = []
    for (let index = 0; index < 12; index += 1) ids.push((await given(unknownModel())).id)
    const known = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 4000 }
    const other = { model: 'other-model', modelProvider: 'in-house', inputTokens: 1000 }
    const house = { sourceModel: 'house-model', sourceProvider: 'in-house' }
    const [mapped, ...corrected] = await Promise.all([
      api.post('/v1/events/map-model', {
        ...house,
        targetModel: 'gpt-4o-mini',
        targetProvider: 'openai',
      }),
      ...ids.map((id, index) =>
        index % 3 === 0 ? voidIt(id) : amend(id, index % 3 === 1 ? known : other),
      ),
    ])
    expect([mapped, ...corrected].map(({ status }) => status)).toEqual(Array(13).fill(200))
    const costs = await Promise.all(ids.map(async (id) => (await read(id)).usageCost))
    expect(costs).toEqual(ids.map((_, index) => ['0.0000000000', '0.0100000000', null][index % 3]))
    const { body } = await api.get('/v1/events/needs-cost-backfill?startDate=2026-01-01')
    expect(body).toMatchObject({ groups: [{ model: 'other-model', count: 4 }], totalEvents: 4 })
  })

  test('amendments and records at the same time lose nothing', async () => {
    const events = []
    for (let index = 0; index < 4; index += 1) events.push(await given(sms({ quantity: 10 })))
    await Promise.all([
      ...events.flatMap(({ id }) => [amend(id, { quantity: 3 }), amend(id, { quantity: 4 })]),
      ...times(10, () => api.record(...times(5, () => sms({ usageDate: BEFORE })))),
    ])
    expect(await listEvents(api)).toHaveLength(54)
  })
})
