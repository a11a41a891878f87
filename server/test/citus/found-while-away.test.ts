import { afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/id.ts'
import { must } from '../support/app.ts'
import { type Deal, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import type { Invoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'
import { givenSilentPort, isLastNode, movePort, nodesOf, setAway } from './away-node.ts'

const t = useTestApp({})

const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }

/** A customer's rows whose URLs contain only their own id. */
type Owned = { deal: Deal; invoice: Invoice; paths: string[] }
let here: Owned
let away: Owned

async function givenOwned(deal: Deal): Promise<Owned> {
  const { api } = t
  const { customerId, subscriptionId } = deal
  await deal.use('ticket', 2, '2026-01-10T00:00:00Z')
  const invoice = await deal.generate(JANUARY)
  const coupon = await must(
    api.post('/v1/coupons', { name: `For ${customerId}`, percentOff: 5, duration: 'once' }),
  )
  const discount = await must(api.post('/v1/discounts', { couponId: coupon.id, subscriptionId }))
  const session = await must(api.post('/v1/portal-sessions', { customerId }))
  const { results: events } = await must(api.get(`/v1/events?customerId=${customerId}`))
  const paths = [
    `/v1/invoices/${invoice.id}`,
    `/v1/invoices/${invoice.id}/mail`,
    `/v1/invoices/${invoice.id}/timeline`,
    `/v1/invoices/${invoice.id}/payments`,
    `/v1/subscriptions/${subscriptionId}`,
    `/v1/subscriptions/${subscriptionId}/changelog`,
    `/v1/discounts/${discount.id}`,
    `/v1/portal-sessions/${session.id}`,
    `/v1/events/${events[0].id}`,
  ]
  return { deal, invoice, paths }
}

beforeAll(async () => {
  const found = new Map<boolean, Deal>()
  while (found.size < 2) {
    const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
    const [node] = await nodesOf(t.database.pool, deal.customerId)
    found.set(isLastNode(node), deal)
  }
  const owned = async (isAway: boolean) => {
    const deal = found.get(isAway)
    if (!deal) throw new Error('no customer is there')
    return givenOwned(deal)
  }
  here = await owned(false)
  away = await owned(true)
})

const nobodys = () => `/v1/invoices/${newId()}`

async function statusesOf(paths: readonly string[]) {
  const answers = []
  for (const path of paths) answers.push([path, (await t.api.get(path)).status])
  return answers
}
const all = (paths: readonly string[], status: number) => paths.map((path) => [path, status])

/** Asserts that every row is found again, and that unknown ids are still not found. */
async function expectAllBack(): Promise<void> {
  await eventually(async () => {
    expect(await statusesOf(away.paths)).toEqual(all(away.paths, 200))
  })
  expect((await t.api.get(nobodys())).status).toBe(404)
}

afterEach(() => setAway(t.database, false))

test('while a node is down, rows of other nodes are found by id, and no row is reported absent', async () => {
  await setAway(t.database, true)
  expect(await statusesOf(here.paths)).toEqual(all(here.paths, 200))
  const hidden = [...away.paths, nobodys()]
  expect(await statusesOf(hidden)).toEqual(all(hidden, 503))
  const { deal, invoice } = here
  const { api } = t
  expect(
    (await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { seatsCount: 3 })).status,
  ).toBe(200)
  expect((await api.post(`/v1/invoices/${invoice.id}/send`, {})).status).toBe(200)
  const payment = { amount: 1, method: 'bank_transfer' }
  expect((await api.post(`/v1/invoices/${invoice.id}/payments`, payment)).status).toBe(201)
  const another = await deal.generate({
    billingPeriodStart: '2026-02-01',
    billingPeriodEnd: '2026-03-01',
  })
  expect((await api.post(`/v1/invoices/${another.id}/void`, { reason: 'a mistake' })).status).toBe(
    200,
  )
  expect((await api.post(`/v1/invoices/${away.invoice.id}/send`, {})).status).toBe(503)

  await setAway(t.database, false)
  await expectAllBack()
})

test('while a node is silent, rows of other nodes are found before a query over all nodes ends', async () => {
  const silent = await givenSilentPort()
  const { undo } = await movePort(t.database, silent.port)
  const { status } = await t.api.get(`/v1/invoices/${here.invoice.id}`)
  const { rows } = await t.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and state = 'active'
       and application_name = 'piecework' and query like '%from "invoices"%' and pid <> pg_backend_pid()`,
  )
  expect([status, rows.length]).toEqual([200, 1])
  expect(await statusesOf(here.paths)).toEqual(all(here.paths, 200))
  // The node is known to be silent by now.
  const hidden = away.paths.slice(0, 1)
  expect(await statusesOf(hidden)).toEqual(all(hidden, 503))
  await undo()
  silent.close()
  await expectAllBack()
})
