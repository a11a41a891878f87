import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type DealFields, FEE, givenDeal } from '../support/deal.ts'
import { ABSENT, type Fields, givenCoupon, givenCustomer, givenDiscount } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  APRIL,
  expectToAddUp,
  type Invoice,
  MARCH,
  month,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { invoiceLock } from '../support/invoice-lock.ts'
import { givenPortal } from '../support/portal.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useStranger, useTestApp } from '../support/use-app.ts'
import { runBehindLock, untilWaiting } from '../support/waiting.ts'

const NOW = '2026-03-20T12:00:00Z'
let now = new Date(NOW)

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = t
const stranger = useStranger(t)

beforeEach(() => {
  now = new Date(NOW)
})

const SEATS: Fields = { chargeType: 'seat_based', name: 'Seats', rate: 12 }

/** A subscription from 1 March with five seats of 12. */
async function givenSeats({ subscription, ...fields }: DealFields = {}) {
  const deal = await givenDeal(api, {
    prices: [SEATS],
    subscription: { seatsCount: 5, ...subscription },
    ...fields,
  })
  const url = `/v1/subscriptions/${deal.subscriptionId}`
  return {
    ...deal,
    url,
    change: (seatsCount: number, from?: string) =>
      api.post(`${url}/seats`, { seatsCount, ...(from && { from }) }),
    list: async () => (await must(api.get(`${url}/seats`))).results,
    read: async () => must(api.get(url)),
    history: async () => (await must(api.get(`${url}/changelog`))).results,
  }
}

const linesOf = (invoice: Pick<Invoice, 'lineItems'>) =>
  invoice.lineItems.map(({ description, quantity, amount }) => [description, quantity, amount])

