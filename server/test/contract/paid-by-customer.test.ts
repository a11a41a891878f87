import { describe, expect, test } from 'vitest'
import { rebuildRollups } from '../../src/features/usage/rebuild-rollups.ts'
import { readCsv } from '../support/csv.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp, expectRollupsToMatchEvents } from '../support/invariants.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { llm, multi, recordEvent, recordOne, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const usageDate = '2026-03-10T08:30:00Z'
const theirs = { paidBy: 'customer' }
const given = (record: Fields) => recordEvent(api, { usageDate, ...record })
const read = async (id: string) => (await api.get(`/v1/events/${id}`)).body
const amend = (id: string, body: unknown) => api.post(`/v1/events/${id}/amend`, body)
const costs = async (query = '') =>
  (await api.get(`/v1/analytics/cost?startDate=2026-03-01${query}`)).body
const GPT = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1000, outputTokens: 500 }
const UNKNOWN = { model: 'house-model', modelProvider: 'in-house', inputTokens: 10 }

describe('a record that the customer pays for', () => {
  test('costs 0, and shows beside it what it cost the customer', async () => {
    const result = await recordOne(api, llm({ usageDate, ...theirs }))
    expect(result).toMatchObject({ totalCostUsd: '0.0000000000' })
    const event = await read(result.eventId)
    expect(event).toMatchObject({
      eventProcessed: 'PROCESSED',
      usageCost: '0.0000000000',
      customerCost: '0.0075000000',
      usageCostData: {
        'gpt-4o/input': { cost: 0, units: 1000, costPerUnit: 0 },
        'gpt-4o/output': { cost: 0, units: 500, costPerUnit: 0 },
      },
    })
    expect(event.services).toMatchObject([
      {
        paidBy: 'customer',
        serviceTier: null,
        cacheWrite1hTokens: 0,
        reportedCostUsd: null,
        price: { model: 'gpt-4o' },
        missing: null,
      },
    ])
  })

  test('is apart from cost and margin in the analytics, in total and by model', async () => {
    await given(llm())
    await given(llm(theirs))
    await given(unknownModel(theirs))
    const answer = await costs()
    expect(answer).toMatchObject({
      totalCost: 0.0075,
      totalEvents: 3,
      uncostedEvents: 0,
      customerCost: 0.0075,
      customerPaidCount: 2,
      uncomputedCustomerPaidCount: 1,
      rest: { byModel: { totalCost: 0, customerCost: 0 } },
    })
    expect(answer.byModel).toMatchObject([
      { model: 'gpt-4o', totalCost: 0.0075, serviceCount: 2, customerCost: 0.0075 },
      { model: 'house-model', totalCost: 0, serviceCount: 1, uncomputedCustomerPaidCount: 1 },
    ])
    const { body } = await api.get('/v1/analytics/outcomes?startDate=2026-03-01')
    const outcomes: { cost: number }[] = body.results
    expect(outcomes.map(({ cost }) => cost).toSorted()).toEqual([0, 0, 0.0075])
    const url = '/v1/analytics/cost?startDate=2026-03-01&table=byModel'
    const { rows } = await readCsv(t, url, organization.secretKey)
    expect(rows[0]).toMatchObject({ customerCost: '0.0075', customerPaidCount: '1' })
  })

  test('is hidden from other organizations', async () => {
    const { id } = await given(llm(theirs))
    expect((await stranger.get(`/v1/events/${id}`)).status).toBe(404)
    const { body } = await stranger.get('/v1/analytics/cost?startDate=2026-03-01')
    expect(body).toMatchObject({ customerCost: 0, customerPaidCount: 0 })
  })

  test('of an unknown model is PROCESSED at no cost, also after the model is mapped', async () => {
    const { id } = await given(unknownModel(theirs))
    const shown = { eventProcessed: 'PROCESSED', usageCost: '0.0000000000', customerCost: null }
    expect(await read(id)).toMatchObject({
      ...shown,
      usageCostData: {},
      services: [{ price: null, missing: null }],
    })
    const { body } = await api.get('/v1/events/needs-cost-backfill?startDate=2026-03-01')
    expect(body).toMatchObject({ groups: [], totalEvents: 0 })
    const mapped = await api.post('/v1/events/map-model', {
      sourceModel: 'house-model',
      sourceProvider: 'in-house',
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
    expect(mapped.body).toMatchObject({ backfilled: 0 })
    expect(await read(id)).toMatchObject(shown)
    const later = await given(unknownModel(theirs))
    expect(await read(later.id)).toMatchObject({ customerCost: '0.0075000000' })
  })

  test('is in the CSV of events with its cost', async () => {
    await given(llm(theirs))
    const { rows } = await readCsv(t, '/v1/events', organization.secretKey)
    expect(rows).toMatchObject([{ usageCost: '0.0000000000', customerCost: '0.0075000000' }])
  })
})

describe('a record with services', () => {
  test('gives its payer to each service, and a service can have another', async () => {
    const { id } = await given(multi([GPT, { ...GPT, paidBy: 'organization' }], theirs))
    const event = await read(id)
    expect(event).toMatchObject({
      usageCost: '0.0075000000',
      customerCost: '0.0075000000',
      services: [{ paidBy: 'customer' }, { paidBy: 'organization' }],
    })
    // Both services share their keys, so the rate is the average of both.
    expect(event.usageCostData['gpt-4o/input']).toEqual({
      cost: 0.0025,
      units: 2000,
      costPerUnit: 0.00000125,
    })
    expect(await costs()).toMatchObject({ totalCost: 0.0075, customerCost: 0.0075 })
  })

  test('treats null as absent in both places', async () => {
    const { id } = await given(
      multi([{ ...GPT, paidBy: null, reportedCostUsd: null, serviceTier: null }], theirs),
    )
    expect((await read(id)).services).toMatchObject([{ paidBy: 'customer' }])
    const own = await given(multi([GPT], { paidBy: null }))
    expect((await read(own.id)).services).toMatchObject([{ paidBy: 'organization' }])
  })

  test('has no known customer cost while one of its own costs is unknown', async () => {
    const { id } = await given(multi([{ ...GPT, ...theirs }, UNKNOWN]))
    expect(await read(id)).toMatchObject({
      eventProcessed: 'NEEDS_COST_BACKFILL',
      usageCost: null,
      customerCost: null,
    })
    expect(await costs()).toMatchObject({ customerCost: 0, uncomputedCustomerPaidCount: 1 })
    const { body } = await api.get('/v1/events/needs-cost-backfill?startDate=2026-03-01')
    expect(body.groups).toMatchObject([{ model: 'house-model', count: 1 }])
    await expectRollupsToMatchEvents(t.database.pool)
    const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
    const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
    expect((await api.post('/v1/events/map-model', { ...source, ...target })).body).toMatchObject({
      backfilled: 1,
    })
    expect(await read(id)).toMatchObject({
      usageCost: '0.0000250000',
      customerCost: '0.0075000000',
    })
    expect(await costs()).toMatchObject({ customerCost: 0.0075, uncomputedCustomerPaidCount: 0 })
  })

  test('names no missing price of a service that the customer pays for', async () => {
    const { id } = await given(multi([{ ...UNKNOWN, ...theirs }, UNKNOWN]))
    expect((await read(id)).services).toMatchObject([
      { missing: null },
      { missing: { reason: 'unknown_model' } },
    ])
  })
})

describe('a correction', () => {
  test('moves a cost to the customer and back', async () => {
    const { id } = await given(llm())
    const paid = await amend(id, { ...GPT, ...theirs })
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    expect(paid.body).toMatchObject({ usageCost: '0.0000000000', customerCost: '0.0075000000' })
    expect(paid.body.corrections[0].servicesBefore).toMatchObject([{ paidBy: 'organization' }])
    expect(await costs()).toMatchObject({ totalCost: 0, customerCost: 0.0075 })
    await expectRollupsToMatchEvents(t.database.pool)
    const back = await amend(id, GPT)
    expect(back.body).toMatchObject({ usageCost: '0.0075000000', customerCost: null })
    expect(await costs()).toMatchObject({
      totalCost: 0.0075,
      customerCost: 0,
      customerPaidCount: 0,
    })
  })

  test('of the quantity alone keeps the payer', async () => {
    const { id } = await given(llm(theirs))
    const { status, body } = await amend(id, { quantity: 3 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ quantity: '3', customerCost: '0.0075000000' })
  })

  test('gives the payer at the top to its services', async () => {
    const { id } = await given(llm())
    const { body } = await amend(id, {
      services: [GPT, { ...GPT, paidBy: 'organization' }],
      ...theirs,
    })
    expect(body).toMatchObject({ usageCost: '0.0075000000', customerCost: '0.0075000000' })
  })

  test('that voids the event leaves no cost to anyone', async () => {
    const { id } = await given(multi([{ ...GPT, ...theirs }, GPT]))
    const { status, body } = await api.post(`/v1/events/${id}/void`, undefined)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ usageCost: '0.0000000000', customerCost: '0.0000000000' })
    expect(await costs()).toMatchObject({ totalCost: 0, customerCost: 0 })
    const unknown = await given(multi([{ ...UNKNOWN, ...theirs }, UNKNOWN]))
    await api.post(`/v1/events/${unknown.id}/void`, undefined)
    expect(await read(unknown.id)).toMatchObject({ usageCost: '0.0000000000', customerCost: null })
  })
})

