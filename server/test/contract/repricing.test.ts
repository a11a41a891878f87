import { describe, expect, test } from 'vitest'
import { createCatalog } from '../../src/features/catalog/catalog.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { previewRun } from '../../src/features/repricing/preview.ts'
import { continueRuns } from '../../src/features/repricing/work.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { rebuildRollups } from '../../src/features/usage/rebuild-rollups.ts'
import { newId } from '../../src/platform/id.ts'
import { createOtherOrganizationApi, must } from '../support/app.ts'
import { givenDeal } from '../support/deal.ts'
import { withFailingTransaction } from '../support/failing-transactions.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { insertInvoice } from '../support/given-invoice.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { month, readInvoice, sendInvoice } from '../support/invoice.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import {
  type Event,
  listEvents,
  llm,
  multi,
  recordEvent,
  sms,
  times,
  unknownModel,
} from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { withMethods } from '../support/with-methods.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, publishable, organization } = useOrganizationPerTest(t)

const AT = '2026-03-10T08:30:00Z'
const MARCH = { from: '2026-03-01', to: '2026-04-01' }
const given = (record: Fields = llm()) => recordEvent(api, { usageDate: AT, ...record })
const read = async (id: string) => (await must(api.get(`/v1/events/${id}`))) as Fields
const preview = (body: Fields = MARCH) => must(api.post('/v1/repricing-runs/preview', body))
const create = (body: Fields = MARCH) => must(api.post('/v1/repricing-runs', body))
const readRun = ({ id }: { id: string }) => must(api.get(`/v1/repricing-runs/${id}`))
const work = (db = t.dependencies.db) => continueRuns({ ...t.dependencies, db })
const costs = async () =>
  new Map((await listEvents(api)).map(({ id, usageCost }) => [id, usageCost]))

const tokens = (inputTokens: number) => ({
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens,
})

/** Stores an own rate of the organization, as of all time. */
async function insertRate(fields: Fields): Promise<void> {
  const row = {
    id: newId(),
    organizationId: organization.id,
    provider: 'openai',
    model: null,
    actorKind: 'api_key',
    actorId: 'test',
    createdAt: NOW,
    ...fields,
  }
  await t.database.db.insertInto('costRates').values(row).execute()
}

/** Sets an own rate, which the service knows at once. */
async function setRate(fields: Fields): Promise<void> {
  await insertRate(fields)
  await t.dependencies.catalog.refresh()
}
const takeOff = (percentOff: number) => setRate({ percentOff: String(percentOff) })

async function run(body: Fields = MARCH) {
  const created = await create(body)
  await work()
  return readRun(created)
}

async function reverse({ id }: { id: string }) {
  const reversal = await must(api.post(`/v1/repricing-runs/${id}/reverse`, undefined))
  await work()
  return readRun(reversal)
}

/** The books of the organization have no differences. */
async function expectBooks() {
  const books = await must(
    api.get('/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-07-01'),
  )
  const differing = books.checks.filter((check: Fields) => (check.differences as []).length > 0)
  expect(differing).toEqual([])
}

