import { expect, test } from 'vitest'
import { addUp } from '../../src/features/usage/closed-sums/add-up.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { CLOSED_SUMS } from '../../src/features/usage/closed-sums/sums.ts'
import { rollupStatements } from '../../src/features/usage/ingest/rollup-statements.ts'
import { createRollupTotals } from '../../src/features/usage/ingest/rollups.ts'
import { rebuildRollups } from '../../src/features/usage/rebuild-rollups.ts'
import { must } from '../support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm, sms } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const close = (saving = { rows: 0, events: 0 }) =>
  closeSums({ db: t.database.db, log: t.dependencies.log, saving }, NOW)

const LONG_WINDOWS = [
  'startDate=2025-12-01&endDate=2026-06-10',
  'startDate=2026-01-15&endDate=2026-05-03',
]
const SHORT_WINDOWS = [
  'startDate=2026-02-01&endDate=2026-02-28',
  'startDate=2026-03-30&endDate=2026-04-02',
]
const ASKED = [
  'usage?groupBy=monthly',
  'usage?groupBy=monthly&breakdownBy=customer',
  'usage?groupBy=monthly&breakdownBy=signal',
  'cost?',
  'revenue?',
  'agent-earned?',
  'customers?',
  'overview?groupBy=daily',
  'overview?groupBy=weekly',
  'overview?groupBy=monthly',
  'month-end?',
  'profitability?groupBy=customer',
  'profitability?groupBy=signal',
  'profitability?groupBy=model',
  'margin-breakdown?',
]

const OF_ALL = /^(customers|overview)/

/** Returns every answer that may be read from closed sums: for all customers, and for one. */
async function answers(windows: readonly string[], customerId: string, agentId: string) {
  const filters = ['', `&customerId=${customerId}`, `&agentId=${agentId}`]
  const paths = ASKED.flatMap((asked) =>
    windows.flatMap((window) =>
      filters
        .filter((filter) => filter === '' || !OF_ALL.test(asked))
        // Month-end can be filtered by customer, but not by agent.
        .filter((filter) => !filter.startsWith('&agentId') || !asked.startsWith('month-end'))
        .map((filter) => `/v1/analytics/${asked}&${window}${filter}`.replace('?&', '?')),
    ),
  )
  const lists = windows.flatMap((window) =>
    [...filters, `&customerId=${customerId}&agentId=${agentId}`, '&page=3'].map(
      (filter) => `/v1/events?limit=2&${window}${filter}`,
    ),
  )
  const read: Record<string, unknown> = {}
  for (const path of [...paths, ...lists]) read[path] = await must(api.get(path))
  return read
}

const closed = async () => {
  const { rows } = await t.database.pool.query(
    `select sums, start, state from closed_sums where organization_id = $1 order by 1, 2`,
    [organization.id],
  )
  return rows as { sums: string; start: Date | string; state: string }[]
}
const isClosed = async (sums: string, start: string) =>
  (await t.database.pool
    .query(
      `select state from closed_sums where organization_id = $1 and sums = $2 and start = $3::date`,
      [organization.id, sums, start],
    )
    .then(({ rows }) => rows[0]?.state)) === 'ready'

/** Asserts that reconciliation finds no difference. */
async function expectBalanced() {
  const dates = 'startDate=2025-12-01&endDate=2026-06-30'
  const { checks } = await must(api.get(`/v1/analytics/reconciliation?${dates}`))
  const differing = checks.filter((one: { differences: unknown[] }) => one.differences.length > 0)
  expect(differing).toEqual([])
}

/** Makes all sums open again. */
const forget = () =>
  t.database.pool.query('delete from closed_sums where organization_id = $1', [organization.id])

