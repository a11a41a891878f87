import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ now: () => new Date('2026-03-10T12:00:00Z') })
})
afterAll(() => t.close())

/** A draft of 7 tickets, of which more were used since, and a coupon that holds up computing it. */
async function outdatedDraft() {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  const coupon = await t.api.post('/v1/coupons', { name: 'Half', percentOff: 50 })
  const { customerId } = deal
  await t.api.post('/v1/discounts', { couponId: coupon.body.id, customerId })
  await deal.use('ticket', 7, '2026-03-05')
  const draft = await deal.generate()
  await deal.use('ticket', 100, '2026-03-06')
  return { deal, draft, customerId }
}

const POLL = { timeout: 5_000, interval: 5 }

/** How many sessions wait for a row that another one holds. */
async function countWaiting(): Promise<number> {
  const { rows } = await t.database.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

test('a draft cannot be sent while it is computed again, so that it is sent as it is', async () => {
  const { deal, draft, customerId } = await outdatedDraft()
  const holder = await t.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from discounts where customer_id = $1 for update', [customerId])
    const generating = deal.tryGenerate()
    await expect.poll(countWaiting, POLL).toBe(1)
    const sending = t.api.post(`/v1/invoices/${draft.id}/send`, {})
    await expect.poll(countWaiting, POLL).toBe(2)
    await holder.query('rollback')
    const [generated, sent] = await Promise.all([generating, sending])
    expect([generated.status, sent.status]).toEqual([201, 200])
  } finally {
    holder.release(true)
  }
  const { body: invoice } = await t.api.get(`/v1/invoices/${draft.id}`)
  const [line] = invoice.lineItems
  expect(invoice).toMatchObject({ status: 'issued', subtotal: 107, total: 53.5 })
  expect(line).toMatchObject({ quantity: 107, amount: 107 })
})

test('a draft that was sent while it was to be computed again stays as it was sent', async () => {
  const { deal, draft } = await outdatedDraft()
  const holder = await t.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from invoices where id = $1 for update', [draft.id])
    const sending = t.api.post(`/v1/invoices/${draft.id}/send`, {})
    await expect.poll(countWaiting, POLL).toBe(1)
    const generating = deal.tryGenerate()
    await expect.poll(countWaiting, POLL).toBe(2)
    await holder.query('rollback')
    const [generated, sent] = await Promise.all([generating, sending])
    expect([generated.status, sent.status]).toEqual([409, 200])
  } finally {
    holder.release(true)
  }
  const { body: invoice } = await t.api.get(`/v1/invoices/${draft.id}`)
  expect(invoice).toMatchObject({ status: 'issued', subtotal: 107, total: 53.5 })
  expect(invoice.lineItems).toMatchObject([{ quantity: 107, amount: 107 }])
})

test('a draft is made while its subscription is changed, without a deadlock', async () => {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  const { customerId, subscriptionId } = deal
  const coupon = await t.api.post('/v1/coupons', { name: 'Half', percentOff: 50 })
  await t.api.post('/v1/discounts', { couponId: coupon.body.id, customerId })
  const holder = await t.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from discounts where customer_id = $1 for update', [customerId])
    const generating = deal.tryGenerate()
    await expect.poll(countWaiting, POLL).toBe(1)
    const changing = t.api.patch(`/v1/subscriptions/${subscriptionId}`, { seatsCount: 3 })
    await expect.poll(countWaiting, POLL).toBe(2)
    await holder.query('rollback')
    const [generated, changed] = await Promise.all([generating, changing])
    expect([generated.status, changed.status]).toEqual([201, 200])
  } finally {
    holder.release(true)
  }
})