describe('a change of seats', () => {
  test('is billed by the days of each number, one line each, which add up to the period', async () => {
    const { change, generate } = await givenSeats()
    expect(await change(8, '2026-03-15')).toMatchObject({
      status: 201,
      body: { from: '2026-03-15', seatsCount: 8, state: 'current' },
    })
    const invoice = await generate(MARCH)
    expect(linesOf(invoice)).toEqual([
      ['Seats, 1–14 Mar 2026', 5, 27.1],
      ['Seats, 15–31 Mar 2026', 8, 52.64],
    ])
    // 12 × (5 × 14 + 8 × 17) ÷ 31 = 79.7419…
    expect(invoice.subtotal).toBe(79.74)
    expect(invoice.lineItems.map(({ proration }) => proration)).toEqual([
      { daysBefore: 0, daysCovered: 14, daysFull: 31, seatDaysBefore: null },
      { daysBefore: 14, daysCovered: 17, daysFull: 31, seatDaysBefore: 70 },
    ])
    const [, second] = (await sendInvoice(api, invoice)).lineItems
    expect(second).toMatchObject({
      periodStart: '2026-03-15T00:00:00.000Z',
      periodEnd: '2026-04-01T00:00:00.000Z',
      proration: { seatDaysBefore: 70 },
    })
  })

  test('begins today by default, in the time zone of the subscription', async () => {
    for (const [timezone, today] of [
      ['UTC', '2026-03-20'],
      ['Pacific/Kiritimati', '2026-03-21'],
      ['Pacific/Pago_Pago', '2026-03-20'],
    ]) {
      now = new Date('2026-03-20T11:00:00Z')
      const { change } = await givenSeats({ subscription: { timezone } })
      expect((await change(6)).body.from, timezone).toBe(today)
    }
  })

  test('begins with an upcoming subscription by default', async () => {
    const { change, generate } = await givenSeats({ subscription: { startDate: '2026-04-01' } })
    expect((await change(6)).body).toEqual({
      from: '2026-04-01',
      seatsCount: 6,
      state: 'current',
    })
    now = new Date('2026-04-10T12:00:00Z')
    expect(linesOf(await generate())).toEqual([['Seats', 6, 72]])
  })

  test('of the same day replaces the first one', async () => {
    const { change, list, history, generate } = await givenSeats()
    await must(change(9, '2026-03-15'))
    await must(change(8, '2026-03-15'))
    expect(await list()).toEqual([
      { from: '2026-03-01', seatsCount: 5, state: 'past' },
      { from: '2026-03-15', seatsCount: 8, state: 'current' },
    ])
    const changes = (await history()).slice(0, 2).map((entry: Fields) => entry.changes)
    expect(changes).toEqual([
      [{ field: 'seats.2026-03-15', from: 9, to: 8 }],
      [{ field: 'seats.2026-03-15', from: 5, to: 9 }],
    ])
    expect((await generate(MARCH)).subtotal).toBe(79.74)
  })

  test('to the number that this day has already changes nothing', async () => {
    const { change, read, history } = await givenSeats()
    await must(change(8, '2026-03-15'))
    const { version } = await read()
    const entries = (await history()).length
    expect((await change(8, '2026-03-15')).status).toBe(201)
    expect([(await read()).version, (await history()).length]).toEqual([version, entries])
  })

  test('raises the version, and is announced', async () => {
    const { change, read, subscriptionId } = await givenSeats()
    const { version } = await read()
    await must(change(8))
    expect((await read()).version).toBe(version + 1)
    const { rows } = await t.database.pool.query(
      `select type from outbox_events where object_id = $1 order by id desc limit 1`,
      [subscriptionId],
    )
    expect(rows).toEqual([{ type: 'subscription.updated' }])
  })

  test('takes effect on its day: until then the number before it is in force', async () => {
    const { change, read, list, customerId } = await givenSeats()
    const mrr = async () =>
      (await must(api.get(`/v1/analytics/mrr?variant=committed&customerId=${customerId}`))).mrr
    const shown = async () => {
      const browser = await givenPortal(t, api, customerId)
      const [{ seatsCount, nextSeats }] = (await must(browser.get('/v1/portal/subscriptions')))
        .results
      return [seatsCount, nextSeats]
    }
    await must(change(8, '2026-04-02'))
    const next = { from: '2026-04-02', seatsCount: 8 }
    expect([(await read()).seatsCount, await mrr()]).toEqual([5, 60])
    expect(await shown()).toEqual([5, next])
    expect((await list()).map(({ state }: Fields) => state)).toEqual(['current', 'upcoming'])
    now = new Date('2026-04-01T23:59:59Z')
    expect([(await read()).seatsCount, await mrr()]).toEqual([5, 60])
    now = new Date('2026-04-02T00:00:00Z')
    expect([(await read()).seatsCount, await mrr()]).toEqual([8, 96])
    expect(await shown()).toEqual([8, null])
    expect((await list()).map(({ state }: Fields) => state)).toEqual(['past', 'current'])
  })

  test('applies until the next one by date, in whichever order they are made', async () => {
    const { change, generate } = await givenSeats()
    await must(change(2, '2026-03-25'))
    await must(change(8, '2026-03-15'))
    expect(linesOf(await generate(MARCH))).toEqual([
      ['Seats, 1–14 Mar 2026', 5, 27.1],
      ['Seats, 15–24 Mar 2026', 8, 30.96],
      ['Seats, 25–31 Mar 2026', 2, 5.42],
    ])
  })

  test('on the first day of a period leaves one line', async () => {
    const { change, generate } = await givenSeats()
    await must(change(8, '2026-03-01'))
    expect(linesOf(await generate(MARCH))).toEqual([['Seats', 8, 96]])
  })

  test('on the last day of the subscription is billed for that day', async () => {
    const { change, generate } = await givenSeats({ subscription: { endDate: '2026-03-31' } })
    await must(change(36, '2026-03-31'))
    expect(linesOf(await generate(MARCH))).toEqual([
      ['Seats, 1–30 Mar 2026', 5, 58.06],
      ['Seats, 31 Mar 2026', 36, 13.94],
    ])
  })

  test('changes neither a recurring fee nor how a coupon applies to the period', async () => {
    const { change, generate, customerId } = await givenSeats({ prices: [FEE, SEATS] })
    const { id: couponId } = await givenCoupon(api, { percentOff: 50 })
    await givenDiscount(api, { couponId, customerId })
    await must(change(8, '2026-03-15'))
    const invoice = await generate(MARCH)
    expect(invoice).toMatchObject({ subtotal: 128.74, discountTotal: 64.37, total: 64.37 })
    expectToAddUp(invoice)
  })

  test('within a yearly period in a leap year counts its days', async () => {
    now = new Date('2028-03-01T12:00:00Z')
    const { change, generate } = await givenSeats({
      subscription: { startDate: '2027-03-31', billingCycle: 'yearly', seatsCount: 1 },
      prices: [{ ...SEATS, rate: 366 }],
    })
    await must(change(3, '2028-02-29'))
    expect(linesOf(await generate())).toEqual([
      ['Seats, 31 Mar 2027 – 28 Feb 2028', 1, 335],
      ['Seats, 29 Feb – 30 Mar 2028', 3, 93],
    ])
  })

  test('begins at midnight of the time zone, also where clocks are changed that day', async () => {
    const { change, generate } = await givenSeats({
      subscription: { timezone: 'America/New_York' },
    })
    await must(change(8, '2026-03-09'))
    const [first, second] = (await generate()).lineItems
    // Clocks went forward on 8 March.
    expect(first?.periodEnd).toBe('2026-03-09T04:00:00.000Z')
    expect([first?.description, second?.description]).toEqual([
      'Seats, 1–8 Mar 2026',
      'Seats, 9–31 Mar 2026',
    ])
  })
})