test('a rebuild of the sums leaves them as they are', async () => {
  await given(llm(theirs))
  await given(
    multi([
      { ...UNKNOWN, ...theirs },
      { ...GPT, reportedCostUsd: 0.01 },
    ]),
  )
  const { id } = await given(llm())
  await amend(id, { ...GPT, ...theirs })
  const before = await costs()
  const asked = { organizationId: organization.id, customerId: undefined }
  await rebuildRollups(t.database.db, asked, NOW)
  expect(await costs()).toEqual(before)
  await expectRollupsToMatchEvents(t.database.pool)
})

test('an estimate has no cost of it', async () => {
  const { body } = await api.post('/v1/usage/estimate', { records: [llm(theirs)] })
  expect(body.results).toMatchObject([{ totalCostUsd: '0.0000000000' }])
})

test('a retry with the same key is stored once', async () => {
  const record = llm({ usageDate, idempotencyKey: 'paid-once', ...theirs })
  await recordOne(api, record)
  const { body } = await api.record(record)
  expect(body.results.success).toMatchObject([{ duplicate: true }])
  expect(await costs()).toMatchObject({ customerPaidCount: 1, customerCost: 0.0075 })
  const other = await api.record({ ...record, paidBy: 'organization' })
  expect(other.body.results.failed).toHaveLength(1)
})

