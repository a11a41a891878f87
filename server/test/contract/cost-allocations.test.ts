import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { createDependencies } from '../../src/dependencies.ts'
import { decimal, sum } from '../../src/domain/money.ts'
import {
  advanceAllocation,
  advanceAllocations,
} from '../../src/features/cost-allocations/advance.ts'
import { continueRuns } from '../../src/features/repricing/work.ts'
import { createLog } from '../../src/platform/log.ts'
import { must } from '../support/app.ts'
import { createClock } from '../support/clocks.ts'
import { withFailingTransaction } from '../support/failing-transactions.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { type Event, listEvents, llm, multi, recordEvent, times } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const clock = createClock('2026-03-11T00:00:00Z')
const t = useTestApp({
  now: clock.now,
  // A rate may have more digits than a JSON number.
  atEnd: ({ database }) => expectRollupsToMatchEvents(database.pool, { costDataIsExact: false }),
})
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

beforeEach(() => clock.set('2026-03-11T00:00:00Z'))

const NAMES = { modelProvider: 'in-house', model: 'triage-8b' }
const MARCH = { ...NAMES, amount: '3100', firstMonth: '2026-03' }
const house = (inputTokens: number, fields: Fields = {}) =>
  llm({ ...NAMES, usageDate: '2026-03-05T10:00:00Z', inputTokens, outputTokens: 0, ...fields })
const given = (record: Fields) => recordEvent(api, record)
const allocate = (fields: Fields = MARCH) => must(api.post('/v1/cost-allocations', fields))
const read = ({ id }: Fields) => must(api.get(`/v1/cost-allocations/${id}`))
const cost = async (event: Fields) => (await must(api.get(`/v1/events/${event.id}`))).usageCost
const rateOf = async (month: Fields) => must(api.get(`/v1/cost-rates/${month.costRateId}`))

/** Runs the jobs that follow from the present time. */
async function work() {
  await advanceAllocations(t.dependencies)
  await continueRuns(t.dependencies)
}

const SETTLES = '2026-04-05T00:00:00Z'

/** Sums the exact costs of all events, with the decimals that answers show. */
const sumOfCosts = async () =>
  sum((await listEvents(api)).map(({ usageCost }) => decimal(usageCost ?? '0')))

/** Asserts that the events cost an amount, but for the rounding of its rate. */
async function expectSpread(amount: string): Promise<void> {
  expect((await sumOfCosts()).toFixed(10)).toBe(decimal(amount).toFixed(10))
}

/** Asserts that the books of the organization have no differences. */
async function expectBooks(): Promise<void> {
  const { checks } = await must(
    api.get('/v1/analytics/reconciliation?startDate=2026-01-01&endDate=2026-05-31'),
  )
  expect(checks.filter((check: Fields) => (check.differences as []).length > 0)).toEqual([])
}