describe('a day on a final invoice', () => {
  test('keeps its seats: 409 that names the invoice, until it is void', async () => {
    const { change, generate } = await givenSeats()
    now = new Date('2026-04-10T12:00:00Z')
    const invoice = await sendInvoice(api, await generate(MARCH))
    const { status, body } = await change(8, '2026-03-15')
    expect([status, body.code, body.param]).toEqual([409, 'period_invoiced', 'from'])
    expect(body.message).toContain(invoice.invoiceNumber)
    expect((await change(8, '2026-03-31')).status).toBe(409)
    await voidInvoice(api, invoice)
    expect((await change(8, '2026-03-15')).status).toBe(201)
    expect((await generate(MARCH)).subtotal).toBe(79.74)
  })

  test('is not touched by a change from the day after it', async () => {
    const { change, generate } = await givenSeats()
    now = new Date('2026-04-10T12:00:00Z')
    const march = await sendInvoice(api, await generate(MARCH))
    await must(change(8, '2026-04-01'))
    expect(await readInvoice(api, march.id)).toEqual(march)
    expect(linesOf(await generate(APRIL))).toEqual([['Seats', 8, 96]])
  })

  test('refuses a change before it that would reach it, not one that ends before', async () => {
    const { change, generate } = await givenSeats()
    await sendInvoice(api, await generate(month('2026-03-10', '2026-03-20')))
    expect((await change(8, '2026-03-05')).status).toBe(409)
    expect((await change(8, '2026-03-19')).status).toBe(409)
    expect((await change(8, '2026-03-20')).status).toBe(201)
    const rest = await generate(month('2026-03-20', '2026-04-01'))
    // 12 × (5 × 19 + 8 × 12) ÷ 31 less 12 × 5 × 19 ÷ 31, each rounded.
    expect(linesOf(rest)).toEqual([['Seats', 8, 37.17]])
    expect(rest.lineItems[0]?.proration).toMatchObject({ daysBefore: 19, seatDaysBefore: 95 })
  })

  test('does not include a day that begins after its last hour', async () => {
    const { change, generate } = await givenSeats()
    const half = { ...MARCH, billingPeriodEnd: '2026-03-15T12:00:00Z' }
    await sendInvoice(api, await generate(half))
    expect((await change(8, '2026-03-15')).status).toBe(409)
    expect((await change(8, '2026-03-16')).status).toBe(201)
  })
})

describe('a draft', () => {
  test('is recomputed at once, and finalized with the seats of then', async () => {
    const { change, generate } = await givenSeats()
    now = new Date('2026-04-01T00:30:00Z')
    const draft = await generate(MARCH)
    expect(draft.total).toBe(60)
    await must(change(8, '2026-03-15'))
    const recomputed = await readInvoice(api, draft.id)
    expect(recomputed).toMatchObject({ status: 'draft', total: 79.74 })
    const sent = await sendInvoice(api, draft)
    expect(linesOf(sent)).toEqual(linesOf(recomputed))
    expect((await change(9, '2026-03-15')).status).toBe(409)
  })

  test('of another period stays as it is', async () => {
    const { change, generate } = await givenSeats()
    const { id, updatedAt } = await generate(MARCH)
    await must(change(8, '2026-04-01'))
    expect((await readInvoice(api, id)).updatedAt).toBe(updatedAt)
  })
})