test.each([
  ['long', LONG_WINDOWS],
  ['short', SHORT_WINDOWS],
])(
  'closing changes no figure of %s windows, and late usage is included, whatever is closed',
  async (_, windows) => {
    const random = randomFrom(3)
    const { id: organizationId } = organization
    const { customers } = await makeWorld(api, { random, database: t.database, organizationId })
    const [customerId = ''] = customers
    const { results } = await must(api.get('/v1/agents'))
    const read = () => answers(windows, customerId, results[0].id)
    const open = await read()
    await close()
    const ready = (await closed()).filter(({ state }) => state === 'ready')
    expect(new Set(ready.map(({ sums }) => sums))).toEqual(new Set(CLOSED_SUMS))
    expect(ready.length).toBeGreaterThan(30)
    expect(await read()).toEqual(open)
    await expectBalanced()

    const before = (await closed()).length
    await must(api.record(sms({ usageDate: '2026-03-31T23:59:59Z', quantity: 3 })))
    expect(await closed()).toHaveLength(before - CLOSED_SUMS.length)
    const late = await read()
    expect(late).not.toEqual(open)
    await expectBalanced()
    await forget()
    expect(await read()).toEqual(late)
    await close()
    expect(await read()).toEqual(late)
    await expectBalanced()
    for (const window of windows) {
      const { sentences } = await must(api.get(`/v1/analytics/overview?${window}`))
      const breakdown = await must(api.get(`/v1/analytics/margin-breakdown?${window}`))
      expect(sentences).toEqual(breakdown.sentences)
    }
  },
)

test('sums that save little are omitted, and days that ended less than an hour ago stay open', async () => {
  await must(api.record(llm({ usageDate: '2026-03-05T10:00:00Z' })))
  await must(api.record(llm({ usageDate: '2026-06-09T10:00:00Z' })))
  await closeSums({ db: t.database.db, log: t.dependencies.log }, new Date('2026-06-10T00:59:59Z'))
  expect(await isClosed('work_model_days', '2026-03-05')).toBe(true)
  expect(await isClosed('work_model_days', '2026-06-09')).toBe(false)
  expect((await closed()).filter(({ state }) => state === 'left_out')).not.toEqual([])
  expect(await isClosed('usage_months', '2026-03-01')).toBe(false)
  await closeSums({ db: t.database.db, log: t.dependencies.log }, new Date('2026-06-10T01:00:00Z'))
  expect(await isClosed('work_model_days', '2026-06-09')).toBe(true)
})

test('late usage opens the sums to date of its day and of later days of its month', async () => {
  const days = ['2026-03-03', '2026-03-10', '2026-03-20', '2026-04-02']
  for (const day of days) await must(api.record(llm({ usageDate: `${day}T10:00:00Z` })))
  const windows = ['03-03', '03-04', '03-10', '03-11'].flatMap((start) =>
    ['03-09', '03-10', '03-20', '04-02'].map(
      (end) => `startDate=2026-${start}&endDate=2026-${end}`,
    ),
  )
  const costs = async () => {
    const read: unknown[] = []
    for (const window of windows.filter((one) => one.slice(10, 20) <= one.slice(-10))) {
      const { totalCost, byKey } = await must(
        api.get(`/v1/analytics/profitability?groupBy=model&${window}`),
      )
      read.push({ totalCost, byKey })
    }
    return read
  }
  const toDate = async () => {
    const closedDays = await Promise.all(days.map((day) => isClosed('work_model_to_date', day)))
    return days.filter((_, at) => closedDays[at])
  }
  const open = await costs()
  await close()
  expect(await toDate()).toEqual(days)
  expect(await costs()).toEqual(open)
  await must(api.record(llm({ usageDate: '2026-03-10T11:00:00Z', model: 'gpt-4o-mini' })))
  expect(await toDate()).toEqual(['2026-03-03', '2026-04-02'])
  const late = await costs()
  await close()
  expect(await toDate()).toEqual(days)
  expect(await costs()).toEqual(late)
  await expectBalanced()
})