describe('a month that has not settled', () => {
  test('is priced by what the amount accrued over what ran so far, and says so', async () => {
    // Ten days of 31 are over: 1,000 of 3,100 for 1,000,000 tokens.
    const event = await given(house(1_000_000))
    expect(event).toMatchObject({ usageCost: null })
    const allocation = await allocate()
    expect(allocation).toMatchObject({
      ...NAMES,
      amount: '3100.00',
      unit: 'tokens',
      firstMonth: '2026-03',
      lastMonth: null,
      actor: expect.stringMatching(/^api_key:/),
      months: [
        {
          month: '2026-03',
          state: 'provisional',
          units: '1000000',
          cost: '1000.0000000000',
          difference: '2100.0000000000',
          settlesAt: '2026-04-05T00:00:00.000Z',
          settledAt: null,
          repricingRunId: null,
        },
      ],
    })
    expect(await cost(event)).toBe('1000.0000000000')
    const [month] = allocation.months
    expect(await rateOf(month)).toMatchObject({
      ...NAMES,
      inputCost: '1000',
      outputCost: '1000',
      unitCost: null,
      effectiveFrom: '2026-03-01T00:00:00.000Z',
      effectiveTo: '2026-04-01T00:00:00.000Z',
      costAllocationId: allocation.id,
      provisionalUntil: '2026-04-05T00:00:00.000Z',
      isFree: false,
    })
    expect((await must(api.get(`/v1/events/${event.id}`))).services).toMatchObject([
      { price: null, costRateId: month.costRateId },
    ])
  })

  test('gets a new rate each day, and the one before is withdrawn', async () => {
    await given(house(1_000_000))
    const allocation = await allocate()
    const [first] = allocation.months
    await given(house(1_000_000))
    await work()
    expect((await read(allocation)).months).toEqual([
      { ...first, cost: '2000.0000000000', difference: '1100.0000000000' },
    ])
    clock.set('2026-03-12T06:00:00Z')
    await work()
    const { months } = await read(allocation)
    expect(months[0]).toMatchObject({ units: '2000000' })
    expect(months[0].costRateId).not.toBe(first.costRateId)
    // 11.25 of 31 days of 3,100, for two million.
    expect(await rateOf(months[0])).toMatchObject({ inputCost: '562.5', withdrawnAt: null })
    expect(await rateOf(first)).toMatchObject({ withdrawnAt: '2026-03-12T06:00:00.000Z' })
  })

  test('has no rate while nothing ran, and costs the first usage within the next call', async () => {
    const allocation = await allocate()
    expect(allocation.months).toMatchObject([
      { units: '0', costRateId: null, cost: '0.0000000000', difference: '3100.0000000000' },
    ])
    const event = await given(house(500))
    expect(event.usageCost).toBeNull()
    await work()
    expect(await cost(event)).toBe('1000.0000000000')
  })

  test('begins with the rate of the month before, from its first instant on', async () => {
    await given(house(1_000_000))
    await allocate()
    clock.set('2026-03-31T12:00:00Z')
    await work()
    clock.set('2026-04-01T00:00:00Z')
    const event = await given(house(1, { usageDate: '2026-04-01T00:00:00Z' }))
    // 30.5 of 31 days of 3,100 for a million tokens.
    expect(event.usageCost).toBe('0.0030500000')
  })
})

