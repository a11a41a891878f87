/** Reads of kept earnings are current, or say from when they are. */
import { expect, test } from 'vitest'
import { customerMargins } from '../../src/features/analytics/overview/customer-margins.ts'
import { overviewOf } from '../../src/features/analytics/overview/overview.ts'
import { profitability } from '../../src/features/analytics/profitability/profitability.ts'
import { markStatements } from '../../src/features/earning-marks/mark.ts'
import { readMarks } from '../../src/features/earning-marks/marks.ts'
import { readEarnings } from '../../src/features/earnings/read/as-of.ts'
import { newId } from '../../src/platform/id.ts'
import { type Api, createOtherOrganizationApi, must } from '../support/app.ts'
import { ALL_STALE, changeFacts } from '../support/change-facts.ts'
import { withFailingTransaction } from '../support/failing-transactions.ts'
import { givenCustomer, givenOffer, givenSubscription } from '../support/given.ts'
import { sms } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const t = useTestApp({ now: () => NOW })
const { api } = t

async function givenFlatFee(own: Api) {
  const { planId, agentId } = await givenOffer(own)
  const { id: customerId } = await givenCustomer(own)
  await must(
    own.post(`/v1/pricing-plans/${planId}/pricing-strategies`, [
      { chargeType: 'recurring', rate: 30, name: 'Fee' },
    ]),
  )
  await givenSubscription(own, { customerId, planId, agentId, startDate: '2026-01-01' })
  return { customerId: customerId as string }
}

type Days = { startDate: string; endDate: string }

function depsAt(now: Date) {
  const clock = {
    ...t.dependencies.clock,
    now: () => now,
    moment: () => ({ now, businessNow: now }),
  }
  return { ...t.dependencies, clock }
}

const overview = (now: Date, days: Days) =>
  overviewOf(depsAt(now), { organizationId: t.organization.id, query: days }, now)

async function marginsOf(customerId: string, days: Days) {
  const asked = { organizationId: t.organization.id, query: { ...days, top: 1_000 } }
  const { results } = await customerMargins(depsAt(NOW), asked, NOW)
  return results.find((one) => one.customerId === customerId)?.margin
}

async function revenueOf(customerId: string, days: Days) {
  const query = { ...days, groupBy: 'customer' as const, top: 1_000 }
  const asked = { organizationId: t.organization.id, query }
  const { byKey } = await profitability(depsAt(NOW), asked, NOW)
  return byKey.find((one) => one.key === customerId)?.revenue
}

test('months for which nothing is kept yet have their fees, although nothing is marked', async () => {
  await givenFlatFee(api)
  const may = await overview(NOW, { startDate: '2026-05-01', endDate: '2026-05-31' })
  expect(may.current.revenue).toBeGreaterThanOrEqual(30)
  const organizationId = t.organization.id
  expect((await readMarks(t.database.db, { organizationId })).marks).toEqual([])
  const later = new Date('2026-12-10T12:00:00Z')
  const november = await overview(later, { startDate: '2026-11-01', endDate: '2026-11-30' })
  expect(november.current.revenue).toBe(may.current.revenue)
  const next = await overview(later, { startDate: '2027-10-01', endDate: '2027-10-31' })
  expect(next.current.revenue).toBe(may.current.revenue)
})

test('customers are ranked by all days of a window, kept or not', async () => {
  const { customerId } = await givenFlatFee(api)
  const [start, end] = [{ startDate: '2026-07-31' }, { endDate: '2026-08-31' }]
  // Days from August on are not kept in June.
  expect(await marginsOf(customerId, { startDate: '2026-08-01', ...end })).toBe(30)
  expect(await marginsOf(customerId, { ...start, endDate: '2026-07-31' })).toBe(0.9677419355)
  expect(await marginsOf(customerId, { ...start, ...end })).toBe(30.9677419355)
  expect(await marginsOf(customerId, { startDate: '2025-11-01', ...end })).toBe(240)
  expect(await marginsOf(customerId, { startDate: '2025-11-01', endDate: '2025-12-31' })).toBe(
    undefined,
  )
})

test('profitability of a customer adds up all days of a window, kept or not', async () => {
  const { customerId } = await givenFlatFee(api)
  const [start, end] = [{ startDate: '2026-07-31' }, { endDate: '2026-08-31' }]
  expect(await revenueOf(customerId, { startDate: '2026-08-01', ...end })).toBe(30)
  expect(await revenueOf(customerId, { ...start, endDate: '2026-07-31' })).toBe(0.9677419355)
  expect(await revenueOf(customerId, { ...start, ...end })).toBe(30.9677419355)
  expect(await revenueOf(customerId, { startDate: '2026-06-11', endDate: '2026-06-20' })).toBe(10)
  expect(await revenueOf(customerId, { startDate: '2026-01-31', endDate: '2026-06-15' })).toBe(
    135.9677419355,
  )
  expect(await revenueOf(customerId, { startDate: '2025-11-01', ...end })).toBe(240)
  expect(await revenueOf(customerId, { startDate: '2025-11-01', endDate: '2025-12-31' })).toBe(
    undefined,
  )
})