describe('a run', () => {
  test('prices stored usage by the rates in force, with a correction of each event', async () => {
    const event = await given()
    await takeOff(20)
    expect(await read(event.id)).toMatchObject({ usageCost: '0.0075000000' })
    const created = await create({ ...MARCH, reason: '20 % off' })
    expect(created).toMatchObject({ state: 'queued', startedAt: null, reason: '20 % off' })
    await work()
    expect(await readRun(created)).toMatchObject({
      state: 'completed',
      eventCount: 1,
      repricedEventCount: 1,
      changedEventCount: 1,
      unknownEventCount: 0,
      skippedEventCount: 0,
      costBefore: '0.0075000000',
      costAfter: '0.0060000000',
      completedAt: NOW.toISOString(),
    })
    const after = await read(event.id)
    expect(after).toMatchObject({
      usageCost: '0.0060000000',
      correctedAt: null,
      usageCostData: { 'gpt-4o/input': { cost: 0.002 }, 'gpt-4o/output': { cost: 0.004 } },
      corrections: [
        {
          kind: 'recost',
          quantityBefore: '1',
          quantityAfter: '1',
          costBefore: '0.0075000000',
          costAfter: '0.0060000000',
          servicesBefore: [{ model: 'gpt-4o', inputTokens: 1000 }],
          repricingRunId: created.id,
          reason: '20 % off',
          actor: expect.stringMatching(/^api_key:/),
        },
      ],
    })
    await expectBooks()
  })

  test('equals its preview, which stores nothing', async () => {
    for (const customerExternalId of ['acme', 'globex']) {
      await given(llm({ customerExternalId }))
      await given(llm({ customerExternalId, usageDate: '2026-03-11T00:00:00Z' }))
      await given(sms({ customerExternalId }))
    }
    await takeOff(20)
    const before = await costs()
    const shown = await storesNothing(t.database.pool, () => preview())
    expect(await costs()).toEqual(before)
    const done = await run()
    for (const name of [
      ...['eventCount', 'repricedEventCount', 'changedEventCount', 'unknownEventCount'],
      ...['costBefore', 'costAfter'],
    ]) {
      expect(done[name], name).toBe(shown[name])
    }
    expect(shown).toMatchObject({
      eventCount: 6,
      changedEventCount: 4,
      customerCount: 2,
      agentCount: 1,
      dayCount: 2,
      days: [
        { day: '2026-03-10', changedEventCount: 2 },
        { day: '2026-03-11', changedEventCount: 2, costBefore: '0.0150000000' },
      ],
      invoices: [],
      invoiceCount: 0,
    })
    expect(shown.customers.map((one: Fields) => one.customerExternalId).sort()).toEqual([
      'acme',
      'globex',
    ])
    const sum = shown.customers.reduce((total: number, one: Fields) => {
      return total + Number(one.costAfter)
    }, 0)
    expect(sum).toBeCloseTo(Number(shown.costAfter), 10)
    expect(await preview()).toMatchObject({ changedEventCount: 0, repricedEventCount: 0 })
  })

  test('changes nothing when it is applied again', async () => {
    const event = await given()
    await takeOff(20)
    await run()
    const once = await read(event.id)
    expect(await run()).toMatchObject({
      eventCount: 1,
      repricedEventCount: 0,
      costBefore: '0.0060000000',
      costAfter: '0.0060000000',
    })
    expect(await read(event.id)).toEqual(once)
  })

  test('is limited by dates, customer, agent and model', async () => {
    const events = {
      march: await given(),
      first: await given(llm({ usageDate: '2026-03-01T00:00:00Z' })),
      april: await given(llm({ usageDate: '2026-04-01T00:00:00Z' })),
      other: await given(llm({ customerExternalId: 'other' })),
      agent: await given(llm({ agentCode: 'writer' })),
      mini: await given(llm({ model: 'gpt-4o-mini' })),
      both: await given(
        multi([
          { model: 'gpt-4o-mini', modelProvider: 'openai', inputTokens: 1000 },
          { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1000 },
        ]),
      ),
    }
    const names = new Map(Object.entries(events).map(([name, { id }]) => [id, name]))
    await takeOff(50)
    const changedBy = async (body: Fields) => {
      const shown = await preview({ ...MARCH, ...body })
      const before = await costs()
      const done = await run({ ...MARCH, ...body })
      const after = await costs()
      expect(done.changedEventCount).toBe(shown.changedEventCount)
      const changed = [...after.keys()].filter((id) => after.get(id) !== before.get(id))
      await reverse(done)
      expect(await costs()).toEqual(before)
      return changed.map((id) => names.get(id)).sort()
    }
    expect(await changedBy({})).toEqual(['agent', 'both', 'first', 'march', 'mini', 'other'])
    expect(await changedBy({ customerExternalId: 'other' })).toEqual(['other'])
    expect(await changedBy({ customerId: events.other.customerId })).toEqual(['other'])
    expect(await changedBy({ agentId: events.agent.agentId })).toEqual(['agent'])
    expect(await changedBy({ modelProvider: ' OpenAI', model: 'GPT-4o-mini' })).toEqual([
      'both',
      'mini',
    ])
    expect(await changedBy({ model: 'gpt-4o-mini' })).toEqual(['both', 'mini'])
    expect(await changedBy({ modelProvider: 'anthropic' })).toEqual([])
    expect(await changedBy({ from: AT, to: '2026-03-10T08:30:00.001Z' })).toEqual([
      ...['agent', 'both', 'march', 'mini', 'other'],
    ])
    expect(await changedBy({ from: '2026-03-10T08:30:00.001Z' })).toEqual([])
    await expectBooks()
  })

  test('means a provider by any of its names', async () => {
    await given(llm({ modelProvider: 'azure' }))
    await given(llm({ modelProvider: 'azure-openai', quantity: 2 }))
    await given()
    await setRate({ provider: 'azure', percentOff: '20' })
    for (const modelProvider of ['azure', 'azure_openai']) {
      expect(await preview({ ...MARCH, modelProvider })).toMatchObject({ changedEventCount: 2 })
    }
    expect(await run({ ...MARCH, modelProvider: 'Azure.ai.openai' })).toMatchObject({
      eventCount: 2,
      changedEventCount: 2,
    })
  })

  test('leaves out void events and those without a cost', async () => {
    const voided = await given()
    await must(api.post(`/v1/events/${voided.id}/void`, undefined))
    const unknown = await given(unknownModel())
    await takeOff(20)
    await setRate({ provider: 'in-house', model: 'house-model', inputRate: '1', outputRate: '1' })
    expect(await preview()).toMatchObject({ eventCount: 0, uncostedEventCount: 1 })
    expect(await run()).toMatchObject({ eventCount: 0, repricedEventCount: 0 })
    expect(await read(voided.id)).toMatchObject({ usageCost: '0.0000000000' })
    expect(await read(unknown.id)).toMatchObject({ usageCost: null })
    await expectBooks()
  })

  test('keeps the cost of an event whose model is not known now', async () => {
    await setRate({ provider: 'in-house', model: 'house-model', inputRate: '1', outputRate: '1' })
    const event = await given(unknownModel())
    await t.database.pool.query('update cost_rates set withdrawn_at = now()')
    await t.dependencies.catalog.refresh()
    expect(await preview()).toMatchObject({ eventCount: 1, unknownEventCount: 1 })
    expect(await run()).toMatchObject({ unknownEventCount: 1, repricedEventCount: 0 })
    expect(await read(event.id)).toMatchObject({ usageCost: event.usageCost })
  })

  test('prices an amended event by its present services', async () => {
    const event = await given(llm({ quantity: 2 }))
    await must(api.post(`/v1/events/${event.id}/amend`, { quantity: 3, ...tokens(2000) }))
    await takeOff(50)
    await run()
    await must(api.post(`/v1/events/${event.id}/amend`, { quantity: 4, ...tokens(2000) }))
    const { corrections, usageCost } = await read(event.id)
    expect(usageCost).toBe('0.0025000000')
    expect(corrections).toMatchObject([
      { kind: 'amend', costAfter: '0.0050000000', servicesBefore: [{ inputTokens: 1000 }] },
      { kind: 'recost', quantityBefore: '3', servicesBefore: [{ inputTokens: 2000 }] },
      { kind: 'amend', quantityAfter: '4', servicesBefore: [{ inputTokens: 2000 }] },
    ])
    await expectBooks()
  })

  test('changes only the price of a service that the customer pays for', async () => {
    const event = await given(llm({ paidBy: 'customer' }))
    await takeOff(20)
    expect(await run()).toMatchObject({ repricedEventCount: 1, changedEventCount: 0 })
    expect(await read(event.id)).toMatchObject({
      usageCost: '0.0000000000',
      corrections: [{ kind: 'recost', costBefore: '0.0000000000', costAfter: '0.0000000000' }],
    })
    await expectBooks()
  })

  test('leaves a final invoice as it is, and the next one has the difference', async () => {
    const deal = await givenDeal(api)
    await deal.use('ticket', 2, '2026-03-05')
    const final = await sendInvoice(api, await deal.generate(month('2026-03-01', '2026-03-10')))
    expect(final).toMatchObject({ total: 2, totalCost: 0.0166 })
    await setRate({ provider: 'twilio', percentOff: '50' })
    const invoices = [{ invoiceId: final.id, status: final.status, customerId: deal.customerId }]
    expect(await preview()).toMatchObject({ invoiceCount: 1, invoices })
    await run()
    expect(await readInvoice(api, final.id)).toMatchObject({ total: 2, totalCost: 0.0166 })
    const next = await deal.generate(month('2026-03-10', '2026-03-14'))
    expect(next).toMatchObject({ total: 0, totalCost: -0.0083 })
    await expectBooks()
  })

  test('reopens closed sums and refreshes kept earnings', async () => {
    await given(llm({ usageDate: '2026-01-10T08:30:00Z' }))
    const refresh = async () => {
      await closeSums({ ...t.dependencies, saving: { rows: 0, events: 0 } }, NOW)
      const moment = { now: NOW, businessNow: NOW }
      const kept = { db: t.database.db, log: t.dependencies.log }
      await refreshOrganization(kept, { organizationId: organization.id, moment })
    }
    const cost = async () =>
      (await must(api.get('/v1/analytics/cost?startDate=2026-01-01&endDate=2026-01-31'))).totalCost
    await refresh()
    expect(await cost()).toBe(0.0075)
    await takeOff(20)
    await run({ from: '2026-01-01', to: '2026-02-01' })
    expect(await cost()).toBe(0.006)
    await refresh()
    expect(await cost()).toBe(0.006)
    await expectBooks()
  })
})

