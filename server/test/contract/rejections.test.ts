import { describe, expect, test } from 'vitest'
import { createOtherOrganizationApi, must } from '../support/app.ts'
import { ABSENT, type Fields, unique } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { givenPortal } from '../support/portal.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { listEvents, llm, recordEvent } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, publishable, organization } = useOrganizationPerTest(t)

const BEFORE = '2026-03-10T08:30:00Z'
const REASON = 'The customer opened the ticket again'
const given = (fields: Fields = {}) => recordEvent(api, llm({ usageDate: BEFORE, ...fields }))
const reject = (id: string, body: unknown = { reason: REASON }) =>
  api.post(`/v1/events/${id}/rejection`, body)
const withdraw = (id: string, body?: unknown) =>
  api.post(`/v1/events/${id}/rejection/withdraw`, body)
const read = async (id: string) => must(api.get(`/v1/events/${id}`))
const corrections = async (id: string) =>
  (
    await t.database.pool.query(
      'select kind, quantity::text, cost::text from event_corrections where event_id = $1 order by id',
      [id],
    )
  ).rows

describe('rejecting an outcome', () => {
  test('takes its units out of what is billed, and leaves quantity and cost', async () => {
    const event = await read((await given({ quantity: 3, runId: 'run-7' })).id)
    const { status, body } = await reject(event.id)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      state: 'accepted',
      eventId: event.id,
      customerId: event.customerId,
      customerExternalId: event.customerExternalId,
      runId: 'run-7',
      agentId: event.agentId,
      agentName: event.agentName,
      signalId: event.signalId,
      signalName: event.signal.name,
      usageDate: '2026-03-10T08:30:00.000Z',
      quantity: '3',
      reason: REASON,
      actor: expect.stringMatching(/^api_key:/),
      actorName: expect.any(String),
      rejectedAt: NOW.toISOString(),
      withdrawnAt: null,
      withdrawReason: null,
      withdrawnBy: null,
      withdrawnByName: null,
      version: 1,
      createdAt: NOW.toISOString(),
    })
    expect(await read(event.id)).toMatchObject({
      quantity: '3',
      rejectedQuantity: '3',
      usageCost: '0.0075000000',
      correctedAt: null,
      corrections: [],
      rejections: [body],
    })
    expect(await listEvents(api)).toMatchObject([{ id: event.id, rejectedQuantity: '3' }])
    expect(await corrections(event.id)).toEqual([{ kind: 'rejection', quantity: '-3', cost: '0' }])
    expect(await must(api.get(`/v1/rejections/${body.id}`))).toEqual(body)
  })

  test('may reject a part of its units', async () => {
    const { id } = await given({ quantity: 5 })
    expect((await reject(id, { reason: REASON, quantity: 2 })).body).toMatchObject({
      quantity: '2',
    })
    expect(await read(id)).toMatchObject({ quantity: '5', rejectedQuantity: '2' })
  })

  test('twice is a 409, also for the units that are left, until it is withdrawn', async () => {
    const { id } = await given({ quantity: 5 })
    await must(reject(id, { reason: REASON, quantity: 2 }))
    expect(await reject(id, { reason: REASON, quantity: 1 })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('withdraw it first') },
    })
    expect(await read(id)).toMatchObject({ rejectedQuantity: '2' })
    await must(withdraw(id))
    expect((await reject(id, { reason: REASON, quantity: 3 })).status).toBe(201)
    expect((await read(id)).rejections).toMatchObject([
      { state: 'withdrawn', quantity: '2' },
      { state: 'accepted', quantity: '3' },
    ])
  })

  test.each([
    ['more units than were recorded', { quantity: 2 }, { quantity: 3 }, 'Only 2 units are billed'],
    ['no unit', { quantity: 0 }, {}, 'No unit of the event is billed'],
  ])('of %s is a 409', async (_, record, body, message) => {
    const { id } = await given(record)
    const answer = await reject(id, { reason: REASON, ...body })
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', message } })
    expect(await corrections(id)).toEqual([])
  })

  test('that is void is a 409, and a rejected one is neither voided nor amended below it', async () => {
    const mistaken = await given()
    await must(api.post(`/v1/events/${mistaken.id}/void`, {}))
    expect(await reject(mistaken.id)).toMatchObject({ status: 409, body: { code: 'event_voided' } })
    const { id } = await given({ quantity: 5 })
    await must(reject(id, { reason: REASON, quantity: 4 }))
    expect((await api.post(`/v1/events/${id}/void`, {})).status).toBe(409)
    expect((await api.post(`/v1/events/${id}/amend`, { quantity: 3 })).status).toBe(409)
    expect((await api.post(`/v1/events/${id}/amend`, { quantity: 4 })).status).toBe(200)
    expect(await read(id)).toMatchObject({ quantity: '4', rejectedQuantity: '4' })
  })

  test('of the largest quantity can be taken back', async () => {
    const quantity = Number.MAX_SAFE_INTEGER
    const { id } = await given({ quantity })
    expect((await reject(id)).body).toMatchObject({ quantity: `${quantity}` })
    expect((await withdraw(id)).status).toBe(200)
    expect(await read(id)).toMatchObject({ rejectedQuantity: '0' })
  })

  test.each([
    [{}],
    [null],
    [{ reason: '' }],
    [{ reason: 5 }],
    [{ reason: 'x'.repeat(1_001) }],
    [{ reason: REASON, quantity: 0 }],
    [{ reason: REASON, quantity: -1 }],
    [{ reason: REASON, quantity: 1.5 }],
    [{ reason: REASON, quantity: '1' }],
    [{ reason: REASON, colour: 'red' }],
  ])('with the body %j is a 400 and changes nothing', async (body) => {
    const { id } = await given()
    await storesNothing(t.database.pool, async () => {
      expect((await reject(id, body)).status).toBe(400)
    })
  })
})