describe('PATCH of seatsCount', () => {
  test('corrects the number in force, not those before and after it', async () => {
    const { change, list, url, history, generate } = await givenSeats()
    await must(change(8, '2026-03-15'))
    await must(change(2, '2026-03-25'))
    expect((await must(api.patch(url, { seatsCount: 7 }))).seatsCount).toBe(7)
    expect((await list()).map(({ seatsCount }: Fields) => seatsCount)).toEqual([5, 7, 2])
    expect((await history())[0].changes).toEqual([{ field: 'seatsCount', from: 8, to: 7 }])
    // 12 × (5 × 14 + 7 × 10 + 2 × 7) ÷ 31
    expect((await generate(MARCH)).subtotal).toBe(59.61)
  })

  test('corrects the first number before the first change', async () => {
    const { change, list, url } = await givenSeats()
    await must(change(8, '2026-03-25'))
    expect((await must(api.patch(url, { seatsCount: 6 }))).seatsCount).toBe(6)
    expect((await list()).map(({ seatsCount }: Fields) => seatsCount)).toEqual([6, 8])
  })

  test('with the number in force changes nothing', async () => {
    const { change, url, read } = await givenSeats()
    await must(change(8, '2026-03-15'))
    const { version } = await read()
    await must(api.patch(url, { seatsCount: 8 }))
    expect((await read()).version).toBe(version)
  })
})

test('a start in between leaves the number of its first day', async () => {
  const { change, list, url } = await givenSeats()
  await must(change(8, '2026-03-05'))
  await must(change(3, '2026-03-15'))
  await must(api.patch(url, { startDate: '2026-03-10' }))
  expect(await list()).toEqual([
    { from: '2026-03-10', seatsCount: 8, state: 'past' },
    { from: '2026-03-15', seatsCount: 3, state: 'current' },
  ])
})

test('the seats go with the subscription to another customer, and back', async () => {
  const { change, list, url, customerId } = await givenSeats()
  await must(change(8, '2026-03-15'))
  const before = await list()
  const { id } = await givenCustomer(api)
  for (const other of [id, customerId]) {
    await must(api.patch(url, { customerId: other }))
    expect(await list()).toEqual(before)
  }
})

describe('the preview', () => {
  const asked = 'seatsCount=8&from=2026-03-15'

  test('shows the invoice without and with the change, as it then becomes', async () => {
    const { change, url, generate } = await givenSeats()
    const preview = await storesNothing(t.database.pool, () =>
      must(api.get(`${url}/seats/preview?${asked}`)),
    )
    expect(preview).toMatchObject({
      seats: { from: '2026-03-15', seatsCount: 8, state: 'current' },
      period: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
      invoiceBefore: { total: 60 },
      invoice: { total: 79.74 },
    })
    await must(change(8, '2026-03-15'))
    expect(linesOf(preview.invoice)).toEqual(linesOf(await generate(MARCH)))
  })

  test('shows the draft that has the day, and a future period', async () => {
    const { url, generate } = await givenSeats()
    const draft = await generate(month('2026-03-10', '2026-03-20'))
    const ofDraft = await must(api.get(`${url}/seats/preview?${asked}`))
    expect(ofDraft.invoiceBefore.total).toBe(draft.total)
    expect(ofDraft.invoice).toMatchObject({ periodStart: draft.periodStart, total: 25.16 })
    const ahead = await must(api.get(`${url}/seats/preview?seatsCount=8&from=2026-05-01`))
    expect([ahead.invoiceBefore.total, ahead.invoice.total]).toEqual([60, 96])
  })

  test('shows what final invoices leave of the period, and is refused as the change is', async () => {
    const { url, generate } = await givenSeats()
    await sendInvoice(api, await generate(month('2026-03-01', '2026-03-10')))
    const preview = await must(api.get(`${url}/seats/preview?${asked}`))
    expect(preview.invoice).toMatchObject({ periodStart: '2026-03-10T00:00:00.000Z' })
    const late = await api.get(`${url}/seats/preview?seatsCount=8&from=2026-03-09`)
    expect([late.status, late.body.code]).toEqual([409, 'period_invoiced'])
  })
})

