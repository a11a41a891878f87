import { beforeEach, expect, test } from 'vitest'
import {
  create,
  type Fields,
  givenAgent,
  givenCustomer,
  givenDiscount,
  givenPlan,
  givenStrategies,
  givenSubscription,
} from '../../test/support/given.ts'
import { sendInvoice } from '../../test/support/invoice.ts'
import { onOneServer } from '../../test/support/on-one-server.ts'
import { statementsOf } from '../../test/support/statements.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { untilWaiting } from '../../test/support/waiting.ts'
import type { BillingKey } from '../features/billing/context/billing-context.ts'
import { makeDueDrafts } from '../features/billing/due/due-drafts.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-03-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)
beforeEach(() => {
  at = new Date('2026-03-01T00:00:00Z')
})

const run = (time: string) => {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: organization.id })
}

const GRACE_IS_OVER = '2026-04-02T00:00:00Z'

/**
 * Creates a plan with a monthly fee, and a function that subscribes customers to it from March on.
 */
async function givenOffer(rate: number) {
  const { id: agentId } = await givenAgent(api)
  const { id: planId } = await givenPlan(api, { agentId })
  await givenStrategies(api, planId, { chargeType: 'recurring', rate })
  const subscribe = async (customerId: string, fields: Fields = {}) =>
    (await givenSubscription(api, { planId, agentId, customerId, ...fields })).id
  return { agentId, planId, subscribe }
}

async function givenCustomers(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    ids.push((await givenCustomer(api, { email: `${n}@example.com` })).id)
  }
  return ids
}

type Shown = {
  id: string
  invoiceNumber: string
  customerId: string
  subscriptionId: string
  status: string
  total: number
}

async function invoices(): Promise<Shown[]> {
  const { body } = await api.get('/v1/invoices?limit=100')
  return body.data
}

/** Returns the invoice numbers from the first on, without gaps or duplicates. */
const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => `INV-${String(n + 1).padStart(6, '0')}`)

const numbersOf = (all: readonly Shown[]) => all.map((one) => one.invoiceNumber).toSorted()

test('a subscription that cannot be invoiced does not hold up the others, and loses no number', async () => {
  const { subscribe } = await givenOffer(10)
  const broken = await givenOffer(90_000_000_000_000)
  const customers = await givenCustomers(30)
  for (const [n, customerId] of customers.entries()) {
    await (n === 12 ? broken.subscribe(customerId) : subscribe(customerId))
  }
  await t.database.pool.query('update pricing_strategies set rate = rate * 10 where plan_id = $1', [
    broken.planId,
  ])
  await run('2026-04-01T00:00:00Z')
  await run(GRACE_IS_OVER)
  const all = await invoices()
  expect(all).toHaveLength(29)
  expect(new Set(all.map(({ customerId }) => customerId))).not.toContain(customers[12])
  expect(all.every(({ status, total }) => status === 'issued' && total === 10)).toBe(true)
  expect(numbersOf(all)).toEqual(numbers(29))
})

test('of two subscriptions of a customer that are due together, the second takes the credit that the first leaves', async () => {
  const offers = [await givenOffer(20), await givenOffer(25)]
  const [customerId = '', ...others] = await givenCustomers(5)
  const owed = await givenOffer(1)
  const subscriptionId = await owed.subscribe(customerId, { proratedAmount: -31 })
  const left = await create(api, '/v1/invoices/generate', { customerId, subscriptionId })
  await sendInvoice(api, left)
  for (const { subscribe } of offers) {
    for (const id of [customerId, ...others]) await subscribe(id)
  }
  await run('2026-04-01T00:00:00Z')
  await run(GRACE_IS_OVER)
  const own = (await invoices()).filter((one) => one.customerId === customerId)
  const totals = own.map(({ total }) => total).toSorted((a, b) => a - b)
  // A credit of 30 for fees of 20 and 25 pays the first in full and the second in part.
  expect(totals).toEqual([0, 0, 15])
  const { creditBalances } = (await api.get(`/v1/customers/${customerId}`)).body
  expect(creditBalances).toEqual([])
})

test('a coupon for one period is used by one of the subscriptions that are due together', async () => {
  const offers = [await givenOffer(100), await givenOffer(100), await givenOffer(100)]
  const customers = await givenCustomers(4)
  const coupon = { name: 'Once', percentOff: 10, duration: 'once' }
  const { id: couponId } = await create(api, '/v1/coupons', coupon)
  for (const customerId of customers) {
    await create(api, '/v1/discounts', { couponId, customerId })
    for (const { subscribe } of offers) await subscribe(customerId)
  }
  await Promise.all([run('2026-04-01T00:00:00Z'), run('2026-04-01T00:00:00Z')])
  await run(GRACE_IS_OVER)
  const all = await invoices()
  for (const customerId of customers) {
    const totals = all.filter((one) => one.customerId === customerId).map(({ total }) => total)
    expect(totals.toSorted((a, b) => a - b)).toEqual([90, 100, 100])
  }
})

