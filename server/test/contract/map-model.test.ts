import { describe, expect, test } from 'vitest'
import { createOtherOrganizationApi } from '../support/app.ts'
import { exact } from '../support/exact.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import {
  findEvent,
  listEvents,
  llm,
  multi,
  recordEvent,
  recordOne,
  sumOfCosts,
  times,
  unknownModel,
} from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
const embedding = { targetModel: 'text-embedding-3-small', targetProvider: 'openai' }
const nobody = '01890000-0000-7000-8000-000000000000'

const catalogId = async (provider: string, name: string): Promise<string> => {
  const { body } = await api.get(`/v1/services?limit=100&provider=${provider}&search=${name}`)
  return body.data.find((row: { canonicalName: string }) => row.canonicalName === name).id
}

async function map(body: Record<string, unknown>): Promise<number> {
  const answer = await api.post('/v1/events/map-model', body)
  expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(200)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  expect(answer.body.mappingId).toMatch(/^[0-9a-f-]{36}$/)
  return answer.body.backfilled
}

describe('mapping an unknown model', () => {
  test.each([
    ['by name', async () => target],
    ['by id', async () => ({ targetPricingId: await catalogId('openai', 'gpt-4o') })],
  ])('%s costs its events and counts them', async (_, makeTarget) => {
    const ids = []
    for (const inputTokens of [1000, 3000]) {
      ids.push((await recordEvent(api, unknownModel({ inputTokens, outputTokens: 0 }))).id)
    }
    expect(await map({ ...source, ...(await makeTarget()) })).toBe(2)
    const [first, second] = await Promise.all(ids.map((id) => findEvent(api, id)))
    expect(first).toMatchObject({
      eventProcessed: 'PROCESSED',
      usageCostData: {
        'house-model/input': { cost: 0.0025, units: 1000, costPerUnit: 0.0000025 },
      },
    })
    expect(exact(first?.usageCost ?? '0')).toBe(exact('0.0025'))
    expect(exact(second?.usageCost ?? '0')).toBe(exact('0.0075'))
    const backlog = await api.get('/v1/events/needs-cost-backfill')
    expect(backlog.body).toMatchObject({ groups: [], totalEvents: 0 })
  })

  test('resolves later events of that model at once, in any case and spacing', async () => {
    expect(await map({ ...source, ...target })).toBe(0)
    for (const model of ['house-model', ' House-MODEL  ']) {
      expect((await recordOne(api, unknownModel({ model }))).totalCostUsd).toBe('0.0075000000')
    }
  })

  test('finds events whatever the case and spacing of the model that was sent', async () => {
    await api.record(
      unknownModel({ model: 'House-Model' }),
      unknownModel({ model: ' HOUSE-model' }),
    )
    expect(await map({ ...source, sourceModel: '  HOUSE-MODEL ', ...target })).toBe(2)
  })

  test('does not change events of other models and providers', async () => {
    const records = [{ model: 'house-model-2' }, { modelProvider: 'elsewhere' }, { model: 'house' }]
    await api.record(...records.map(unknownModel), unknownModel())
    expect(await map({ ...source, ...target })).toBe(1)
    const events = await listEvents(api)
    expect(events.filter((event) => event.usageCost === null)).toHaveLength(3)
  })

  test('onto a non-LLM service prices the quantity', async () => {
    const { id } = await recordEvent(api, unknownModel({ quantity: 7 }))
    expect(await map({ ...source, targetModel: 'twilio-sms-us', targetProvider: 'twilio' })).toBe(1)
    const event = await findEvent(api, id)
    expect(exact(event.usageCost ?? '0')).toBe(exact('0.0581'))
    expect(Object.keys(event.usageCostData)).toEqual(['house-model/quantity'])
  })

  test('uses the price of each event’s own date', async () => {
    const o3 = { targetModel: 'o3', targetProvider: 'openai' }
    const tokens = { inputTokens: 1000, outputTokens: 0 }
    const before = await recordEvent(api, unknownModel({ ...tokens, usageDate: '2025-06-09' }))
    const after = await recordEvent(api, unknownModel({ ...tokens, usageDate: '2025-06-10' }))
    expect(await map({ ...source, ...o3 })).toBe(2)
    expect(exact((await findEvent(api, before.id)).usageCost ?? '0')).toBe(exact('0.01'))
    expect(exact((await findEvent(api, after.id)).usageCost ?? '0')).toBe(exact('0.002'))
  })

  test('reaches events older than the backlog’s thirty days', async () => {
    await api.record(unknownModel({ usageDate: '2019-01-01' }))
    expect(await map({ ...source, ...target })).toBe(1)
  })

  test('onto a model without a rate that its events need is refused, and says which', async () => {
    const { id } = await recordEvent(api, unknownModel())
    const before = await api.get('/v1/events/needs-cost-backfill')
    const answer = await storesNothing(t.database.pool, () =>
      api.post('/v1/events/map-model', { ...source, ...embedding }),
    )
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain('openai/text-embedding-3-small has no output rate')
    const after = await api.get('/v1/events/needs-cost-backfill')
    expect(after.body).toEqual(before.body)
    expect(after.body).toMatchObject({ groups: [{ model: 'house-model', count: 1 }] })
    expect(await findEvent(api, id)).toMatchObject({ usageCost: null, usageCostData: {} })
  })

  test('is refused although only one of its many events needs the rate', async () => {
    const fine = times(99, () => unknownModel({ outputTokens: 0 }))
    await api.record(...fine, unknownModel({ usageDate: '2020-01-01' }))
    const { status } = await api.post('/v1/events/map-model', { ...source, ...embedding })
    expect(status).toBe(422)
    const events = await listEvents(api)
    expect(events.every(({ eventProcessed }) => eventProcessed === 'NEEDS_COST_BACKFILL')).toBe(
      true,
    )
  })

  test('onto a model whose missing rate no event needs costs its events', async () => {
    await api.record(unknownModel({ outputTokens: 0 }))
    expect(await map({ ...source, ...embedding })).toBe(1)
  })

  test('that the catalog has, but without the rate that was used, costs its events', async () => {
    const own = { model: 'text-embedding-3-small', modelProvider: 'openai' }
    const { id, eventProcessed } = await recordEvent(api, llm(own))
    expect(eventProcessed).toBe('ERROR')
    const ownSource = { sourceModel: own.model, sourceProvider: own.modelProvider }
    expect(await map({ ...ownSource, ...target })).toBe(1)
    const event = await findEvent(api, id)
    expect(event).toMatchObject({ eventProcessed: 'PROCESSED' })
    expect(exact(event.usageCost ?? '0')).toBe(exact('0.0075'))
    expect((await recordOne(api, llm(own))).totalCostUsd).toBe('0.0075000000')
    const backlog = await api.get('/v1/events/needs-cost-backfill')
    expect(backlog.body).toMatchObject({ groups: [], totalEvents: 0 })
  })

  test('that was mapped onto a model without a rate used later can be mapped again', async () => {
    expect(await map({ ...source, ...embedding })).toBe(0)
    const { eventProcessed } = await recordEvent(api, unknownModel())
    expect(eventProcessed).toBe('ERROR')
    const { body } = await api.get('/v1/events/needs-cost-backfill')
    expect(body).toMatchObject({ groups: [{ model: 'house-model', reason: 'no_rate' }] })
    expect(await map({ ...source, ...target })).toBe(1)
  })

  test('costs cached tokens like a recorded event', async () => {
    const tokens = { inputTokens: 1000, cacheReadTokens: 400, cacheWriteTokens: 100 }
    const { id } = await recordEvent(api, unknownModel({ ...tokens, outputTokens: 10 }))
    await map({ ...source, targetModel: 'claude-3-5-haiku', targetProvider: 'anthropic' })
    expect(exact((await findEvent(api, id)).usageCost ?? '0')).toBe(exact('0.000572'))
  })

  test('costs several calls in one entry as the calls that they were', async () => {
    const target = { targetModel: 'claude-sonnet-4-5', targetProvider: 'anthropic' }
    const calls = { inputTokens: 400_000, outputTokens: 2000, quantity: 2 }
    const house = { model: 'house-model', modelProvider: 'in-house' }
    const summed = await recordEvent(api, multi([{ ...house, ...calls }]))
    const single = await recordEvent(api, unknownModel(calls))
    expect(await map({ ...source, ...target })).toBe(2)
    expect(exact((await findEvent(api, summed.id)).usageCost ?? '0')).toBe(exact('1.23'))
    expect(exact((await findEvent(api, single.id)).usageCost ?? '0')).toBe(exact('2.445'))
  })

  test('costs a thousand events, each once', async () => {
    const batch = times(100, (index) => unknownModel({ inputTokens: index, outputTokens: 0 }))
    await Promise.all(times(10, () => api.record(...batch)))
    expect(await map({ ...source, ...target })).toBe(1000)
    const events = await listEvents(api)
    expect(events.every((event) => event.eventProcessed === 'PROCESSED')).toBe(true)
    const total = events.reduce((sum, event) => sum + sumOfCosts(event), 0n)
    expect(total).toBe(exact('0.12375'))
    expect(await map({ ...source, ...target })).toBe(0)
  })
})