describe('a reversal', () => {
  test('restores the costs of its run, and skips what changed since', async () => {
    const [kept, amended, voided] = [await given(), await given(), await given()]
    const quantity = await given()
    await takeOff(20)
    const done = await run()
    await must(api.post(`/v1/events/${amended.id}/amend`, tokens(3000)))
    await must(api.post(`/v1/events/${voided.id}/void`, undefined))
    await must(api.post(`/v1/events/${quantity.id}/amend`, { quantity: 9, ...tokens(3000) }))
    expect(await reverse(done)).toMatchObject({
      state: 'completed',
      reversesId: done.id,
      eventCount: 4,
      repricedEventCount: 1,
      changedEventCount: 1,
      skippedEventCount: 3,
    })
    expect(await readRun(done)).toMatchObject({ reversedById: expect.any(String) })
    expect(await read(kept.id)).toMatchObject({
      usageCost: '0.0075000000',
      usageCostData: { 'gpt-4o/input': { costPerUnit: 0.0000025 } },
      corrections: [{ kind: 'recost' }, { kind: 'recost', costAfter: '0.0075000000' }],
    })
    expect(await read(amended.id)).toMatchObject({ usageCost: '0.0060000000' })
    expect(await read(quantity.id)).toMatchObject({ usageCost: '0.0060000000', quantity: '9' })
    await expectBooks()
  })

  test('can be reversed, and only once at a time', async () => {
    const event = await given()
    await takeOff(20)
    const done = await run()
    const undone = await reverse(done)
    expect(await api.post(`/v1/repricing-runs/${done.id}/reverse`, undefined)).toMatchObject({
      status: 409,
    })
    await reverse(undone)
    expect(await read(event.id)).toMatchObject({ usageCost: '0.0060000000' })
    await expectBooks()
  })

  test('waits until the run has ended', async () => {
    const { id } = await create()
    expect(await api.post(`/v1/repricing-runs/${id}/reverse`, undefined)).toMatchObject({
      status: 409,
    })
  })
})