describe('a settled month', () => {
  test('costs the amount exactly, and every event has its share', async () => {
    const events = [await given(house(1)), await given(house(2)), await given(house(4))]
    const allocation = await allocate({ ...MARCH, amount: '100.01' })
    clock.set('2026-04-04T23:59:59Z')
    await work()
    expect((await read(allocation)).months[1]).toMatchObject({ state: 'provisional' })
    clock.set(SETTLES)
    await work()
    const { months } = await read(allocation)
    expect(months[1]).toMatchObject({
      month: '2026-03',
      state: 'settled',
      units: '7',
      cost: expect.stringMatching(/^100\.01000000000|^100\.0099999999/),
      settledAt: '2026-04-05T00:00:00.000Z',
    })
    // 100.01 ÷ 7 with 11 decimals: the sum is off by less than half of the tenth decimal.
    expect(await rateOf(months[1])).toMatchObject({
      inputCost: '14287142.85714',
      provisionalUntil: null,
    })
    await expectSpread('100.01')
    expect(await Promise.all(events.map(cost))).toEqual([
      '14.28714285714',
      '28.57428571428',
      '57.14857142856',
    ])
    const run = await must(api.get(`/v1/repricing-runs/${months[1].repricingRunId}`))
    expect(run).toMatchObject({ state: 'completed', changedEventCount: 3 })
  })

  test('without any usage keeps its amount, and gives late usage no cost', async () => {
    const allocation = await allocate()
    clock.set(SETTLES)
    await work()
    const [, march] = (await read(allocation)).months
    expect(march).toMatchObject({
      ...{ month: '2026-03', state: 'settled', units: '0', costRateId: null },
      ...{ repricingRunId: null, cost: '0.0000000000', difference: '3100.0000000000' },
    })
    expect((await must(api.get('/v1/repricing-runs'))).totalResults).toBe(0)
    const late = await given(house(10))
    await work()
    expect(await cost(late)).toBeNull()
  })

  test('prices late usage by its rate, and shows what the usage costs beyond the amount', async () => {
    await given(house(1_000_000))
    const allocation = await allocate()
    clock.set(SETTLES)
    await work()
    const late = await given(house(500_000))
    expect(late.usageCost).toBe('1550.0000000000')
    clock.set('2026-04-20T00:00:00Z')
    await work()
    expect((await read(allocation)).months[1]).toMatchObject({
      ...{ state: 'settled', units: '1000000' },
      ...{ cost: '4650.0000000000', difference: '-1550.0000000000' },
    })
  })

  test('shows what was voided and amended after it, and counts what was before', async () => {
    const [voided, amended, , voidedLater] = [
      await given(house(100)),
      await given(house(100)),
      await given(house(100)),
      await given(house(100)),
    ]
    const allocation = await allocate({ ...MARCH, amount: '300' })
    await must(api.post(`/v1/events/${voided.id}/void`, undefined))
    await must(api.post(`/v1/events/${amended.id}/amend`, { ...NAMES, inputTokens: 400 }))
    clock.set(SETTLES)
    await advanceAllocations(t.dependencies)
    // The run has not begun.
    await must(api.post(`/v1/events/${voidedLater.id}/void`, undefined))
    await continueRuns(t.dependencies)
    expect((await read(allocation)).months[1]).toMatchObject({
      ...{ units: '600', cost: '250.0000000000', difference: '50.0000000000' },
    })
    expect(await cost(voided)).toBe('0.0000000000')
    expect(await cost(amended)).toBe('200.0000000000')
    await expectSpread('250')
    await expectBooks()
  })

  test('of the past settles when the allocation is added, each by its own units', async () => {
    clock.set('2026-03-11T00:00:00Z')
    const events = await Promise.all(
      ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-02-28T23:00:00Z'].map(
        (usageDate) => given(house(1_000, { usageDate })),
      ),
    )
    const allocation = await allocate({ ...MARCH, firstMonth: '2026-01', lastMonth: '2026-02' })
    expect(allocation.months).toMatchObject([
      { month: '2026-02', state: 'settled', units: '2000', difference: '0.0000000000' },
      { month: '2026-01', state: 'settled', units: '1000', difference: '0.0000000000' },
    ])
    expect(await Promise.all(events.map(cost))).toEqual([
      ...['3100.0000000000', '1550.0000000000', '1550.0000000000'],
    ])
    expect(await must(api.get('/v1/cost-allocations?isOpen=true'))).toMatchObject({ results: [] })
    expect(await must(api.get('/v1/cost-allocations?isOpen=false'))).toMatchObject({
      results: [{ id: allocation.id }],
    })
  })

  test('replaces the rates of the catalog and own ones, in every tier and by every name', async () => {
    const record = (fields: Fields) => given(llm({ usageDate: '2026-03-05', ...fields }))
    const rate = (fields: Fields) => must(api.post('/v1/cost-rates', fields))
    await rate({ modelProvider: 'openai', percentOff: 10, serviceTier: 'batch' })
    const events = [
      await record({ inputTokens: 100, outputTokens: 0 }),
      await record({
        inputTokens: 50,
        cacheReadTokens: 20,
        cacheWriteTokens: 30,
        outputTokens: 50,
      }),
      await record({ model: 'openai/gpt-4o', serviceTier: 'batch', inputTokens: 100 }),
      await record({ model: 'GPT-4o', serviceTier: 'fast', inputTokens: 700, outputTokens: 0 }),
    ]
    const allocation = await allocate({
      modelProvider: 'OpenAI',
      model: ' gpt-4o',
      amount: 150,
      firstMonth: '2026-03',
    })
    expect(allocation).toMatchObject({ modelProvider: 'openai', model: 'gpt-4o' })
    await rate({ modelProvider: 'openai', model: 'gpt-4o', inputCost: 1, outputCost: 1 })
    await rate({ modelProvider: 'openai', model: 'gpt-4o', serviceTier: 'batch', percentOff: 99 })
    clock.set(SETTLES)
    await work()
    expect(await Promise.all(events.map(cost))).toEqual([
      ...['10.0000000000', '10.0000000000', '60.0000000000', '70.0000000000'],
    ])
    await expectSpread('150')
    const { warnings } = (
      await must(api.record(llm({ usageDate: '2026-03-06', serviceTier: 'fast' })))
    ).results.success[0]
    expect(warnings ?? []).toEqual([])
    const inForce = '/v1/cost-rates/in-force?modelProvider=openai&model=gpt-4o&serviceTier=batch'
    expect(await must(api.get(`${inForce}&date=2026-03-05`))).toMatchObject({
      ...{ source: 'cost_rate', isTierUnpriced: false },
      costRate: { costAllocationId: allocation.id, provisionalUntil: null },
    })
    expect(await must(api.get(`${inForce}&date=2026-02-28`))).toMatchObject({
      costRate: { costAllocationId: null, percentOff: 99 },
    })
    await expectBooks()
  })

  test.each([
    ['input_tokens', 400, ['60.0000000000', '0.0000000000', '0.0000000000']],
    ['output_tokens', 100, ['0.0000000000', '60.0000000000', '0.0000000000']],
    ['quantity', 6, ['30.0000000000', '20.0000000000', '10.0000000000']],
  ])('spreads over %s', async (unit, units, expected) => {
    const events = [
      await given(house(400, { quantity: 3 })),
      await given(house(0, { outputTokens: 100, quantity: 2 })),
      await given(house(0, { quantity: 1 })),
    ]
    const allocation = await allocate({ ...MARCH, amount: '60', unit })
    clock.set(SETTLES)
    await work()
    expect((await read(allocation)).months[1]).toMatchObject({ units: String(units) })
    expect(await Promise.all(events.map(cost))).toEqual(expected)
  })

  test('leaves out what customers pay for, and counts usage that waits for another cost', async () => {
    const paid = await given(house(1_000, { paidBy: 'customer' }))
    await given(house(1_000, { paidBy: 'customer', customerExternalId: 'globex' }))
    const ours = await given(house(300))
    const waiting = await given(
      multi(
        [
          { ...NAMES, inputTokens: 100 },
          { model: 'other', modelProvider: 'in-house', inputTokens: 1 },
        ],
        {
          usageDate: '2026-03-06',
        },
      ),
    )
    const allocation = await allocate({ ...MARCH, amount: '40' })
    clock.set(SETTLES)
    await work()
    expect((await read(allocation)).months[1]).toMatchObject({
      ...{ units: '400', cost: '30.0000000000', difference: '10.0000000000' },
    })
    expect([await cost(paid), await cost(ours), await cost(waiting)]).toEqual([
      ...['0.0000000000', '30.0000000000', null],
    ])
    await must(
      api.post('/v1/cost-rates', {
        ...{ modelProvider: 'in-house', model: 'other', inputCost: 0, isFree: true },
      }),
    )
    expect(await cost(waiting)).toBe('10.0000000000')
    expect((await read(allocation)).months[1]).toMatchObject({ difference: '0.0000000000' })
    await expectBooks()
  })

  test('is announced with its rate, and provisional rates are not', async () => {
    await given(house(1_000))
    const allocation = await allocate()
    clock.set(SETTLES)
    await work()
    const { rows } = await t.database.pool.query(
      `select object_id from outbox_events where type = 'cost_rate.created' and organization_id = $1`,
      [organization.id],
    )
    expect(rows).toEqual([{ object_id: (await read(allocation)).months[1].costRateId }])
  })
})