describe('an event with two unknown models', () => {
  const services = [
    { model: 'house-model', modelProvider: 'in-house', inputTokens: 1000 },
    { model: 'gpt-4o', modelProvider: 'openai', outputTokens: 500 },
    { model: 'house-sms', modelProvider: 'in-house', quantity: 2 },
  ]
  const sms = {
    sourceModel: 'house-sms',
    sourceProvider: 'in-house',
    targetModel: 'twilio-sms-us',
    targetProvider: 'twilio',
  }

  test('stays without a cost until the last one is mapped', async () => {
    const { id } = await recordEvent(api, multi(services))
    expect(await map({ ...source, ...target })).toBe(0)
    expect(await findEvent(api, id)).toMatchObject({
      eventProcessed: 'NEEDS_COST_BACKFILL',
      usageCost: null,
      usageCostData: {},
    })
    const { body } = await api.get('/v1/events/needs-cost-backfill')
    expect(body).toMatchObject({ groups: [{ model: 'house-sms', count: 1 }], totalEvents: 1 })
    expect(await map(sms)).toBe(1)
    const event = await findEvent(api, id)
    expect(event).toMatchObject({ eventProcessed: 'PROCESSED' })
    expect(exact(event.usageCost ?? '0')).toBe(exact('0.0241'))
    expect(Object.keys(event.usageCostData).toSorted()).toEqual([
      'gpt-4o/output',
      'house-model/input',
      'house-sms/quantity',
    ])
  })

  test('is costed once when both are mapped at the same time', async () => {
    await api.record(...times(50, () => multi(services)))
    const counts = await Promise.all([map({ ...source, ...target }), map(sms)])
    expect(counts[0] + counts[1]).toBe(50)
    for (const event of await listEvents(api)) expect(event.eventProcessed).toBe('PROCESSED')
  })
})