describe('a run in several pages', () => {
  const record = async () => {
    for (const customerExternalId of ['acme', 'globex', 'initech']) {
      await must(api.record(...times(60, () => llm({ customerExternalId, usageDate: AT }))))
    }
    // Most events are copies: recording them all takes long.
    await t.database.pool.query(
      `with copies as (
         select e.*, n from usage_events e, generate_series(1, 24) n where organization_id = $1
       )
       insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
         quantity, usage_cost, created_at, payload, prices)
       select customer_id, usage_date + n * interval '1 second', gen_random_uuid(), organization_id,
         agent_id, signal_id, quantity, usage_cost, created_at, payload, prices
       from copies`,
      [organization.id],
    )
  }
  const total = async () => {
    const { rows } = await t.database.pool.query(
      `select count, cost, corrections
       from (select count(*)::int as count, sum(usage_cost)::text as cost
         from usage_events where organization_id = $1) events
       cross join (select count(*)::int as corrections
         from event_corrections where organization_id = $1) corrections`,
      [organization.id],
    )
    return rows[0]
  }

  test.each([1, 2, 3, 4, 5])('continues after its transaction %i failed', async (at) => {
    await record()
    const rebuilding = { organizationId: organization.id, customerId: undefined }
    await rebuildRollups(t.database.db, rebuilding, NOW)
    await takeOff(20)
    const before = await total()
    const created = await create()
    const isCommitted = at % 2 === 0
    await work(withFailingTransaction(t.dependencies.db, { at, isCommitted }).db)
    await work()
    const done = await readRun(created)
    expect(done).toMatchObject({
      state: 'completed',
      eventCount: before.count,
      changedEventCount: before.count,
    })
    expect(await total()).toMatchObject({ count: before.count, corrections: before.count })
    expect(Number((await total()).cost)).toBeCloseTo(Number(before.cost) * 0.8, 8)
    await expectBooks()
  })
})