describe('an end', () => {
  const end = ({ id }: Fields, body?: Fields) => api.post(`/v1/cost-allocations/${id}/end`, body)

  test('in the middle of a month leaves that month whole, and nothing after it', async () => {
    await given(house(1_000_000))
    const allocation = await allocate()
    expect((await end(allocation)).body).toMatchObject({ lastMonth: '2026-03' })
    const later = await given(house(1_000_000, { usageDate: '2026-03-30' }))
    clock.set('2026-03-31T12:00:00Z')
    await work()
    const april = await given(house(1, { usageDate: '2026-04-01T00:00:00Z' }))
    expect(april.usageCost).toBeNull()
    clock.set(SETTLES)
    await work()
    const { months } = await read(allocation)
    expect(months).toMatchObject([{ month: '2026-03', state: 'settled', units: '2000000' }])
    expect(await cost(later)).toBe('1550.0000000000')
    expect((await end(allocation)).status).toBe(409)
  })

  test('with an earlier month prices the usage without the allocation', async () => {
    const known = await given(llm({ usageDate: '2026-03-05' }))
    expect(known.usageCost).toBe('0.0075000000')
    const march = { amount: 31, firstMonth: '2026-03' }
    const gpt = await allocate({ ...march, modelProvider: 'openai', model: 'gpt-4o' })
    const own = await allocate({ ...march, ...NAMES, firstMonth: '2026-02' })
    await given(llm({ usageDate: '2026-03-06' }))
    const [event] = [await given(house(1_000))]
    await work()
    expect((await end(gpt, { lastMonth: '2026-02' })).body).toMatchObject({ months: [] })
    expect((await end(own, { lastMonth: '2026-02' })).body).toMatchObject({
      months: [{ month: '2026-02', units: '0' }],
    })
    const before = await cost(event)
    await work()
    expect(await cost(known)).toBe('0.0075000000')
    // Nothing else prices it, and a cost is never lost.
    expect(await cost(event)).toBe(before)
    await allocate({ ...MARCH, amount: 62 })
    clock.set(SETTLES)
    await work()
    expect(await cost(event)).toBe('62.0000000000')
    await expectBooks()
  })

  test('is refused before a settled month', async () => {
    await given(house(1_000, { usageDate: '2026-01-05' }))
    const allocation = await allocate({ ...MARCH, firstMonth: '2026-01' })
    for (const lastMonth of ['2026-01', '2025-12', '2025-01']) {
      expect(await end(allocation, { lastMonth }), lastMonth).toMatchObject({ status: 422 })
    }
    expect(await end(allocation, { lastMonth: '2026-02' })).toMatchObject({ status: 200 })
    expect(await end(allocation, { lastMonth: '2026-02' })).toMatchObject({ status: 409 })
  })

  test('stops a month that another process is about to settle only once', async () => {
    await given(house(1_000))
    const allocation = await allocate()
    clock.set(SETTLES)
    const key = { organizationId: organization.id, id: allocation.id as string }
    const [ended] = await Promise.all([
      end(allocation, { lastMonth: '2026-02' }),
      advanceAllocation(t.dependencies, key),
    ])
    await work()
    const { months } = await read(allocation)
    // Either order is right, and nothing in between.
    const isSettled = ended.status === 422
    expect(months).toHaveLength(isSettled ? 2 : 0)
    expect(ended.status).toBe(isSettled ? 422 : 200)
    await expectBooks()
  })
})

