import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_STALE } from '../../../../test/support/change-facts.ts'
import { createClock } from '../../../../test/support/clocks.ts'
import {
  type Fields,
  givenParties,
  givenStrategy,
  givenSubscription,
  SUBSCRIPTIONS,
} from '../../../../test/support/given.ts'
import { insertInvoice } from '../../../../test/support/given-invoice.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { untilWaiting } from '../../../../test/support/waiting.ts'
import { makeDueDrafts } from '../../billing/due/due-drafts.ts'

const NOW = '2026-03-20T12:00:00Z'
const clock = createClock(NOW)

const t = useTestApp({ now: clock.now })
const { api } = t
beforeEach(() => clock.set(NOW))

type Subscription = { id: string; customerId: string }

/** Creates a subscription with calendar months since the start of the year. */
async function subscription(fields: Fields = {}): Promise<Subscription> {
  const parties = await givenParties(api)
  return givenSubscription(api, { startDate: '2026-01-01', ...parties, ...fields })
}

/** Inserts an invoice over 0 for [start, end) directly, without lines. */
async function invoice(of: Subscription, start: string, end: string, status = 'issued') {
  const time = { periodStart: start, periodEnd: end }
  const owner = { customerId: of.customerId, subscriptionId: of.id }
  const { id, invoiceNumber } = await insertInvoice(t, { ...owner, ...time, status, total: '0' })
  return { id, number: invoiceNumber }
}

const february = (of: Subscription, status?: string) =>
  invoice(of, '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', status)
const march = (of: Subscription, status?: string) =>
  invoice(of, '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', status)

async function stored(invoiceId: string) {
  const { rows } = await t.database.pool.query(
    'select status, voided_at, is_superseded from invoices where id = $1',
    [invoiceId],
  )
  return rows[0]
}

const VOIDED = { status: 'void', voided_at: new Date(NOW), is_superseded: true }
const patch = ({ id }: Subscription, fields: Fields) => api.patch(`${SUBSCRIPTIONS}/${id}`, fields)
const read = async ({ id }: Subscription) => (await api.get(`${SUBSCRIPTIONS}/${id}`)).body

const RECUTS: [string, Fields][] = [
  ['startDate', { startDate: '2026-01-15' }],
  ['an earlier startDate', { startDate: '2025-12-31' }],
  ['billingCycle', { billingCycle: 'yearly' }],
  ['customCycleDays', { billingCycle: 'custom', customCycleDays: 7 }],
  ['billingDay', { billingDay: 10 }],
  ['timezone', { timezone: 'Asia/Tokyo' }],
]

