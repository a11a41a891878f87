import { describe, expect, test } from 'vitest'
import { type Api, createOtherOrganizationApi, messageOf } from '../support/app.ts'
import { exact } from '../support/exact.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { givenMember } from '../support/people.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import {
  findEvent,
  listEvents,
  llm,
  multi,
  recordEvent,
  recordOne,
  sms,
  unknownModel,
} from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({
  atEnd: ({ database }) => expectRollupsToMatchEvents(database.pool, { costDataIsExact: false }),
})
const { api, organization } = useOrganizationPerTest(t)

const RATES = '/v1/cost-rates'
const house = { modelProvider: 'in-house', model: 'house-model' }
const gpt4o = { modelProvider: 'openai', model: 'gpt-4o' }
/** Rates at which `unknownModel()` costs 0.002. */
const tokens = { inputCost: '1', outputCost: '2' }

async function givenRate(fields: Fields, by: Api = api): Promise<Fields & { id: string }> {
  const { status, body } = await by.post(RATES, fields)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

async function refusalOf(fields: Fields): Promise<{ status: number; message: string }> {
  const answer = await api.post(RATES, fields)
  return { status: answer.status, message: messageOf(answer) }
}

async function costOf(record: Fields): Promise<string> {
  return (await recordOne(api, record)).totalCostUsd
}

async function inForce(query: Record<string, string>): Promise<Fields> {
  const { status, body } = await api.get(`${RATES}/in-force?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function withdraw(id: string): Promise<number> {
  return (await api.delete(`${RATES}/${id}`)).status
}

describe('creating', () => {
  test('answers the whole rate, and every read returns the same', async () => {
    const { costed, ...rate } = await givenRate({ ...house, ...tokens })
    expect(costed).toBe(0)
    expect(rate).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...house,
      ...tokens,
      serviceTier: null,
      effectiveFrom: null,
      effectiveTo: null,
      percentOff: null,
      cacheReadCost: null,
      cacheWriteCost: null,
      cacheWrite1hCost: null,
      unitCost: null,
      isFree: false,
      note: null,
      costAllocationId: null,
      provisionalUntil: null,
      actor: expect.stringMatching(/^api_key:/),
      actorName: expect.any(String),
      createdAt: expect.any(String),
      withdrawnAt: null,
    })
    expect((await api.get(`${RATES}/${rate.id}`)).body).toEqual(rate)
    expect((await api.get(RATES)).body.results).toEqual([rate])
  })

  test.each<[Fields, Fields]>([
    [{ percentOff: 12.5 }, { percentOff: 12.5 }],
    [{ percentOff: '33.333' }, { percentOff: 33.333 }],
    [{ percentOff: 0 }, { percentOff: 0, isFree: false }],
    [
      { percentOff: 100, isFree: true },
      { percentOff: 100, isFree: true },
    ],
    [
      { inputCost: 0, outputCost: '0.000', isFree: true },
      { inputCost: '0', isFree: true },
    ],
    [
      { inputCost: 0, outputCost: 1 },
      { inputCost: '0', outputCost: '1', isFree: false },
    ],
    [{ inputCost: '0.000000000000000000000001' }, { inputCost: '0.000000000000000000000001' }],
    [
      { inputCost: 0.1, cacheReadCost: 1e-7 },
      { inputCost: '0.1', cacheReadCost: '0.0000001' },
    ],
    [{ outputCost: 1_000_000 }, { outputCost: '1000000' }],
    [{ unitCost: '0.25', percentOff: null, inputCost: null }, { unitCost: '0.25' }],
    [{ percentOff: 5, serviceTier: ' Batch ' }, { serviceTier: 'batch' }],
    [{ percentOff: 5, serviceTier: 'AUTO' }, { serviceTier: null }],
    [{ percentOff: 5, serviceTier: null, effectiveFrom: null }, { effectiveFrom: null }],
    [{ percentOff: 5, effectiveFrom: '2026-03-01' }, { effectiveFrom: '2026-03-01T00:00:00.000Z' }],
    [
      { percentOff: 5, effectiveFrom: '2026-03-01T01:00:00+02:00' },
      { effectiveFrom: '2026-02-28T23:00:00.000Z' },
    ],
    [{ percentOff: 5, note: 'Contract 7\nsigned' }, { note: 'Contract 7\nsigned' }],
    [{ percentOff: 5, note: '  ' }, { note: null }],
  ])('accepts %j', async (sent, shown) => {
    expect(await givenRate({ ...gpt4o, ...sent })).toMatchObject(shown)
  })

  test.each<[Fields, RegExp]>([
    [{}, /percentOff or rates are required: inputCost, outputCost/],
    [{ percentOff: null, inputCost: null }, /percentOff or rates are required/],
    [{ percentOff: 5, inputCost: 1 }, /percentOff cannot be sent with inputCost/],
    [{ percentOff: 5, unitCost: 1 }, /percentOff cannot be sent with unitCost/],
    [{ unitCost: 1, outputCost: 1 }, /unitCost cannot be sent with outputCost/],
    [{ cacheReadCost: 1 }, /inputCost or outputCost is required/],
    [{ model: null, inputCost: 1 }, /model is required with rates/],
    [{ model: undefined, unitCost: 1 }, /model is required with rates/],
    [{ percentOff: -1 }, /percentOff must be a decimal from 0 to 100/],
    [{ percentOff: 100.01 }, /percentOff must be/],
    [{ percentOff: '10%' }, /percentOff must be/],
    [{ percentOff: '' }, /percentOff must be/],
    [{ percentOff: '33.33333333333333333333' }, /at most 15 digits/],
    [{ percentOff: true }, /percentOff/],
    [{ inputCost: -0.01 }, /inputCost must be a decimal from 0 to 1000000/],
    [{ inputCost: 1_000_001 }, /inputCost must be/],
    [{ inputCost: '1,5' }, /inputCost must be/],
    [{ inputCost: `0.${'0'.repeat(30)}1` }, /inputCost must be/],
    [{ inputCost: [1] }, /inputCost/],
    [{ percentOff: 100 }, /isFree must be true for a percentOff of 100/],
    [{ unitCost: 0 }, /isFree must be true for a rate of 0/],
    [{ inputCost: 0, outputCost: 0, isFree: false }, /isFree must be true for rates of 0/],
    [{ inputCost: 1, isFree: true }, /isFree must be false or absent/],
    [{ percentOff: 99, isFree: true }, /isFree must be false or absent/],
    [{ percentOff: 5, isFree: 'yes' }, /isFree/],
    [{ percentOff: 5, effectiveFrom: '1 March' }, /effectiveFrom must be an ISO 8601 date/],
    [{ percentOff: 5, effectiveFrom: '2026-02-30' }, /effectiveFrom must be/],
    [{ percentOff: 5, effectiveFrom: '1026-03-01' }, /effectiveFrom must lie in the years/],
    [{ percentOff: 5, effectiveFrom: 1_700_000_000 }, /effectiveFrom/],
    [{ percentOff: 5, serviceTier: ' ' }, /serviceTier/],
    [{ percentOff: 5, serviceTier: 'a\nb' }, /serviceTier/],
    [{ percentOff: 5, model: '' }, /model/],
    [{ percentOff: 5, modelProvider: ' ' }, /modelProvider/],
    [{ percentOff: 5, modelProvider: undefined }, /modelProvider/],
    [{ percentOff: 5, note: 'x'.repeat(1_001) }, /note/],
    [{ percentOff: 5, colour: 'red' }, /colour/],
  ])('refuses %j', async (sent, message) => {
    await storesNothing(t.database.pool, async () => {
      const refusal = await refusalOf({ ...gpt4o, ...sent })
      expect(refusal).toEqual({ status: 400, message: expect.stringMatching(message) })
    })
  })

  test('names every invalid field at once', async () => {
    const { message } = await refusalOf({ ...house, inputCost: -1, outputCost: 'x' })
    expect(message).toMatch(/inputCost.*outputCost/s)
  })

  test('refuses a percentage off rates that the catalog does not have', async () => {
    await storesNothing(t.database.pool, async () => {
      expect(await refusalOf({ ...house, percentOff: 10 })).toEqual({
        status: 422,
        message: expect.stringMatching(/in-house\/house-model is not in the catalog.*send rates/),
      })
      expect(await refusalOf({ modelProvider: 'in-house', percentOff: 10 })).toEqual({
        status: 422,
        message: expect.stringMatching(/in-house is not a provider of the catalog/),
      })
    })
    await givenRate({ ...house, ...tokens })
    expect((await refusalOf({ ...house, percentOff: 10 })).status).toBe(422)
  })

  test.each<[Fields, Fields]>([
    [{ modelProvider: ' OpenAI ', model: 'GPT-4o' }, gpt4o],
    [{ modelProvider: 'openai', model: 'openai/gpt-4o' }, gpt4o],
    [
      { modelProvider: 'vertex_ai', model: 'gemini-2.5-flash' },
      { modelProvider: 'google', model: 'gemini-2.5-flash' },
    ],
  ])('stores %j by its name in the catalog', async (sent, stored) => {
    expect(await givenRate({ ...sent, percentOff: 10 })).toMatchObject(stored)
  })

  test('stores a name that the catalog does not have in lower case', async () => {
    expect(
      await givenRate({ modelProvider: 'Azure_OpenAI', model: ' My-Deployment ', ...tokens }),
    ).toMatchObject({ modelProvider: 'azure', model: 'my-deployment' })
    expect(await costOf(unknownModel({ modelProvider: 'azure', model: 'MY-deployment' }))).toBe(
      '0.0020000000',
    )
  })
})

describe('a rate', () => {
  test('prices the next record, and the event names it', async () => {
    const { id } = await givenRate({ ...gpt4o, ...tokens })
    const event = await recordEvent(api, llm())
    expect(exact(event.usageCost ?? '0')).toBe(exact('0.002'))
    const { body } = await api.get(`/v1/events/${event.id}`)
    expect(body.services).toMatchObject([{ price: null, costRateId: id, missing: null }])
  })

  test('of a percentage is named by the event, and the catalog by others', async () => {
    const plain = await recordEvent(api, llm())
    const { id } = await givenRate({ ...gpt4o, percentOff: 20 })
    const reduced = await recordEvent(api, llm())
    expect(exact(reduced.usageCost ?? '0')).toBe(exact('0.006'))
    const servicesOf = async (event: { id: string }) =>
      (await api.get(`/v1/events/${event.id}`)).body.services
    expect(await servicesOf(reduced)).toMatchObject([{ price: null, costRateId: id }])
    expect(await servicesOf(plain)).toMatchObject([
      { price: { model: 'gpt-4o' }, costRateId: null },
    ])
  })

  test('keeps the costs of events that were recorded before it', async () => {
    const event = await recordEvent(api, llm())
    expect((await givenRate({ ...gpt4o, ...tokens })).costed).toBe(0)
    expect((await findEvent(api, event.id)).usageCost).toBe('0.0075000000')
  })

  test.each([
    ['tokens', llm(), '0.0075000000'],
    ['units', sms({ quantity: 2 }), '0.0249000000'],
  ])('leaves the price of %s as it was when their quantity is amended', async (_, record, cost) => {
    const { id } = await recordEvent(api, record)
    await givenRate({ modelProvider: record.modelProvider, percentOff: 50 })
    const { body } = await api.post(`/v1/events/${id}/amend`, { quantity: 3 })
    expect(body).toMatchObject({ quantity: '3', usageCost: cost })
  })

  test('applies from its date on, whenever the usage is recorded', async () => {
    await givenRate({ ...gpt4o, percentOff: 50, effectiveFrom: '2026-03-01' })
    const at = (usageDate: string) => costOf(llm({ usageDate }))
    expect(await at('2026-02-28T23:59:59.999Z')).toBe('0.0075000000')
    expect(await at('2026-03-01T00:00:00Z')).toBe('0.0037500000')
  })

  test('for a tier prices only calls of this tier', async () => {
    await givenRate({ ...gpt4o, percentOff: 50, serviceTier: 'batch' })
    expect(await costOf(llm({ serviceTier: ' BATCH' }))).toBe('0.0037500000')
    expect(await costOf(llm({ serviceTier: 'standard' }))).toBe('0.0075000000')
    expect(await costOf(llm())).toBe('0.0075000000')
  })

  test('of the provider prices all of its models, and a rate of the model comes first', async () => {
    await givenRate({ modelProvider: 'OPENAI', percentOff: 10 })
    expect(await costOf(llm())).toBe('0.0067500000')
    await givenRate({ ...gpt4o, percentOff: 50 })
    expect(await costOf(llm())).toBe('0.0037500000')
  })

  test('for units prices the quantity of a model, and free usage costs 0', async () => {
    await givenRate({ ...house, unitCost: '0.25' })
    expect(await costOf(unknownModel({ quantity: 3 }))).toBe('0.7500000000')
    await givenRate({
      modelProvider: 'twilio',
      model: 'twilio-sms-us',
      percentOff: 100,
      isFree: true,
    })
    expect(await costOf(sms({ quantity: 1_000 }))).toBe('0.0000000000')
  })

  test('without a rate for what was used leaves the cost unknown, and says so', async () => {
    await givenRate({ ...house, inputCost: 1 })
    const { body } = await api.record(unknownModel())
    expect(body.results.failed[0].error).toMatch(/no output rate in your cost rate/)
    const { eventId } = body.results.failed[0]
    const event = (await api.get(`/v1/events/${eventId}`)).body
    expect(event.services).toMatchObject([{ costRateId: null, missing: { reason: 'no_rate' } }])
  })

  test('is exact to the last digit', async () => {
    await givenRate({ ...house, inputCost: '0.123456789012345678', outputCost: 0 })
    const event = await recordEvent(api, unknownModel({ inputTokens: 7, outputTokens: 9 }))
    expect(event.usageCost).toBe('0.000000864197523086419746')
  })

  test('is used by estimates', async () => {
    await givenRate({ ...house, ...tokens })
    const { body } = await api.post('/v1/usage/estimate', { records: [unknownModel()] })
    expect(body.results[0].totalCostUsd).toBe('0.0020000000')
  })

  test('of another organization has no effect', async () => {
    const stranger = await createOtherOrganizationApi(t)
    const { id } = await givenRate({ ...gpt4o, ...tokens }, stranger)
    expect(await costOf(llm())).toBe('0.0075000000')
    expect((await api.get(RATES)).body.results).toEqual([])
    expect((await api.get(`${RATES}/${id}`)).status).toBe(404)
    expect(await withdraw(id)).toBe(404)
    expect(await inForce(gpt4o)).toMatchObject({ source: 'catalog', costRate: null })
    expect((await stranger.get(`${RATES}/${id}`)).body.withdrawnAt).toBeNull()
  })
})

describe('mapped names', () => {
  const map = async () => {
    const { status } = await api.post('/v1/events/map-model', {
      ...{ sourceModel: 'house-model', sourceProvider: 'in-house' },
      ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
    })
    expect(status).toBe(200)
  }

  test('have the own rates of the catalog entry, and rates of their own come first', async () => {
    await map()
    await givenRate({ ...gpt4o, percentOff: 20 })
    expect(await costOf(unknownModel())).toBe('0.0060000000')
    expect(await givenRate({ ...house, percentOff: 40 })).toMatchObject(house)
    expect(await costOf(unknownModel())).toBe('0.0045000000')
    expect(await costOf(llm())).toBe('0.0060000000')
  })

  test('keep the own rates of the entry until their own start', async () => {
    await map()
    await givenRate({ ...gpt4o, percentOff: 20 })
    await givenRate({ ...house, ...tokens, effectiveFrom: '2026-03-01' })
    expect(await costOf(unknownModel({ usageDate: '2026-02-28' }))).toBe('0.0060000000')
    expect(await costOf(unknownModel({ usageDate: '2026-03-01' }))).toBe('0.0020000000')
  })

  test('keep a rate that was set before they were mapped', async () => {
    await givenRate({ ...house, ...tokens })
    await map()
    expect(await costOf(unknownModel())).toBe('0.0020000000')
  })
})

describe('events that wait for a cost', () => {
  test('get it with the rate, whatever their spelling, and no longer wait', async () => {
    await api.record(
      unknownModel(),
      unknownModel({ model: ' HOUSE-model', modelProvider: 'In-House' }),
      unknownModel({ model: 'other-model' }),
    )
    const { id, costed } = await givenRate({ ...house, ...tokens })
    expect(costed).toBe(2)
    const { body } = await api.get('/v1/events/needs-cost-backfill')
    expect(body).toMatchObject({ totalEvents: 1, groups: [{ model: 'other-model' }] })
    const events = await listEvents(api)
    const known = events.filter(({ usageCost }) => usageCost !== null)
    expect(known.map(({ usageCost }) => usageCost)).toEqual(['0.0020000000', '0.0020000000'])
    const detail = await api.get(`/v1/events/${known[0]?.id}`)
    expect(detail.body.services).toMatchObject([{ costRateId: id }])
  })

  test('before its date, or without a rate that they need, keep waiting', async () => {
    await api.record(
      unknownModel({ usageDate: '2026-02-28', outputTokens: 0 }),
      unknownModel({ usageDate: '2026-03-02', outputTokens: 0 }),
      unknownModel({ usageDate: '2026-03-02', outputTokens: 5 }),
    )
    const late = { effectiveFrom: '2026-03-01' }
    expect((await givenRate({ ...house, inputCost: 1, ...late })).costed).toBe(1)
    expect((await givenRate({ ...house, ...tokens, ...late })).costed).toBe(1)
    expect((await givenRate({ ...house, ...tokens })).costed).toBe(1)
  })

  test('for another model, too, keep waiting', async () => {
    const services = [house, { ...house, model: 'other' }].map((one) => ({
      ...one,
      inputTokens: 9,
    }))
    await api.record(multi(services))
    expect((await givenRate({ ...house, ...tokens })).costed).toBe(0)
    expect((await givenRate({ ...house, model: 'other', ...tokens })).costed).toBe(1)
  })

  test('for a rate that the catalog lacks get it', async () => {
    const { body } = await api.record(
      llm({ model: 'text-embedding-3-small', inputTokens: 10, outputTokens: 10 }),
    )
    expect(body.failed).toBe(1)
    const model = 'text-embedding-3-small'
    expect((await givenRate({ modelProvider: 'openai', model, ...tokens })).costed).toBe(1)
  })

  test('of another organization keep waiting', async () => {
    const stranger = await createOtherOrganizationApi(t)
    await stranger.record(unknownModel())
    expect((await givenRate({ ...house, ...tokens })).costed).toBe(0)
    const { body } = await stranger.get('/v1/events/needs-cost-backfill')
    expect(body.totalEvents).toBe(1)
  })
})

describe('withdrawing', () => {
  test('ends the rate for later records, and events keep their cost', async () => {
    const { id } = await givenRate({ ...gpt4o, ...tokens })
    const before = await recordEvent(api, llm())
    expect(await withdraw(id)).toBe(204)
    expect(await costOf(llm())).toBe('0.0075000000')
    expect((await findEvent(api, before.id)).usageCost).toBe('0.0020000000')
    const { body } = await api.get(`/v1/events/${before.id}`)
    expect(body.services).toMatchObject([{ costRateId: id }])
    expect((await api.get(`${RATES}/${id}`)).body.withdrawnAt).toEqual(expect.any(String))
  })

  test('brings back the rate that it replaced', async () => {
    await givenRate({ ...gpt4o, percentOff: 10 })
    const { id } = await givenRate({ ...gpt4o, percentOff: 50 })
    expect(await costOf(llm())).toBe('0.0037500000')
    await withdraw(id)
    expect(await costOf(llm())).toBe('0.0067500000')
  })

  test('twice, or of an absent rate, is not found', async () => {
    const { id } = await givenRate({ ...gpt4o, percentOff: 10 })
    const answers = await Promise.all([withdraw(id), withdraw(id)])
    expect(answers.toSorted()).toEqual([204, 404])
    expect(await withdraw(ABSENT)).toBe(404)
    expect(await withdraw('none')).toBe(400)
  })

  test('leaves later events of an unknown model without a cost', async () => {
    const { id } = await givenRate({ ...house, ...tokens })
    await withdraw(id)
    expect((await api.record(unknownModel())).body.failed).toBe(1)
  })
})

describe('listing', () => {
  test('has the latest first, in pages, and filters', async () => {
    const a = await givenRate({ ...gpt4o, percentOff: 10 })
    const b = await givenRate({ ...gpt4o, percentOff: 20, serviceTier: 'batch' })
    const c = await givenRate({ modelProvider: 'openai', percentOff: 5 })
    const d = await givenRate({ ...house, ...tokens })
    const ids = async (query: string) =>
      (await api.get(`${RATES}?${query}`)).body.results.map((one: Fields) => one.id)
    expect(await ids('')).toEqual([d.id, c.id, b.id, a.id])
    expect(await ids('limit=2&page=2')).toEqual([b.id, a.id])
    expect(await ids('modelProvider=OpenAI')).toEqual([c.id, b.id, a.id])
    expect(await ids('modelProvider=openai&model=openai/GPT-4o')).toEqual([b.id, a.id])
    expect(await ids('model=gpt-4o')).toEqual([b.id, a.id])
    expect(await ids('serviceTier=Batch')).toEqual([b.id])
    expect(await ids('serviceTier=standard')).toEqual([d.id, c.id, a.id])
    await withdraw(d.id)
    expect(await ids('modelProvider=in-house')).toEqual([])
    expect(await ids('modelProvider=in-house&includeWithdrawn=true')).toEqual([d.id])
    expect((await api.get(`${RATES}?includeWithdrawn=maybe`)).status).toBe(400)
    expect((await api.get(`${RATES}?colour=red`)).status).toBe(400)
  })
})

describe('in force', () => {
  test('is the catalog, also by a mapping, or nothing', async () => {
    const catalog = await inForce({ ...gpt4o, date: '2026-03-01' })
    expect(catalog).toEqual({
      source: 'catalog',
      ...gpt4o,
      serviceTier: null,
      date: '2026-03-01T00:00:00.000Z',
      costRate: null,
      serviceId: expect.any(String),
      isTierUnpriced: false,
      rates: {
        inputCost: '2.5',
        outputCost: '10',
        cacheReadCost: '1.25',
        cacheWriteCost: '2.5',
        cacheWrite1hCost: '2.5',
        unitCost: null,
      },
      longContext: [],
    })
    expect(await inForce({ ...house, date: '2026-03-01' })).toEqual({
      ...{ source: 'none', ...house, serviceTier: null, date: '2026-03-01T00:00:00.000Z' },
      ...{ costRate: null, serviceId: null, isTierUnpriced: false, rates: null, longContext: [] },
    })
    await api.post('/v1/events/map-model', {
      ...{ sourceModel: 'house-model', sourceProvider: 'in-house' },
      ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
    })
    expect(await inForce({ ...house, date: '2026-03-01' })).toEqual(catalog)
  })

  test('is an own rate from its date on', async () => {
    const { costed: _, ...rate } = await givenRate({
      ...{ ...house, ...tokens, cacheWriteCost: '0.5', effectiveFrom: '2026-03-01' },
    })
    expect(await inForce({ ...house, date: '2026-02-28' })).toMatchObject({ source: 'none' })
    expect(await inForce({ modelProvider: 'IN-house', model: ' House-Model' })).toMatchObject({
      source: 'cost_rate',
      ...house,
      costRate: rate,
      serviceId: null,
      rates: {
        ...{ ...tokens, cacheReadCost: '1', cacheWriteCost: '0.5', cacheWrite1hCost: '0.5' },
        unitCost: null,
      },
    })
  })

  test('is what a percentage leaves of the catalog', async () => {
    const { id } = await givenRate({ modelProvider: 'openai', percentOff: '33.333' })
    expect(await inForce(gpt4o)).toMatchObject({
      ...{ source: 'cost_rate', costRate: { id } },
      rates: { inputCost: '1.666675', outputCost: '6.6667' },
    })
  })

  test('says that a tier has no rates', async () => {
    expect(await inForce({ ...gpt4o, serviceTier: 'Turbo' })).toMatchObject({
      ...{ source: 'catalog', serviceTier: 'turbo', isTierUnpriced: true },
    })
    await givenRate({ ...gpt4o, serviceTier: 'turbo', ...tokens })
    expect(await inForce({ ...gpt4o, serviceTier: 'turbo' })).toMatchObject({
      ...{ source: 'cost_rate', isTierUnpriced: false, rates: tokens },
    })
  })

  test('has the rates of units and of long prompts', async () => {
    expect(await inForce({ modelProvider: 'twilio', model: 'twilio-sms-us' })).toMatchObject({
      rates: { unitCost: '0.0083', inputCost: null },
    })
    await givenRate({ modelProvider: 'google', percentOff: 50 })
    const long = await inForce({ modelProvider: 'google', model: 'gemini-2.5-pro' })
    expect(long).toMatchObject({
      rates: { inputCost: '0.625' },
      longContext: [{ aboveInputTokens: 200_000, rates: { inputCost: '1.25' } }],
    })
  })

  test.each([
    ['model=gpt-4o', /modelProvider/],
    ['modelProvider=openai', /model/],
    ['modelProvider=openai&model=gpt-4o&date=soon', /date must be an ISO 8601 date/],
    ['modelProvider=openai&model=gpt-4o&serviceTier=', /serviceTier/],
  ])('refuses %s', async (query, message) => {
    const answer = await api.get(`${RATES}/in-force?${query}`)
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toMatch(message)
  })
})

describe('changes', () => {
  const announced = async () => {
    await t.followUp()
    const { body } = await api.get('/v1/announcements?limit=100')
    return body.results
      .filter(({ type }: { type: string }) => type.startsWith('cost_rate.'))
      .toReversed()
  }

  test('are announced, with the rates only where costs are included', async () => {
    const { costed: _, ...rate } = await givenRate({ ...house, ...tokens })
    expect(await announced()).toMatchObject([
      { type: 'cost_rate.created', customerId: null, data: { id: rate.id, version: 1 } },
    ])
    await withdraw(rate.id)
    const all = await announced()
    expect(all.map(({ type, data }: Fields) => [type, Object(data).version])).toEqual([
      ['cost_rate.created', 1],
      ['cost_rate.withdrawn', 2],
    ])
    const { isFree: __, ...shown } = rate
    const hidden = { inputCost: null, outputCost: null, withdrawnAt: expect.any(String) }
    expect(Object(all[1]).data).toEqual({ ...shown, ...hidden, version: 2 })
  })

  test('are in the audit log, with the fields that were set', async () => {
    const { id } = await givenRate({ ...house, ...tokens, note: null })
    await refusalOf({ ...house })
    await withdraw(id)
    const { browser } = await givenMember(t, { role: 'owner', organizationId: organization.id })
    const { results } = (await browser.get('/v1/audit-log?isChange=true')).body
    const ofRates = results.filter(({ path }: Fields) => String(path).startsWith(RATES))
    const shown = ofRates.map((one: Fields) => [one.method, one.status, one.changedFields])
    expect(shown).toEqual([
      ['DELETE', 204, []],
      ['POST', 400, []],
      ['POST', 201, ['modelProvider', 'model', 'inputCost', 'outputCost']],
    ])
    expect(JSON.stringify(results)).not.toMatch(/house-model/)
  })

  test.each([
    ['viewer', 403],
    ['member', 403],
    ['admin', 201],
    ['owner', 201],
  ] as const)('by a %s are answered %i', async (role, status) => {
    const { browser } = await givenMember(t, { role, organizationId: organization.id })
    const answer = await browser.call('POST', RATES, { ...house, ...tokens })
    expect(answer.status).toBe(status)
    if (status === 403)
      expect(messageOf(answer)).toMatch(/Only admins and owners can set cost rates/)
    expect((await browser.get(RATES)).status).toBe(200)
  })
})
