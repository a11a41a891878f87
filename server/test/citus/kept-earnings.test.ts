import { afterEach, beforeAll, expect, test } from 'vitest'
import { finishFirstFill, isFirstFill } from '../../src/features/earning-marks/expand-sweeps.ts'
import { readMarks } from '../../src/features/earning-marks/marks.ts'
import { markPlan } from '../../src/features/earning-marks/sweep.ts'
import { horizonOf } from '../../src/features/earnings/refresh/horizon.ts'
import { refreshCustomers } from '../../src/features/earnings/refresh/refresh-customers.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { staleTime } from '../../src/features/earnings/refresh/stale-months.ts'
import { newId } from '../../src/platform/id.ts'
import { must } from '../support/app.ts'
import { createClock } from '../support/clocks.ts'
import type { Deal } from '../support/deal.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'
import { setAway } from './away-node.ts'
import { type DealsByNode, givenDealsByNode } from './deals-by-node.ts'
import { givenPreparedRow } from './prepared-row.ts'
import { expectBooksToVerify } from './verified-books.ts'

const { now } = createClock('2026-03-20T12:00:00Z')
const t = useTestApp({ now, atEnd: expectBooksToVerify })

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31'
/** The end of the pages of a sweep of all customers. */
const ALL_EXPANDED = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

let deals: DealsByNode
beforeAll(async () => {
  deals = await givenDealsByNode(t)
})

afterEach(() => setAway(t.database, false))

const scope = () => ({ organizationId: t.organization.id })
const refresh = () =>
  refreshOrganization(
    { db: t.dependencies.db, log: t.dependencies.log },
    { ...scope(), moment: { now: now(), businessNow: now() } },
  )
const stale = async () => (await readMarks(t.dependencies.db, scope())).customers
const revenue = (query = '') => t.api.get(`/v1/analytics/revenue?${MARCH}${query}`)
const earned = async (query?: string) => (await must(revenue(query))).revenue
const useAll = async (quantity: number, day: string) => {
  for (const deal of deals.all) await deal.use('ticket', quantity, day)
}
const idsOf = (some: readonly Deal[]) => some.map(({ customerId }) => customerId).sort()

test('customers of several nodes are written together, and reads equal their usage', async () => {
  await useAll(3, '2026-03-05')
  const marked = await stale()
  expect(marked.map(({ customerId }) => customerId).sort()).toEqual(idsOf(deals.all))
  // One call fails as a whole where one of its statements is refused.
  const written = await refreshCustomers(t.dependencies.db, {
    ...scope(),
    stale: marked.map(({ customerId, firstDay, lastDay }) => {
      return { customerId, time: staleTime(firstDay, lastDay) }
    }),
    horizon: horizonOf(now()),
    now: now(),
  })
  expect([...written].sort()).toEqual(idsOf(deals.all))
  expect(await refresh()).toMatchObject({ isComplete: true })
  expect(await stale()).toEqual([])
  expect(await earned()).toBe(3 * deals.all.length)
  for (const { customerId } of deals.all) expect(await earned(`&customerId=${customerId}`)).toBe(3)
})

test('a changed price of a plan refreshes its customers', async () => {
  const [deal] = deals.away
  const before = Number(await earned())
  await deal?.change(0, { rate: 2 })
  expect(await refresh()).toMatchObject({ customers: 1, isComplete: true })
  expect(await earned()).toBe(before + 3)
  await deal?.change(0, { rate: 1 })
  expect(await earned(`&customerId=${deal?.customerId}`)).toBe(3)
  await refresh()
  expect(await earned()).toBe(before)
})

async function givenFirstFill(doneUntil: string | null) {
  const sweep = { ...scope(), id: newId(), planId: null, doneUntil, markedAt: now() }
  await t.dependencies.db.insertInto('earningSweeps').values(sweep).execute()
}

test('the first computation of an organization ends', async () => {
  const before = await earned()
  await givenFirstFill(null)
  expect(await isFirstFill(t.dependencies.db, t.organization.id)).toBe(true)
  expect(await refresh()).toMatchObject({ customers: deals.all.length, isComplete: true })
  expect(await isFirstFill(t.dependencies.db, t.organization.id)).toBe(false)
  expect(await earned()).toBe(before)
})

test('the first computation ends only when every node shows what was committed before', async () => {
  await givenFirstFill(ALL_EXPANDED)
  const { customerId = '' } = deals.away[0] ?? {}
  const row = await givenPreparedRow(t.database, customerId)
  await row.prepareCommitted()
  await finishFirstFill(t.dependencies.db, t.organization.id)
  const { rowCount } = await t.database.pool.query(
    'delete from usage_events where customer_id = $1 and id = $2',
    [customerId, row.event.id],
  )
  expect(rowCount).toBe(1)
  expect(await isFirstFill(t.dependencies.db, t.organization.id)).toBe(false)
})

test('while a node is down, earnings are not read, and afterwards they are complete', async () => {
  const before = Number(await earned())
  await useAll(2, '2026-03-06')
  await markPlanOf(deals.here[0])
  await setAway(t.database, true)
  await expect(refresh()).rejects.toThrow()
  // Any node may have the mark that these earnings are stale.
  const ofHere = `&customerId=${deals.here[0]?.customerId}`
  expect(await revenue(ofHere)).toMatchObject({ status: 503 })
  expect(await t.api.get(`/v1/analytics/usage?${MARCH}${ofHere}`)).toMatchObject({ status: 200 })
  await setAway(t.database, false)
  await eventually(async () => expect(await refresh()).toMatchObject({ isComplete: true }))
  expect(await earned()).toBe(before + 2 * deals.all.length)
  expect(await stale()).toEqual([])
})

async function markPlanOf(deal: Deal | undefined) {
  const plan = { ...scope(), id: deal?.planId ?? '' }
  await t.dependencies.db.transaction().execute((tx) => markPlan(tx, plan, now()))
}