test('a day to date is closed only after all earlier days of its month', async () => {
  // Closes what other tests left open.
  await close()
  for (const day of ['2026-03-03', '2026-03-10', '2026-03-20'])
    await must(api.record(llm({ usageDate: `${day}T10:00:00Z` })))
  const holder = await t.database.pool.connect()
  await holder.query('begin; lock table work_model_to_date in exclusive mode')
  const closing = close()
  const isWaiting = async () =>
    (
      await t.database.pool.query(
        `select from pg_locks where relation = 'work_model_to_date'::regclass and not granted`,
      )
    ).rowCount
  await expect.poll(isWaiting).toBe(1)
  await must(api.record(llm({ usageDate: '2026-03-03T11:00:00Z' })))
  await holder.query('commit')
  holder.release()
  await closing
  for (const day of ['2026-03-03', '2026-03-10', '2026-03-20'])
    expect(await isClosed('work_model_to_date', day)).toBe(false)
  await close()
  expect(await isClosed('work_model_to_date', '2026-03-20')).toBe(true)
  await expectBalanced()
})

test('later costs open the sums that they change', async () => {
  const unknown = { model: 'house-model', modelProvider: 'in-house' }
  await must(api.record(llm({ ...unknown, usageDate: '2026-03-05T10:00:00Z' })))
  await close()
  expect(await isClosed('usage_months', '2026-03-01')).toBe(true)
  const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
  const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
  await must(api.post('/v1/events/map-model', { ...source, ...target }))
  expect(await isClosed('usage_months', '2026-03-01')).toBe(false)
  await expectBalanced()
})

/** Writes the rollups of an event as ingestion does, without updating the sums. */
async function givenWriter(usageDate: string) {
  const { rows } = await t.database.pool.query(
    `select customer_id, agent_id, signal_id from usage_days where organization_id = $1 limit 1`,
    [organization.id],
  )
  const totals = createRollupTotals()
  totals.add({
    organizationId: organization.id,
    customerId: rows[0].customer_id,
    agentId: rows[0].agent_id,
    signalId: rows[0].signal_id,
    usageDate: Date.parse(usageDate),
    eventCount: 0,
    uncostedEventCount: 0,
    quantity: 0,
    cost: null,
    services: [],
    serviceCount: 0,
  })
  const client = await t.database.pool.connect()
  return {
    write: async () => {
      await client.query('begin')
      for (const statement of rollupStatements(totals, { slot: 1, now: new Date() }))
        await client.query(statement)
    },
    end: async () => {
      await client.query('commit')
      client.release()
    },
  }
}

test('closing waits for a writer that began before the announcement', async () => {
  // Closes what other tests left open.
  await close()
  await must(api.record(llm({ usageDate: '2026-03-05T10:00:00Z' })))
  const writer = await givenWriter('2026-03-05T10:00:00Z')
  await writer.write()
  let isDone = false
  const closing = close().then(() => {
    isDone = true
  })
  await expect.poll(async () => (await closed()).length).toBeGreaterThan(0)
  expect((await closed()).every(({ state }) => state === 'gathering')).toBe(true)
  expect(isDone).toBe(false)
  await writer.end()
  await closing
  expect(await isClosed('usage_months', '2026-03-01')).toBe(true)
})

test('a month being rebuilt is closed only afterwards, and opened by the rebuild', async () => {
  await close()
  await must(api.record(llm({ usageDate: '2026-03-05T10:00:00Z' })))
  const holder = await t.database.pool.connect()
  await holder.query('begin; lock table usage_days in share row exclusive mode')
  let isDone = false
  const closing = close().then(() => {
    isDone = true
  })
  await expect.poll(async () => (await closed()).length).toBeGreaterThan(0)
  // Closing polls every few milliseconds.
  for (let round = 0; round < 5; round += 1) await t.database.pool.query('select pg_sleep(0.03)')
  expect(isDone).toBe(false)
  await holder.query('commit')
  holder.release()
  await closing
  expect(await isClosed('organization_months', '2026-03-01')).toBe(true)
  const { id: organizationId } = organization
  await rebuildRollups(t.database.db, { organizationId, customerId: undefined }, new Date())
  expect(await closed()).toEqual([])
  await close()
  await expectBalanced()
})