test('a page ends early where records have very many services, and the next one goes on there', async () => {
  const services = times(1_000, () => tokens(1))
  const records = times(25, (n) => multi(services, { usageDate: AT, idempotencyKey: `${n}` }))
  for (const record of records) await must(api.record(record))
  await takeOff(20)
  const all = { state: 'completed', eventCount: 25, changedEventCount: 25 }
  const done = await run()
  expect(done).toMatchObject({ ...all, costBefore: '0.0625000000', costAfter: '0.0500000000' })
  expect(await reverse(done)).toMatchObject({ ...all, skippedEventCount: 0 })
  await expectBooks()
})

test('includes what was costed before a run and committed during it, also of a new customer', async () => {
  await given()
  const runsCatalog = await createCatalog(t.dependencies.db)
  // Unknown to the service, as to a process that is not notified yet.
  await insertRate({ percentOff: '20' })
  const created = await create()
  let turns = 0
  const refresh = async () => {
    turns += 1
    if (turns === 2) await given(llm({ customerExternalId: 'latecomer' }))
    await runsCatalog.refresh()
  }
  const catalog = withMethods(runsCatalog, { refresh })
  await continueRuns({ ...t.dependencies, catalog })
  expect(turns).toBeGreaterThan(1)
  expect(await readRun(created)).toMatchObject({ state: 'completed', changedEventCount: 2 })
  expect([...(await costs()).values()]).toEqual(['0.0060000000', '0.0060000000'])
})