describe('refuses', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a negative number', { seatsCount: -1 }],
    ['a fraction', { seatsCount: 1.5 }],
    ['text', { seatsCount: '8' }],
    ['null', { seatsCount: null }],
    ['more than the database can store', { seatsCount: 2_147_483_648 }],
    ['a day that does not exist', { seatsCount: 8, from: '2026-02-30' }],
    ['a timestamp', { seatsCount: 8, from: '2026-03-15T12:00:00Z' }],
    ['an unknown field', { seatsCount: 8, until: '2026-03-15' }],
  ])('as malformed: %s', async (_, body) => {
    const { url } = await givenSeats()
    expect((await api.post(`${url}/seats`, body)).status).toBe(400)
  })

  test('a day before the start or after the end', async () => {
    const { change } = await givenSeats({ subscription: { endDate: '2026-03-31' } })
    const answers = [await change(8, '2026-02-28'), await change(8, '2026-04-01')]
    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [422, 'from'],
      [422, 'from'],
    ])
  })

  test('an ended subscription without a day', async () => {
    const { change } = await givenSeats({ subscription: { endDate: '2026-03-10' } })
    expect((await change(8)).status).toBe(422)
    expect((await change(8, '2026-03-10')).status).toBe(201)
  })

  test("another organization's subscription as one that does not exist", async () => {
    const { url, list } = await givenSeats()
    for (const at of [url, `/v1/subscriptions/${ABSENT}`]) {
      expect((await stranger.get(`${at}/seats`)).status).toBe(404)
      expect((await stranger.get(`${at}/seats/preview?seatsCount=8`)).status).toBe(404)
      expect((await stranger.post(`${at}/seats`, { seatsCount: 8 })).status).toBe(404)
    }
    expect(await list()).toHaveLength(1)
  })
})

describe('two processes', () => {
  const lockOf = ({ customerId, subscriptionId }: Fields) => ({
    lock: 'select from subscriptions where customer_id = $1 and id = $2 for update',
    values: [customerId, subscriptionId],
  })

  /** Starts two requests that wait for the lock of the subscription, the second behind the first. */
  const behind = <First, Second>(
    deal: Fields,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ) =>
    runBehindLock(t.database.pool, { ...lockOf(deal), sessions: 2 }, async () => {
      const begun = first()
      await untilWaiting(t.database.pool, 1)
      return Promise.all([begun, second()])
    })

  test('that change the same day leave the number of the later one', async () => {
    const deal = await givenSeats()
    const answers = await behind(
      deal,
      () => deal.change(8, '2026-03-15'),
      () => deal.change(9, '2026-03-15'),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await deal.list()).map(({ seatsCount }: Fields) => seatsCount)).toEqual([5, 9])
    expect((await deal.generate(MARCH)).total).toBe(86.32)
  })

  test('that finalize and change: the invoice that came first keeps its seats', async () => {
    const deal = await givenSeats()
    const draft = await deal.generate(MARCH)
    const [sent, changed] = await behind(
      deal,
      () => api.post(`/v1/invoices/${draft.id}/send`, {}),
      () => deal.change(8, '2026-03-15'),
    )
    expect([sent.status, changed.status]).toEqual([200, 409])
    expect(await readInvoice(api, draft.id)).toMatchObject({ status: 'issued', total: 60 })
  })

  test('that change and finalize: the invoice has the changed seats', async () => {
    const deal = await givenSeats()
    const draft = await deal.generate(MARCH)
    const [changed, sent] = await behind(
      deal,
      () => deal.change(8, '2026-03-15'),
      () => api.post(`/v1/invoices/${draft.id}/send`, {}),
    )
    expect([sent.status, changed.status]).toEqual([200, 201])
    expect(await readInvoice(api, draft.id)).toMatchObject({ status: 'issued', total: 79.74 })
  })

  test('of which one recomputes a draft that the other holds do not deadlock', async () => {
    const deal = await givenSeats()
    const draft = await deal.generate(MARCH)
    const [changed, sent] = await runBehindLock(
      t.database.pool,
      { ...invoiceLock(draft), sessions: 2 },
      async () => {
        const begun = deal.change(8, '2026-03-15')
        await untilWaiting(t.database.pool, 1)
        return Promise.all([begun, api.post(`/v1/invoices/${draft.id}/send`, {})])
      },
    )
    expect([changed.status, sent.status]).toEqual([201, 200])
    expect(await readInvoice(api, draft.id)).toMatchObject({ status: 'issued', total: 79.74 })
  })
})