test('two sweeps and the calls of an integrator at the same time bill each subscription once and never deadlock', async () => {
  const offers = [await givenOffer(10), await givenOffer(11)]
  const customers = await givenCustomers(30)
  const subscriptions: { customerId: string; subscriptionId: string }[] = []
  for (const customerId of customers) {
    for (const { subscribe } of offers) {
      subscriptions.push({ customerId, subscriptionId: await subscribe(customerId) })
    }
  }
  const before = await countDeadlocks()
  at = new Date('2026-04-01T00:00:00Z')
  const generate = ({ customerId, subscriptionId }: (typeof subscriptions)[number]) =>
    api.post('/v1/invoices/generate', {
      customerId,
      subscriptionId,
      billingPeriodStart: '2026-03-01',
      billingPeriodEnd: '2026-04-01',
    })
  await Promise.all([
    run('2026-04-01T00:00:00Z'),
    run('2026-04-01T00:00:00Z'),
    ...subscriptions.slice(0, 20).map(generate),
  ])
  const drafts = await invoices()
  expect(drafts).toHaveLength(60)
  at = new Date(GRACE_IS_OVER)
  await Promise.all([
    run(GRACE_IS_OVER),
    run(GRACE_IS_OVER),
    ...drafts.slice(0, 10).map(({ id }) => api.post(`/v1/invoices/${id}/send`, {})),
    ...drafts.slice(10, 20).map(({ id }) => api.post(`/v1/invoices/${id}/void`, {})),
  ])
  // A period is billed again when its draft was voided before finalization.
  await run(GRACE_IS_OVER)
  const all = await invoices()
  expect(new Set(all.map(({ subscriptionId }) => subscriptionId)).size).toBe(60)
  expect(numbersOf(all)).toEqual(numbers(all.length))
  const live = all.filter(({ status }) => status !== 'void')
  expect(new Set(live.map(({ subscriptionId }) => subscriptionId)).size).toBe(live.length)
  expect(all.filter(({ status }) => status === 'issued').length).toBeGreaterThanOrEqual(50)
  expect((await countDeadlocks()) - before).toBe(0)
})

test('a batch locks all coupons of its customers before the invoice counter', async () => {
  const { subscribe } = await givenOffer(100)
  const [running = '', ended = ''] = (await givenCustomers(2)).toSorted()
  const subscriptionId = await subscribe(ended, { endDate: '2026-03-20' })
  await givenDiscount(api, { customerId: ended })
  at = new Date('2026-03-25T00:00:00Z')
  await create(api, '/v1/invoices/generate', { customerId: ended, subscriptionId })
  const keys: BillingKey[] = [
    {
      organizationId: organization.id,
      customerId: running,
      subscriptionId: await subscribe(running),
    },
    { organizationId: organization.id, customerId: ended, subscriptionId },
  ]
  at = new Date('2026-04-01T00:00:00Z')
  // Simulates an invoice of the same customer that needs a number before it releases the coupon.
  const other = await t.database.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from discounts where customer_id = $1 for update', [ended])
    const made = makeDueDrafts(t.dependencies.db, keys, { now: at, businessNow: at })
    await untilWaiting(t.database.pool, 1)
    const number = 'select from invoice_counters where organization_id = $1 for update nowait'
    expect((await other.query(number, [organization.id])).rowCount).toBe(1)
    await other.query('rollback')
    expect(await made).toBe(1)
  } finally {
    other.release(true)
  }
})

// A cluster has a batch for each shard.
onOneServer(
  'a sweep of many takes the statements of a sweep of few, and one to ask for shards',
  async () => {
    const { subscribe } = await givenOffer(10)
    const [first = '', ...others] = await givenCustomers(21)
    await subscribe(first)
    const few = await countStatements(() => run('2026-04-01T00:00:00Z'))
    await run(GRACE_IS_OVER)
    for (const customerId of others) await subscribe(customerId, { startDate: '2026-04-01' })
    const many = await countStatements(() => run('2026-05-01T00:00:00Z'))
    expect((await invoices()).filter(({ status }) => status === 'draft')).toHaveLength(21)
    expect(few).toBeGreaterThan(20)
    expect(many - few).toBe(1)
  },
)

async function countDeadlocks(): Promise<number> {
  const { rows } = await t.database.pool.query<{ count: number }>(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.count ?? 0
}

const countStatements = async (work: () => Promise<unknown>) =>
  (await statementsOf(t.dependencies.pool, work)).length