describe('a preview', () => {
  const limited = (eventsMax: number, input: { customerExternalId?: string } = {}) =>
    previewRun(
      t.dependencies,
      { organizationId: organization.id, input: { ...MARCH, ...input } },
      eventsMax,
    )

  test('is refused beyond its number of events, whatever models they used; a run is not', async () => {
    await given()
    await given(llm({ customerExternalId: 'globex' }))
    await given(llm({ customerExternalId: 'globex', usageDate: '2026-04-01T00:00:00Z' }))
    await takeOff(20)
    expect(await limited(2)).toMatchObject({ changedEventCount: 2 })
    await expect(limited(1)).rejects.toMatchObject({
      ...{ code: 'inconsistent', kind: 'inconsistent', param: 'to' },
      message: expect.stringMatching(/^More than 1 events: .* A run has no such limit$/),
    })
    expect(await limited(1, { customerExternalId: 'globex' })).toMatchObject({ eventCount: 1 })
    expect(await run()).toMatchObject({ changedEventCount: 2 })
  })

  test('lists the invoices of changed usage, without void ones and those of other times', async () => {
    const deal = await givenDeal(api)
    const other = await givenDeal(api)
    await deal.use('ticket', 1, '2026-03-10T00:00:00Z')
    await other.use('ticket', 1, '2026-04-02')
    const insert = async ({ ids }: typeof deal, start: string, end: string, status = 'issued') => {
      const row = { ...ids, organizationId: organization.id, status }
      const inserted = { ...row, periodStart: `${start}Z`, periodEnd: `${end}Z` }
      return (await insertInvoice(t, inserted)).id
    }
    await insert(deal, '2026-03-01', '2026-03-10')
    const listed = [await insert(deal, '2026-03-10', '2026-03-11', 'draft')]
    await insert(deal, '2026-03-11', '2026-03-12')
    await insert(deal, '2026-03-10', '2026-03-20', 'void')
    await insert(other, '2026-03-01', '2026-05-01')
    await setRate({ provider: 'twilio', percentOff: '50' })
    const shown = await preview()
    expect(shown.invoices.map((one: Fields) => one.invoiceId)).toEqual(listed)
    expect(shown).toMatchObject({ invoiceCount: 1, changedEventCount: 1 })
    expect((await preview({ ...MARCH, to: '2026-05-01' })).invoiceCount).toBe(2)
    expect(await preview({ ...MARCH, modelProvider: 'openai' })).toMatchObject({ invoices: [] })
  })

  test('lists at most 100 invoices and 100 days, and counts all', async () => {
    const deal = await givenDeal(api)
    const records = times(120, (n) => {
      const usageDate = new Date(Date.UTC(2025, 10, 1 + n)).toISOString()
      return sms({
        customerExternalId: deal.externalId,
        usageDate,
        idempotencyKey: `${n}`,
      })
    })
    for (const part of [records.slice(0, 60), records.slice(60)]) await must(api.record(...part))
    for (let day = 0; day < 101; day += 1) {
      const at = (days: number) => new Date(Date.UTC(2025, 10, 1 + days)).toISOString()
      const row = { ...deal.ids, organizationId: organization.id }
      await insertInvoice(t, { ...row, periodStart: at(day), periodEnd: at(day + 1) })
    }
    await setRate({ provider: 'twilio', percentOff: '50' })
    const shown = await preview({ from: '2025-11-01', to: '2026-04-01' })
    expect(shown).toMatchObject({ invoiceCount: 101, dayCount: 120, changedEventCount: 120 })
    expect([shown.invoices.length, shown.days.length]).toEqual([100, 100])
  })
})

