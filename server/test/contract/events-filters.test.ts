import { beforeAll, describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  type Event,
  findEvent,
  listEvents,
  llm,
  multi,
  recordEvent,
  recordOne,
  unknownModel,
} from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let all: Event[]

const customers = ['ann', 'bob', 'cem']
const agents = ['reader', 'writer']
const signals = ['page', 'word']
const days = ['2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z']

const t = useTestApp({ atEnd: expectRollupsToAddUp })
beforeAll(async () => {
  const records = customers.flatMap((customerExternalId) =>
    agents.flatMap((agentCode) =>
      signals.flatMap((signalName) =>
        days.map((usageDate) => llm({ customerExternalId, agentCode, signalName, usageDate })),
      ),
    ),
  )
  await t.api.record(...records)
  all = await listEvents(t.api)
})

const ids = (events: Event[]) => events.map(({ id }) => id).toSorted()
const first = () => {
  const [event] = all
  if (!event) throw new Error('nothing was recorded')
  return event
}

const filters = ['customerId', 'agentId', 'signalId'] as const

describe('a filter by id', () => {
  test.each(filters)('%s keeps exactly the events that have it', async (name) => {
    for (const value of new Set(all.map((event) => event[name]))) {
      const expected = all.filter((event) => event[name] === value)
      expect(ids(await listEvents(t.api, `&${name}=${value}`))).toEqual(ids(expected))
      const { body } = await t.api.get(`/v1/events?limit=1&${name}=${value}`)
      expect(body).toMatchObject({ totalResults: expected.length, totalPages: expected.length })
    }
  })

  test('customerId takes the internal id, in capitals too', async () => {
    const { customerId } = first()
    const query = `&customerId=${customerId.toUpperCase()}`
    expect(await listEvents(t.api, query)).toHaveLength(12)
  })
})

describe('a date bound', () => {
  const bounded = async (query: string) => (await t.api.get(`/v1/events?limit=1${query}`)).body

  test.each([
    ['&startDate=2026-01-01T00:00:00.000Z', 36],
    ['&startDate=2026-01-01T00:00:00.001Z', 24],
    ['&startDate=2026-01-01', 36],
    ['&startDate=2026-02-01', 12],
    ['&startDate=2026-02-01T00:00:00.001Z', 0],
    ['&endDate=2026-02-01T00:00:00.000Z', 36],
    ['&endDate=2026-01-31T23:59:59.999Z', 24],
    ['&endDate=2026-01-31T23:59:59.998Z', 12],
    ['&endDate=2025-12-31T23:59:59.999Z', 0],
    ['&startDate=2026-01-31T23:59:59.999Z&endDate=2026-01-31T23:59:59.999Z', 12],
    ['&startDate=2026-02-01T02:00:00%2B02:00', 12],
    ['&endDate=2026-01-31T19:59:59.999-04:00', 24],
  ])('is inclusive: %s finds %i', async (query, count) => {
    expect((await bounded(query)).totalResults).toBe(count)
  })

  test.each(['startDate=0001-01-01', 'endDate=9999-12-31T23:59:59.999Z'])(
    'far away is accepted: %s',
    async (query) => {
      expect([200, 400]).toContain((await t.api.get(`/v1/events?${query}`)).status)
    },
  )
})

test('all filters together narrow to the events that pass each', async () => {
  const { customerId, agentId, signalId } = first()
  const query = `&customerId=${customerId}&agentId=${agentId}&signalId=${signalId}`
  expect(await listEvents(t.api, query)).toHaveLength(3)
  const january = `${query}&startDate=2026-01-01&endDate=2026-01-31T23:59:59.999Z`
  expect(await listEvents(t.api, january)).toHaveLength(2)
  const other = all.find((event) => event.agentId !== agentId)
  const crossed = `&agentId=${other?.agentId}&signalId=${signalId}`
  expect(await listEvents(t.api, crossed)).toEqual([])
})

test('an organization without events has an empty first page', async () => {
  const empty = await createTestOrganization(t.dependencies)
  const { status, body } = await createApi(t.app, empty.secretKey).get('/v1/events')
  expect(status).toBe(200)
  expect(body).toMatchObject({ results: [], page: 1, limit: 20, totalResults: 0 })
})

describe('a listed event', () => {
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)

  test('has every field of the contract', async () => {
    const service = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 4 }
    const record = multi([service], { quantity: 12, metadata: { a: [1] }, usageDate: days[0] })
    const { eventId, rawEventId } = await recordOne(t.api, record)
    const event = await findEvent(t.api, eventId)
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(event).toMatchObject({
      id: eventId,
      customerExternalId: 'acme',
      customerId: uuid,
      subscriptionId: null,
      organizationId: t.organization.id,
      agentId: uuid,
      signalId: uuid,
      rawIngestEventId: rawEventId,
      usageDate: days[0],
      quantity: '12',
      metadata: { a: [1] },
      usageCost: expect.stringMatching(/^0\.00001(0*)$/),
      usageCostData: { 'gpt-4o/input': { cost: 0.00001, units: 4, costPerUnit: 0.0000025 } },
      eventProcessed: 'PROCESSED',
      eventProcessedAt: iso,
      createdAt: iso,
      updatedAt: iso,
      signal: { id: event.signalId, name: 'ticket', shortName: 'ticket' },
    })
  })

  test('without a cost has null and an empty object, not zero', async () => {
    const event = await recordEvent(t.api, unknownModel({ usageDate: days[0] }))
    expect(event).toMatchObject({ usageCost: null, usageCostData: {}, eventProcessedAt: iso })
  })
})