test('concurrent reads after a change all include it', async () => {
  const days = { startDate: '2026-06-01', endDate: '2026-06-10' }
  const before = (await overview(NOW, days)).current.eventCount
  for (let round = 1; round <= 5; round += 1) {
    const running = [overview(NOW, days), overview(NOW, days)]
    await must(api.record(sms({ usageDate: '2026-06-09T10:00:00Z', quantity: 1 })))
    const after = await Promise.all([overview(NOW, days), overview(NOW, days)])
    for (const { current } of after) expect(current.eventCount).toBe(before + round)
    await Promise.all(running)
  }
})

test('figures of one customer are as of their refresh, whatever else is stale', async () => {
  const { customerId } = await givenFlatFee(api)
  const { customerId: otherId } = await givenFlatFee(api)
  const { organization, dependencies } = t
  const stale = [{ customerId }, { customerId: otherId }]
  const earlier = new Date('2026-06-10T11:00:00Z')
  for (const mark of markStatements(organization.id, stale, earlier)) {
    await t.database.pool.query(mark)
  }
  const scope = { organizationId: organization.id, customerId, until: NOW.getTime() }
  const { asOf } = await readEarnings(dependencies, scope, async () => ({}))
  expect(asOf).toBe(NOW.toISOString())
})

test('figures of all customers are refused until they are computed for the first time', async () => {
  const { customerId } = await givenFlatFee(api)
  const { customerId: otherId } = await givenFlatFee(api)
  const setTimeZone = (timezone: string) =>
    changeFacts(t.database.pool, 'update customers set timezone = $1 where id = $2', [
      timezone,
      customerId,
    ])
  // Earnings in an unknown time zone cannot be computed, so the first computation does not end.
  await setTimeZone('Nowhere')
  const refused = await api.get('/v1/analytics/overview')
  expect([refused.status, refused.body.code]).toEqual([503, 'earnings_not_ready'])
  expect(refused.headers['retry-after']).toBe('5')
  const ofOther = await api.get(`/v1/analytics/agent-earned?customerId=${otherId}`)
  expect(ofOther.status).toBe(200)
  await setTimeZone('UTC')
  expect((await api.get('/v1/analytics/overview')).status).toBe(200)
})

test('a window that ends in thousands of years is added up without its days', async () => {
  const { customerId } = await givenFlatFee(api)
  const days = { startDate: '2027-01-01', endDate: '9999-12-31' }
  // 173 years of 12 months until the last day that a window reaches.
  expect(await marginsOf(customerId, days)).toBe(173 * 12 * 30)
})

test('a read of a customer of another organization, or of none, writes nothing', async () => {
  const stranger = await createOtherOrganizationApi(t)
  const { customerId } = await givenFlatFee(stranger)
  const unknownId = newId()
  await t.database.pool.query(ALL_STALE)
  for (const id of [customerId, unknownId]) {
    const answer = await api.get(`/v1/analytics/revenue?customerId=${id}`)
    expect([answer.status, answer.body.revenue]).toEqual([200, 0])
  }
  const { rows } = await t.database.pool.query(
    'select customer_id from earning_states where customer_id = any($1::uuid[])',
    [[customerId, unknownId]],
  )
  expect(rows).toEqual([])
  const own = await must(stranger.get(`/v1/analytics/revenue?customerId=${customerId}`))
  expect(own.revenue).toBeGreaterThan(0)
})

test('a read whose refresh fails answers with older figures, and says so', async () => {
  const { customerId } = await givenFlatFee(api)
  const asked = { organizationId: t.organization.id, until: NOW.getTime() }
  const current = await readEarnings(t.dependencies, asked, async () => ({}))
  expect(current.asOf).toBe(NOW.toISOString())
  const earlier = new Date('2026-06-10T11:00:00Z')
  for (const mark of markStatements(t.organization.id, [{ customerId }], earlier)) {
    await t.database.pool.query(mark)
  }
  const { db } = withFailingTransaction(t.dependencies.db, { at: 1 })
  const older = await readEarnings({ ...t.dependencies, db }, asked, async () => ({}))
  expect(older.asOf).toBe(earlier.toISOString())
})