test('a writer during the computation of sums keeps them open until the next run', async () => {
  await must(api.record(llm({ usageDate: '2026-03-05T10:00:00Z' })))
  const holder = await t.database.pool.connect()
  await holder.query('begin; lock table usage_months in exclusive mode')
  const closing = close()
  const waiting = async () =>
    (
      await t.database.pool.query(
        `select from pg_locks where relation = 'usage_months'::regclass and not granted`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(1)
  await must(api.record(llm({ usageDate: '2026-03-05T11:00:00Z' })))
  await holder.query('commit')
  holder.release()
  await closing
  expect(await isClosed('usage_months', '2026-03-01')).toBe(false)
  await expectBalanced()
  await close()
  expect(await isClosed('usage_months', '2026-03-01')).toBe(true)
  await expectBalanced()
})

test('an attempt that another one has taken over closes nothing', async () => {
  await must(api.record(llm({ usageDate: '2026-03-05T10:00:00Z' })))
  const holder = await t.database.pool.connect()
  await holder.query('begin; lock table usage_months in exclusive mode')
  const closing = close()
  const gathering = async () => (await closed()).some(({ sums }) => sums === 'usage_months')
  await expect.poll(gathering).toBe(true)
  await holder.query(
    `update closed_sums set attempt = gen_random_uuid() where sums = 'usage_months'`,
  )
  await holder.query('commit')
  holder.release()
  await closing
  expect(await isClosed('usage_months', '2026-03-01')).toBe(false)
  const { rows } = await t.database.pool.query(
    'select from usage_months where organization_id = $1',
    [organization.id],
  )
  expect(rows).toEqual([])
})

test('during late usage and repeated closing, every answer is the sum of the days', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  const days = ['2026-02-03', '2026-02-27', '2026-03-01', '2026-03-31', '2026-04-15']
  let isOver = false
  const closing = (async () => {
    while (!isOver) await close()
  })()
  const reading = (async () => {
    while (!isOver) {
      const dates = 'startDate=2026-02-01&endDate=2026-04-30&groupBy=monthly'
      const path = `/v1/analytics/usage?${dates}&customerId=${deal.customerId}&breakdownBy=agent`
      const { summary, dimensionBreakdown } = await must(api.get(path))
      // The two are read in different snapshots, and usage only grows.
      const [agent] = dimensionBreakdown.summary
      expect(agent?.totalEvents ?? 0).toBeLessThanOrEqual(60)
      expect(summary.totalEvents).toBeLessThanOrEqual(60)
    }
  })()
  const writers = [0, 1, 2].map(async (writer) => {
    for (let at = 0; at < 20; at += 1) {
      await deal.use('ticket', 1, `${days[(at + writer) % days.length]}T10:00:00Z`)
    }
  })
  await Promise.all(writers)
  isOver = true
  await Promise.all([closing, reading])
  await expectBalanced()
  await close()
  await expectBalanced()
  expect(await isClosed('usage_months', '2026-03-01')).toBe(true)
  const { rows } = await t.database.pool.query(
    `select sum(event_count)::int as count from usage_months where organization_id = $1`,
    [organization.id],
  )
  expect(rows[0].count).toBe(60)
})

test('rows left by an earlier closing are replaced', async () => {
  await must(api.record(llm({ usageDate: '2026-03-05T10:00:00Z' })))
  await close()
  await must(api.record(llm({ usageDate: '2026-03-05T11:00:00Z' })))
  await close()
  await expectBalanced()
  const source = {
    organizationId: organization.id,
    start: '2026-03-01',
    saving: { rows: 0, events: 0 },
  }
  const count = await t.database.db.transaction().execute((tx) => addUp(tx, 'usage_months', source))
  expect(count).toBe(1)
})