describe('interplay', () => {
  /** Starts another process of the service on the same database. */
  async function startProcess() {
    const { config, database } = t
    const dependencies = await createDependencies({
      ...{ config, url: database.url, log: createLog('silent'), now: clock.now },
    })
    const app = await buildApp(dependencies)
    const close = async () => {
      await app.close()
      await dependencies.close()
    }
    return { dependencies, close }
  }

  test('two processes settle a month once', async () => {
    await given(house(1_000))
    const allocation = await allocate()
    const other = await startProcess()
    try {
      clock.set(SETTLES)
      const key = { organizationId: organization.id, id: allocation.id as string }
      await Promise.all([
        advanceAllocations(t.dependencies),
        advanceAllocations(other.dependencies),
        ...[t.dependencies, other.dependencies].map((deps) => advanceAllocation(deps, key)),
      ])
    } finally {
      await other.close()
    }
    const { rows } = await t.database.pool.query(
      `select is_provisional, count(*)::int from cost_rates
       where allocation_id = $1 and withdrawn_at is null and effective_from = '2026-03-01'
       group by 1`,
      [allocation.id],
    )
    expect(rows).toEqual([{ is_provisional: false, count: 1 }])
    expect((await must(api.get('/v1/repricing-runs'))).totalResults).toBe(1)
  })

  test.each([false, true])(
    'a kill leaves no rate without its run (committed: %s)',
    async (isCommitted) => {
      await given(house(1_000))
      const allocation = await allocate({ ...MARCH, lastMonth: '2026-03' })
      clock.set(SETTLES)
      const { db } = withFailingTransaction(t.dependencies.db, { at: 1, isCommitted })
      const key = { organizationId: organization.id, id: allocation.id as string }
      await advanceAllocation({ ...t.dependencies, db }, key).catch(() => undefined)
      expect((await must(api.get('/v1/repricing-runs'))).totalResults).toBe(isCommitted ? 1 : 0)
      expect((await read(allocation)).months[0].state).toBe(isCommitted ? 'settled' : 'provisional')
      await work()
      await work()
      expect((await must(api.get('/v1/repricing-runs'))).totalResults).toBe(1)
      await expectSpread('3100')
    },
  )

  test('usage and corrections that arrive while a month settles all have its rate', async () => {
    const early = await Promise.all(times(20, () => given(house(1_000))))
    const allocation = await allocate()
    clock.set(SETTLES)
    const record = () => api.record(...times(5, (index) => house(100 + index)))
    const correct = ({ id }: Event, index: number) =>
      index % 2
        ? api.post(`/v1/events/${id}/void`, undefined)
        : api.post(`/v1/events/${id}/amend`, { ...NAMES, inputTokens: 7 })
    await Promise.all([
      ...times(10, record),
      ...early.slice(0, 10).map(correct),
      work(),
      ...times(10, record),
    ])
    // The run of the job began before the last records were committed; nothing is left for another.
    await continueRuns(t.dependencies)
    const [, march] = (await read(allocation)).months
    expect(march).toMatchObject({ state: 'settled' })
    const perToken = decimal('3100')
      .div(decimal(march.units))
      .round(10 + march.units.length)
    const { rows } = await t.database.pool.query(
      `select coalesce(sum(input_tokens), 0)::text as tokens from organization_models
       where organization_id = $1 and model = 'triage-8b'`,
      [organization.id],
    )
    const expected = perToken.times(decimal(rows[0].tokens))
    expect((await sumOfCosts()).eq(expected)).toBe(true)
    expect(decimal(march.cost).eq(expected)).toBe(true)
    await expectBooks()
  })

  test('another organization sees nothing of it, and its usage of the model has no rate', async () => {
    await given(house(1_000))
    const allocation = await allocate()
    expect((await stranger.get('/v1/cost-allocations')).body.results).toEqual([])
    for (const id of [allocation.id, ABSENT]) {
      expect((await stranger.get(`/v1/cost-allocations/${id}`)).status).toBe(404)
      expect((await stranger.post(`/v1/cost-allocations/${id}/end`, undefined)).status).toBe(404)
    }
    const { body } = await stranger.record(house(10))
    expect(body.results.failed).toMatchObject([{ code: 'NEEDS_COST_BACKFILL' }])
  })

  test('a rate of an allocation cannot be withdrawn alone', async () => {
    await given(house(1_000))
    const allocation = await allocate()
    const path = `/v1/cost-rates/${allocation.months[0].costRateId}`
    expect(await api.delete(path)).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining(allocation.id) } },
    })
    expect((await stranger.delete(path)).status).toBe(404)
  })
})

