import { afterEach, beforeAll, expect, test } from 'vitest'
import { continueRuns } from '../../src/features/repricing/work.ts'
import { must } from '../support/app.ts'
import { createClock } from '../support/clocks.ts'
import type { Fields } from '../support/given.ts'
import { listEvents } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'
import { setAway } from './away-node.ts'
import { type DealsByNode, givenDealsByNode } from './deals-by-node.ts'
import { expectBooksToVerify } from './verified-books.ts'

const { now } = createClock('2026-03-20T12:00:00Z')
const t = useTestApp({ now, atEnd: expectBooksToVerify })

const MARCH = { from: '2026-03-01', to: '2026-04-01' }

let deals: DealsByNode
beforeAll(async () => {
  deals = await givenDealsByNode(t)
  for (const deal of deals.all) await deal.use('ticket', 2, '2026-03-05')
})

afterEach(() => setAway(t.database, false))

const work = () => continueRuns(t.dependencies)
const create = () => must(t.api.post('/v1/repricing-runs', MARCH))
const readRun = ({ id }: Fields) => must(t.api.get(`/v1/repricing-runs/${id}`))
const reverse = ({ id }: Fields) => must(t.api.post(`/v1/repricing-runs/${id}/reverse`, undefined))
const costs = async () => new Set((await listEvents(t.api)).map(({ usageCost }) => usageCost))

/** Takes so many percent off, which the next record and the next run use. */
async function setRate(percentOff: number): Promise<{ id: string }> {
  return must(t.api.post('/v1/cost-rates', { modelProvider: 'twilio', percentOff }))
}

const FULL = '0.0166000000'
const HALF = '0.0083000000'

test('a run prices the events of every node again, and its reversal restores them', async () => {
  expect(await costs()).toEqual(new Set([FULL]))
  await setRate(50)
  const count = { eventCount: deals.all.length, changedEventCount: deals.all.length }
  expect(await must(t.api.post('/v1/repricing-runs/preview', MARCH))).toMatchObject(count)
  const run = await create()
  await work()
  expect(await readRun(run)).toMatchObject({ state: 'completed', ...count })
  expect(await costs()).toEqual(new Set([HALF]))
  await expectBooksToVerify(t)
  const reversal = await reverse(run)
  await work()
  expect(await readRun(reversal)).toMatchObject({ state: 'completed', ...count })
  expect(await costs()).toEqual(new Set([FULL]))
})

test('a record of every node has the own rate in force, and the catalog price once it is withdrawn', async () => {
  const { id } = await setRate(50)
  const costOf = (deal: DealsByNode['all'][number]) =>
    deal.use('ticket', 2, '2026-04-05').then(({ totalCostUsd }) => totalCostUsd)
  for (const deal of deals.all) expect(await costOf(deal)).toBe(HALF)
  const { results } = await must(t.api.get('/v1/cost-rates?limit=100'))
  for (const rate of results) await t.api.delete(`/v1/cost-rates/${rate.id}`)
  expect(results.map((rate: Fields) => rate.id)).toContain(id)
  for (const deal of deals.all) expect(await costOf(deal)).toBe(FULL)
})

test('a run waits for a node that is down, and then changes each event once', async () => {
  await setRate(50)
  const run = await create()
  await setAway(t.database, true)
  await work()
  expect(['queued', 'running']).toContain((await readRun(run)).state)
  await setAway(t.database, false)
  await eventually(async () => {
    await work()
    expect(await readRun(run)).toMatchObject({ state: 'completed' })
  })
  expect(await readRun(run)).toMatchObject({
    eventCount: deals.all.length,
    changedEventCount: deals.all.length,
  })
})