describe('another organization', () => {
  test('keeps its events and its later events without a cost', async () => {
    const other = await createOtherOrganizationApi(t)
    const { id } = await recordEvent(other, unknownModel())
    await api.record(unknownModel())
    expect(await map({ ...source, ...target })).toBe(1)
    expect(await findEvent(other, id)).toMatchObject({ eventProcessed: 'NEEDS_COST_BACKFILL' })
    const { body } = await other.record(unknownModel())
    expect(body.results.failed).toMatchObject([{ code: 'NEEDS_COST_BACKFILL' }])
  })
})

describe('a refused mapping', () => {
  test.each([
    ['both targets', { ...source, ...target, targetPricingId: nobody }, 400, 'targetPricingId'],
    ['no target', source, 400, 'targetPricingId'],
    [
      'a target model without its provider',
      { ...source, targetModel: 'o3' },
      400,
      'targetProvider',
    ],
    ['a target provider without its model', { ...source, targetProvider: 'x' }, 400, 'targetModel'],
    ['an unknown id', { ...source, targetPricingId: nobody }, 404, ''],
    ['an unknown name', { ...source, ...target, targetModel: 'no-such-model' }, 404, ''],
    ['the wrong provider', { ...source, ...target, targetProvider: 'twilio' }, 404, ''],
  ])('(%s) says why and changes nothing', async (_, body, status, named) => {
    const { id } = await recordEvent(api, llm({ model: 'house-model', modelProvider: 'in-house' }))
    const answer = await storesNothing(t.database.pool, () =>
      api.post('/v1/events/map-model', body),
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect([answer.body.message].flat().join()).toContain(named)
    expect((await findEvent(api, id)).eventProcessed).toBe('NEEDS_COST_BACKFILL')
  })
})

describe('a mapping', () => {
  const MAPPINGS = '/v1/model-mappings'
  const mapped = async () => {
    const { body } = await api.post('/v1/events/map-model', { ...source, ...target })
    return body.mappingId as string
  }

  test('is listed and read with its model and its catalog entry', async () => {
    const id = await mapped()
    const mapping = (await api.get(`${MAPPINGS}/${id}`)).body
    expect(mapping).toEqual({
      id,
      ...source,
      targetPricingId: await catalogId('openai', 'gpt-4o'),
      ...target,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const { results, totalResults } = (await api.get(MAPPINGS)).body
    expect([results, totalResults]).toEqual([[mapping], 1])
    expect(await map({ ...source, ...embedding })).toBe(0)
    expect((await api.get(`${MAPPINGS}/${id}`)).body).toMatchObject(embedding)
  })

  test('that is deleted leaves costs as they are, and later events wait for a cost', async () => {
    const early = await recordEvent(api, unknownModel())
    const id = await mapped()
    const costed = await findEvent(api, early.id)
    expect(costed?.eventProcessed).toBe('PROCESSED')
    expect((await api.delete(`${MAPPINGS}/${id}`)).status).toBe(204)
    expect(await findEvent(api, early.id)).toEqual(costed)
    const late = await recordEvent(api, unknownModel())
    expect(late).toMatchObject({ eventProcessed: 'NEEDS_COST_BACKFILL', usageCost: null })
    expect((await api.get(MAPPINGS)).body.results).toEqual([])
    for (const method of ['get', 'delete'] as const) {
      expect((await api[method](`${MAPPINGS}/${id}`)).status).toBe(404)
    }
    const mini = { ...target, targetModel: 'gpt-4o-mini' }
    expect(await map({ ...source, ...mini })).toBe(1)
    expect(await findEvent(api, early.id)).toEqual(costed)
  })
})