describe('refuses', () => {
  test.each<[Fields, number]>([
    [{ amount: 0 }, 400],
    [{ amount: '-1' }, 400],
    [{ amount: '0.00000000001' }, 400],
    [{ amount: '1000000000.01' }, 400],
    [{ amount: '1e3' }, 400],
    [{ amount: null }, 400],
    [{ amount: true }, 400],
    [{ unit: 'seconds' }, 400],
    [{ model: '' }, 400],
    [{ model: null }, 400],
    [{ firstMonth: '2026-3' }, 400],
    [{ firstMonth: '2026-13' }, 400],
    [{ firstMonth: '2026-03-01' }, 400],
    [{ firstMonth: '2016-02' }, 400],
    [{ firstMonth: '2200-01' }, 400],
    [{ firstMonth: 202603 }, 400],
    [{ lastMonth: '2026-02' }, 422],
    [{ lastMonth: '9999-12' }, 400],
    [{ months: [] }, 400],
  ])('%j with %i', async (fields, status) => {
    const answer = await api.post('/v1/cost-allocations', { ...MARCH, ...fields })
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect((await must(api.get('/v1/cost-allocations'))).totalResults).toBe(0)
  })

  test('a second allocation of a model for a month, also of two at once', async () => {
    const first = await allocate({ ...MARCH, firstMonth: '2026-03', lastMonth: '2026-05' })
    for (const months of [
      { firstMonth: '2026-03' },
      { firstMonth: '2026-05' },
      { firstMonth: '2026-01' },
      { firstMonth: '2026-01', lastMonth: '2026-03' },
    ]) {
      const answer = await api.post('/v1/cost-allocations', {
        ...{ ...MARCH, ...months, modelProvider: 'IN-HOUSE', model: ' Triage-8B ' },
      })
      expect(answer, JSON.stringify(months)).toMatchObject({
        ...{ status: 409, body: { message: expect.stringContaining(first.id) } },
      })
    }
    const both = await Promise.all(
      times(2, () => api.post('/v1/cost-allocations', { ...MARCH, firstMonth: '2026-06' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    await allocate({ ...MARCH, firstMonth: '2026-01', lastMonth: '2026-02' })
    await allocate({ ...MARCH, model: 'other' })
  })
})