describe('withdrawing a rejection', () => {
  test('bills its units again by an opposite correction, and keeps both', async () => {
    const { id } = await given({ quantity: 3 })
    const rejection = await must(reject(id, { reason: REASON, quantity: 2 }))
    const { status, body } = await withdraw(id, { reason: 'Another ticket' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      ...rejection,
      state: 'withdrawn',
      withdrawnAt: NOW.toISOString(),
      withdrawReason: 'Another ticket',
      withdrawnBy: rejection.actor,
      withdrawnByName: rejection.actorName,
      version: 2,
    })
    expect(await read(id)).toMatchObject({ rejectedQuantity: '0', rejections: [body] })
    expect(await corrections(id)).toEqual([
      { kind: 'rejection', quantity: '-2', cost: '0' },
      { kind: 'restoration', quantity: '2', cost: '0' },
    ])
  })

  test('that is not in force is a 409', async () => {
    const { id } = await given()
    expect((await withdraw(id)).status).toBe(409)
    await must(reject(id))
    await must(withdraw(id))
    expect((await withdraw(id)).status).toBe(409)
  })
})

describe('of two requests at once', () => {
  test.each(['two rejections', 'two withdrawals'] as const)('%s take effect once', async (what) => {
    const { id } = await given({ quantity: 3 })
    const isWithdrawal = what === 'two withdrawals'
    if (isWithdrawal) await must(reject(id))
    const send = () => (isWithdrawal ? withdraw(id) : reject(id, { reason: REASON, quantity: 1 }))
    const client = await t.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from usage_events where id = $1 for update', [id])
      const both = [send(), send()]
      await untilWaiting(t.database.pool, 1)
      await client.query('commit')
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([isWithdrawal ? 200 : 201, 409])
    } finally {
      client.release()
    }
    expect(await read(id)).toMatchObject({ rejectedQuantity: isWithdrawal ? '0' : '1' })
  })
})