describe('the life of a run', () => {
  test('ends when it is cancelled', async () => {
    const event = await given()
    await takeOff(20)
    const created = await create()
    expect(
      await must(api.post(`/v1/repricing-runs/${created.id}/cancel`, undefined)),
    ).toMatchObject({
      state: 'cancelled',
      completedAt: NOW.toISOString(),
    })
    await work()
    expect(await read(event.id)).toMatchObject({ usageCost: '0.0075000000' })
    expect(await api.post(`/v1/repricing-runs/${created.id}/cancel`, undefined)).toMatchObject({
      status: 409,
    })
  })

  test('fails after several failures, and is announced', async () => {
    await given()
    await takeOff(20)
    const created = await create()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await work(withFailingTransaction(t.dependencies.db, { at: 1 }).db)
    }
    expect(await readRun(created)).toMatchObject({ state: 'failed' })
    const { rows } = await t.database.pool.query(
      'select type from outbox_events where object_id = $1',
      [created.id],
    )
    expect(rows).toEqual([{ type: 'repricing.failed' }])
  })

  test('begins after the runs before it, the latest is listed first', async () => {
    await given()
    const first = await create()
    const second = await create({ ...MARCH, reason: 'again' })
    const { results } = await must(api.get('/v1/repricing-runs?state=queued'))
    expect(results.map(({ id }: Event) => id)).toEqual([second.id, first.id])
    await work()
    expect(await must(api.get('/v1/repricing-runs?state=completed'))).toMatchObject({
      totalResults: 2,
    })
  })

  test('goes on while usage is recorded and models are mapped', async () => {
    await Promise.all(times(20, (n) => given(llm({ customerExternalId: `customer-${n % 4}` }))))
    await given(unknownModel())
    await takeOff(20)
    await create()
    const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
    const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
    await Promise.all([
      work(),
      ...times(10, (n) => given(llm({ customerExternalId: `customer-${n % 4}` }))),
      must(api.post('/v1/events/map-model', { ...source, ...target })),
    ])
    const known = (await listEvents(api)).filter(
      ({ usageCostData }) => usageCostData['gpt-4o/input'],
    )
    expect(new Set(known.map(({ usageCost }) => usageCost))).toEqual(new Set(['0.0060000000']))
    await expectBooks()
  })
})

describe('refusals', () => {
  test.each([
    [{}, 400],
    [{ from: '2026-03-01' }, 400],
    [{ from: 'yesterday', to: '2026-04-01' }, 400],
    [{ from: '2026-04-01', to: '2026-04-01' }, 422],
    [{ ...MARCH, model: 7 }, 400],
    [{ ...MARCH, note: 'x' }, 400],
    [{ ...MARCH, customerId: ABSENT }, 404],
    [{ ...MARCH, customerExternalId: 'nobody' }, 404],
    [{ ...MARCH, agentId: ABSENT }, 404],
    [{ ...MARCH, customerId: ABSENT, customerExternalId: 'acme' }, 400],
  ])('%j is answered %i', async (body, status) => {
    expect((await api.post('/v1/repricing-runs', body)).status).toBe(status)
    expect((await api.post('/v1/repricing-runs/preview', body)).status).toBe(status)
  })

  test('hides runs, customers and agents of another organization', async () => {
    const event = await given()
    const { id } = await create()
    const stranger = await createOtherOrganizationApi(t)
    for (const path of ['/cancel', '/reverse']) {
      expect((await stranger.post(`/v1/repricing-runs/${id}${path}`, undefined)).status).toBe(404)
    }
    expect((await stranger.get(`/v1/repricing-runs/${id}`)).status).toBe(404)
    expect((await must(stranger.get('/v1/repricing-runs'))).totalResults).toBe(0)
    const { customerId, agentId } = event
    for (const body of [{ customerId }, { agentId }]) {
      expect((await stranger.post('/v1/repricing-runs', { ...MARCH, ...body })).status).toBe(404)
    }
    await takeOff(20)
    await must(stranger.post('/v1/repricing-runs', MARCH))
    await work()
    expect(await read(event.id)).toMatchObject({ usageCost: '0.0060000000' })
  })

  test('a publishable key cannot reprice', async () => {
    expect((await publishable.post('/v1/repricing-runs', MARCH)).status).toBe(403)
  })
})