describe('an invoiced period', () => {
  test.each(RECUTS)('is not changed by %s', async (_, fields) => {
    const one = await subscription()
    const before = await read(one)
    const { id, number } = await february(one)
    const { status, body } = await patch(one, fields)
    expect(status).toBe(409)
    expect(body.message).toContain(`Invoice ${number}`)
    expect(body.message).toContain('from 2026-02-01 to 2026-02-28')
    expect(body.message).toContain(`PATCH /v1/subscriptions/${one.id}/invoice-dates`)
    expect(await read(one)).toEqual(before)
    expect(await stored(id)).toMatchObject({ status: 'issued' })
  })

  test.each(['pending', 'issued', 'overdue', 'paid', 'refunded'])(
    'is invoiced when the invoice is %s',
    async (state) => {
      const one = await subscription()
      await february(one, state)
      expect((await patch(one, { billingDay: 10 })).status).toBe(409)
    },
  )

  test.each([
    ['issued', '2026-05-01'],
    ['draft', '2026-05-01'],
    ['void', '2026-04-01'],
  ])('is not invoiced again at its end if its invoice is %s', async (state, nextInvoiceDate) => {
    const one = await subscription()
    expect(await read(one)).toMatchObject({ nextInvoiceDate: '2026-04-01' })
    await march(one, state)
    expect(await read(one)).toMatchObject({ nextInvoiceDate })
  })

  test('does not exist if its invoice is void', async () => {
    const one = await subscription()
    await february(one, 'void')
    expect((await patch(one, { billingDay: 10 })).status).toBe(200)
  })

  test.each<[string, Fields]>([
    ['what cuts no periods', { name: 'New', seatsCount: 3, netTerms: 5, metadata: { a: 1 } }],
    ['the same terms in other words', { startDate: '2026-01-01', timezone: 'UTC', billingDay: 1 }],
  ])('does not prevent %s', async (_, fields) => {
    const one = await subscription()
    await february(one)
    const draft = await march(one, 'draft')
    expect((await patch(one, fields)).status).toBe(200)
    expect(await stored(draft.id)).toMatchObject({ status: 'draft' })
  })

  test('stays unchanged when the subscription ends earlier', async () => {
    const one = await subscription()
    const { id } = await march(one)
    const { status, body } = await patch(one, { status: 'ended' })
    expect(status).toBe(200)
    expect(body.status).toBe('ended')
    expect(await stored(id)).toMatchObject({ status: 'issued', is_superseded: false })
    expect((await patch(one, { endDate: '2026-02-10' })).status).toBe(200)
    expect((await patch(one, { billingDay: 10 })).status).toBe(409)
    expect((await patch(one, { endDate: null, isForever: true })).status).toBe(200)
  })

  test('that an end has cut short counts as well', async () => {
    const one = await subscription({ endDate: '2026-03-10', isForever: false })
    await invoice(one, '2026-03-01T00:00:00Z', '2026-03-11T00:00:00Z')
    expect((await patch(one, { billingDay: 10 })).status).toBe(409)
    expect((await patch(one, { endDate: '2026-03-15' })).status).toBe(200)
  })

  test('is not a custom window', async () => {
    const one = await subscription()
    await invoice(one, '2026-02-10T00:00:00Z', '2026-02-20T00:00:00Z')
    expect((await patch(one, { billingDay: 15 })).status).toBe(200)
  })

  test('before invoice dates were moved belongs to the past schedule', async () => {
    const one = await subscription()
    const dates = `${SUBSCRIPTIONS}/${one.id}/invoice-dates`
    expect((await api.patch(dates, { nextInvoiceDate: '2026-04-10' })).status).toBe(200)
    await february(one)
    expect((await patch(one, { billingDay: 20 })).status).toBe(200)
    await invoice(one, '2026-03-01T00:00:00Z', '2026-04-10T00:00:00Z')
    expect((await patch(one, { billingCycle: 'yearly' })).status).toBe(200)
    expect((await patch(one, { startDate: '2026-01-02' })).status).toBe(409)
    expect((await patch(one, { timezone: 'Asia/Tokyo' })).status).toBe(409)
  })

  test('does not end on another invoice date', async () => {
    const one = await subscription()
    const { number } = await march(one)
    const dates = `${SUBSCRIPTIONS}/${one.id}/invoice-dates`
    const { status, body } = await api.patch(dates, { nextInvoiceDate: '2026-03-25' })
    expect(status).toBe(409)
    expect(body.message).toContain(number)
    clock.set('2026-04-05T00:00:00Z')
    expect((await api.patch(dates, { nextInvoiceDate: '2026-04-25' })).status).toBe(200)
  })

  test("keeps the customer's time zone until the subscription has one of its own", async () => {
    const one = await subscription()
    const { number } = await february(one)
    const customer = `/v1/customers/${one.customerId}`
    const { status, body } = await api.patch(customer, { timezone: 'Asia/Tokyo' })
    expect(status).toBe(409)
    expect(body.message).toContain(number)
    expect(body.message).toContain(`give the subscription ${one.id} the timezone UTC of its own`)
    expect((await api.get(customer)).body.timezone).toBe('UTC')
    expect((await patch(one, { timezone: 'UTC' })).status).toBe(200)
    expect((await api.patch(customer, { timezone: 'Asia/Tokyo' })).status).toBe(200)
  })
})