describe('by other names', () => {
  test('an event is rejected by the idempotency key of its record', async () => {
    const customerExternalId = unique('customer')
    const { id } = await given({ customerExternalId, idempotencyKey: 'order 7/ä?&#' })
    const key = { customerExternalId, idempotencyKey: 'order 7/ä?&#' }
    const { status, body } = await api.post('/v1/events/rejection', { ...key, reason: REASON })
    expect([status, body.eventId]).toEqual([201, id])
    const unknown = { ...key, idempotencyKey: 'never used', reason: REASON }
    expect((await api.post('/v1/events/rejection', unknown)).status).toBe(404)
  })

  test('a run is rejected with each of its outcomes, and its cost events stay', async () => {
    const runId = unique('run')
    const first = await given({ runId, quantity: 2 })
    const second = await given({ runId, quantity: 3, usageDate: '2026-03-11T00:00:00Z' })
    const cost = await given({ runId, quantity: 0 })
    const { status, body } = await api.post(`/v1/runs/${runId}/rejection`, { reason: REASON })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.results).toMatchObject([
      { eventId: first.id, quantity: '2', runId },
      { eventId: second.id, quantity: '3', runId },
    ])
    expect(await read(cost.id)).toMatchObject({ rejectedQuantity: '0' })
    expect(await must(api.get(`/v1/runs/${runId}`))).toMatchObject({
      events: [{ rejectedQuantity: '2' }, { rejectedQuantity: '0' }, { rejectedQuantity: '3' }],
      revenue: { amount: null, note: 'The outcome was rejected' },
    })
    const again = await api.post(`/v1/runs/${runId}/rejection`, { reason: REASON })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('a run of two customers, and one with a rejection in force, is a 409 and changes nothing', async () => {
    const runId = unique('run')
    const { id } = await given({ runId, quantity: 2, customerExternalId: unique('customer') })
    await must(reject(id, { reason: REASON, quantity: 1 }))
    await storesNothing(t.database.pool, async () => {
      const { status } = await api.post(`/v1/runs/${runId}/rejection`, { reason: REASON })
      expect(status).toBe(409)
    })
    await given({ runId, customerExternalId: unique('customer') })
    await storesNothing(t.database.pool, async () => {
      const { status, body } = await api.post(`/v1/runs/${runId}/rejection`, { reason: REASON })
      expect([status, body.message]).toEqual([409, expect.stringContaining('Several customers')])
    })
  })

  test('an unknown run is a 404', async () => {
    expect((await api.post('/v1/runs/none/rejection', { reason: REASON })).status).toBe(404)
  })
})

test('the list has all rejections, the latest first, and filters them', async () => {
  const [acme, globex] = [unique('customer'), unique('customer')]
  const first = await given({ customerExternalId: acme, runId: 'r1' })
  const second = await given({ customerExternalId: globex })
  for (const { id } of [first, second]) await must(reject(id))
  await must(withdraw(second.id))
  const list = async (query: string) =>
    (await must(api.get(`/v1/rejections${query}`))).results.map(
      ({ eventId }: { eventId: string }) => eventId,
    )
  expect(await list('')).toEqual([second.id, first.id])
  expect(await list('?limit=1&page=2')).toEqual([first.id])
  expect(await list('?state=accepted')).toEqual([first.id])
  expect(await list('?state=withdrawn')).toEqual([second.id])
  expect(await list(`?customerExternalId=${acme}`)).toEqual([first.id])
  expect(await list(`?customerId=${second.customerId}`)).toEqual([second.id])
  expect(await list(`?eventId=${first.id}`)).toEqual([first.id])
  expect(await list('?runId=r1')).toEqual([first.id])
  expect(await list(`?agentId=${first.agentId}&signalId=${first.signalId}`)).toHaveLength(2)
  expect(await list(`?agentId=${ABSENT}`)).toEqual([])
  expect((await api.get('/v1/rejections?state=lost')).status).toBe(400)
})

test('another organization’s event, run and rejection do not exist', async () => {
  const runId = unique('run')
  const { id } = await given({ runId, idempotencyKey: 'theirs' })
  const rejection = await must(reject(id))
  const other = await createOtherOrganizationApi(t)
  await storesNothing(t.database.pool, async () => {
    for (const [url, body] of [
      [`/v1/events/${id}/rejection`, { reason: REASON }],
      [`/v1/events/${ABSENT}/rejection`, { reason: REASON }],
      [`/v1/events/${id}/rejection/withdraw`, {}],
      [
        '/v1/events/rejection',
        { customerExternalId: 'acme', idempotencyKey: 'theirs', reason: 'x' },
      ],
      [`/v1/runs/${runId}/rejection`, { reason: REASON }],
    ] as const) {
      expect((await other.post(url, body)).status, url).toBe(404)
    }
    expect((await other.get(`/v1/rejections/${rejection.id}`)).status).toBe(404)
    expect((await other.get('/v1/rejections')).body.results).toEqual([])
    expect((await other.post('/v1/events/not-an-id/rejection', { reason: 'x' })).status).toBe(400)
  })
})

test('a publishable key and a customer in its portal reject nothing', async () => {
  const { id, customerId } = await given()
  expect((await publishable.post(`/v1/events/${id}/rejection`, { reason: REASON })).status).toBe(
    403,
  )
  expect((await publishable.get('/v1/rejections')).status).toBe(403)
  const portal = await givenPortal(t, api, customerId)
  expect((await portal.post(`/v1/events/${id}/rejection`, { reason: REASON })).status).toBe(401)
})

test('a retry with the Idempotency-Key header gets the first answer and rejects once', async () => {
  const { id } = await given({ quantity: 2 })
  const send = () =>
    t.app.inject({
      method: 'POST',
      url: `/v1/events/${id}/rejection`,
      payload: { reason: REASON, quantity: 1 },
      headers: { 'x-api-key': organization.secretKey, 'idempotency-key': 'a' },
    })
  const first = await send()
  expect(first.statusCode).toBe(201)
  expect((await send()).body).toBe(first.body)
  expect((await read(id)).rejections).toHaveLength(1)
})

test('a rejection and its withdrawal are announced once', async () => {
  const { id } = await given()
  const rejection = await must(reject(id))
  await reject(id)
  await withdraw(id)
  await withdraw(id)
  const { rows } = await t.database.pool.query(
    `select type, object_id from outbox_events
     where organization_id = $1 and type like 'outcome.%' order by id`,
    [organization.id],
  )
  expect(rows).toEqual([
    { type: 'outcome.rejected', object_id: rejection.id },
    { type: 'outcome.restored', object_id: rejection.id },
  ])
})