test.each([['vendor'], ['Customer'], [''], [true], [1], [[]], [{ by: 'customer' }]])(
  'paidBy %j is refused in both shapes',
  async (paidBy) => {
    await storesNothing(t.database.pool, async () => {
      for (const record of [llm({ paidBy }), multi([{ ...GPT, paidBy }])]) {
        const { body } = await api.post('/v1/usage/estimate', { records: [record] })
        expect(body.results[0].error).toContain('paidBy must be organization or customer')
      }
    })
  },
)

test.each([
  ['void', (id: string) => api.post(`/v1/events/${id}/void`, {})],
  ['amended', (id: string) => amend(id, GPT)],
])(
  'an event of an older version with these fields can be %s: its prices say who paid',
  async (_, correct) => {
    const { eventId: id } = await recordOne(api, llm({ usageDate, cacheWriteTokens: 10 }))
    const old = { ...theirs, cacheWrite1hTokens: 4 }
    await t.database.pool.query(
      'update usage_events set payload = (payload::jsonb || $2::jsonb)::text where id = $1',
      [id, JSON.stringify(old)],
    )
    const before = await read(id)
    expect(Number(before.usageCost)).toBeGreaterThan(0)
    expect(before.customerCost).toBeNull()
    expect((await correct(id)).status).toBe(200)
    await expectRollupsToMatchEvents(t.database.pool)
  },
)

test('an amended quantity leaves the cost of an event of an older version as it is', async () => {
  const { eventId: id } = await recordOne(api, llm({ usageDate }))
  await t.database.pool.query(
    'update usage_events set payload = (payload::jsonb || $2::jsonb)::text where id = $1',
    [id, JSON.stringify(theirs)],
  )
  const { usageCost } = await read(id)
  expect((await amend(id, { quantity: 3 })).body).toMatchObject({ usageCost, quantity: '3' })
  await expectRollupsToMatchEvents(t.database.pool)
})