describe('a draft', () => {
  test.each(RECUTS)('of a period that %s removes becomes void', async (_, fields) => {
    const one = await subscription()
    const [first, second] = [await february(one, 'draft'), await march(one, 'draft')]
    expect((await patch(one, fields)).status).toBe(200)
    expect(await stored(first.id)).toEqual(VOIDED)
    expect(await stored(second.id)).toEqual(VOIDED)
  })

  test('becomes void when its period ends early, and the others stay', async () => {
    const one = await subscription()
    const [first, second] = [await february(one, 'draft'), await march(one, 'draft')]
    expect((await patch(one, { status: 'ended' })).status).toBe(200)
    expect(await stored(first.id)).toMatchObject({ status: 'draft' })
    expect(await stored(second.id)).toEqual(VOIDED)
  })

  test('that became void does not prevent invoicing the rest of its period', async () => {
    const parties = await givenParties(api)
    const fee = { name: 'Fee', chargeType: 'recurring', rate: 31 }
    await givenStrategy(api, parties.planId, fee)
    clock.set('2026-03-01T00:00:00Z')
    const one = await givenSubscription(api, { ...parties, startDate: '2026-03-01' })
    clock.set(NOW)
    await march(one, 'draft')
    await patch(one, { endDate: '2026-03-10' })
    const { customerId, id: subscriptionId } = one
    const key = { organizationId: t.organization.id, customerId, subscriptionId }
    const moment = { now: clock.now(), businessNow: clock.now() }
    expect(await makeDueDrafts(t.dependencies.db, [key], moment)).toBe(1)
    const { rows } = await t.database.pool.query(
      "select period_end, total::text from invoices where subscription_id = $1 and status = 'draft'",
      [subscriptionId],
    )
    expect(rows).toEqual([{ period_end: new Date('2026-03-11T00:00:00Z'), total: '10' }])
  })

  test('becomes void when its invoice date is moved', async () => {
    const one = await subscription()
    const { id } = await march(one, 'draft')
    const dates = `${SUBSCRIPTIONS}/${one.id}/invoice-dates`
    expect((await api.patch(dates, { nextInvoiceDate: '2026-04-01' })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ status: 'draft' })
    expect((await api.patch(dates, { nextInvoiceDate: '2026-04-10' })).status).toBe(200)
    expect(await stored(id)).toEqual(VOIDED)
  })

  test("becomes void when the customer's time zone changes", async () => {
    const one = await subscription()
    const own = await subscription({ customerId: one.customerId, timezone: 'Europe/Berlin' })
    const drafts = [
      await february(one, 'draft'),
      await invoice(own, '2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z', 'draft'),
    ]
    const customer = `/v1/customers/${one.customerId}`
    expect((await api.patch(customer, { timezone: 'Asia/Tokyo' })).status).toBe(200)
    expect(await Promise.all(drafts.map(({ id }) => stored(id)))).toMatchObject([
      VOIDED,
      { status: 'draft' },
    ])
  })

  test('stays when the change is rejected for another reason', async () => {
    const one = await subscription()
    await february(one)
    const { id } = await march(one, 'draft')
    expect((await patch(one, { billingDay: 10 })).status).toBe(409)
    expect(await stored(id)).toMatchObject({ status: 'draft', voided_at: null })
  })

  test('that is sent concurrently is either sent with its period or void without it', async () => {
    const one = await subscription()
    const { id } = await march(one, 'draft')
    const client = await t.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(ALL_STALE)
      await client.query(
        "update invoices set version = version + 1, status = 'issued' where id = $1",
        [id],
      )
      const changing = patch(one, { billingDay: 10 })
      await untilWaiting(t.database.pool, 1)
      await client.query('commit')
      expect((await changing).status).toBe(409)
    } finally {
      client.release()
    }
    expect(await stored(id)).toMatchObject({ status: 'issued' })
  })
})

describe('deleting', () => {
  test.each(['draft', 'issued', 'paid'])('ends a subscription with a %s invoice', async (state) => {
    const one = await subscription()
    const { id } = await february(one, state)
    expect((await api.delete(`${SUBSCRIPTIONS}/${one.id}`)).status).toBe(204)
    expect(await read(one)).toMatchObject({ status: 'ended', endDate: '2026-03-20T12:00:00.000Z' })
    expect(await stored(id)).toMatchObject({ status: state })
    clock.set('2026-03-21T00:00:00Z')
    expect((await api.delete(`${SUBSCRIPTIONS}/${one.id}`)).status).toBe(204)
    expect(await read(one)).toMatchObject({ endDate: '2026-03-20T12:00:00.000Z' })
  })

  test('voids the draft of the current period, which is invoiced up to the end', async () => {
    const one = await subscription()
    const { id } = await march(one, 'draft')
    expect((await api.delete(`${SUBSCRIPTIONS}/${one.id}`)).status).toBe(204)
    expect(await stored(id)).toEqual(VOIDED)
  })

  test('removes a subscription that has only void invoices', async () => {
    const one = await subscription()
    await february(one, 'void')
    expect((await api.delete(`${SUBSCRIPTIONS}/${one.id}`)).status).toBe(204)
    expect((await api.get(`${SUBSCRIPTIONS}/${one.id}`)).status).toBe(404)
  })
})
