import { afterEach, expect, test } from 'vitest'
import { givenDeal, TICKETS } from '../../test/support/deal.ts'
import type { Fields } from '../../test/support/given.ts'
import { voidInvoice } from '../../test/support/invoice.ts'
import { invoicesOf, shownLines } from '../../test/support/shown-invoices.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { MONEY_CHECKS } from '../features/books/money-checks.ts'
import { runChecks } from '../features/books/run-checks.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

/** Runs the billing that is due at the start of a day. */
async function run(day: string) {
  at = new Date(`${day}T00:00:00Z`)
  return runBilling(t.dependencies, { now: at, only: organization.id })
}

afterEach(async () => {
  const checking = { organizationId: organization.id, customerId: undefined, window: undefined }
  const checks = await runChecks(t.database.db, { ...checking, checks: MONEY_CHECKS, limit: 9 })
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
})

type Deal = { customerId: string; subscriptionId: string }

/** A deal with two seats in advance at 10.00, whose January is billed and final. */
async function paidDeal(subscription: Fields = {}, prices: Fields[] = []) {
  at = new Date('2026-01-01T00:00:00Z')
  const seats = { chargeType: 'seat_based', name: 'Seats', rate: 10, billTiming: 'advance' }
  const terms = { startDate: '2026-01-01', seatsCount: 2, ...subscription }
  const deal = await givenDeal(api, { prices: [seats, ...prices], subscription: terms })
  await run('2026-01-01')
  await run('2026-01-02')
  return deal
}

async function changeSeats({ subscriptionId }: Deal, seatsCount: number, from: string) {
  const url = `/v1/subscriptions/${subscriptionId}/seats`
  const { status, body } = await api.post(url, { seatsCount, from })
  expect(status, JSON.stringify(body)).toBe(201)
}

async function previewSeats({ subscriptionId }: Deal, seatsCount: number, from: string) {
  const url = `/v1/subscriptions/${subscriptionId}/seats/preview?seatsCount=${seatsCount}&from=${from}`
  const { status, body } = await api.get(url)
  expect(status, JSON.stringify(body)).toBe(200)
  return { before: shownLines(body.invoiceBefore), after: shownLines(body.invoice) }
}

const linesOf = async (deal: Deal) => (await invoicesOf(api, deal)).map(shownLines)
const totalOf = async (deal: Deal) =>
  (await invoicesOf(api, deal))
    .filter(({ status }) => status !== 'void')
    .reduce((sum, { subtotal }) => sum + Math.round(Number(subtotal) * 100), 0)

test('seats added within a paid period are billed by the days of each number, and the period adds up to its fee', async () => {
  const deal = await paidDeal()
  await changeSeats(deal, 3, '2026-01-11')
  await changeSeats(deal, 5, '2026-01-21')
  await run('2026-02-01')
  // Seat days: 2 × 31 are billed with 20.00. 10 more come to 72 × 10 ÷ 31 = 23.23, and 33 more to 105 × 10 ÷ 31 = 33.87.
  expect((await linesOf(deal))[1]).toEqual([
    'seat_based 5 02-01 03-01 50',
    'seat_based 1 01-11 01-21 3.23',
    'seat_based 3 01-21 02-01 10.64',
  ])
  const [, invoice] = await invoicesOf(api, deal)
  expect(invoice?.lineItems[2]).toMatchObject({
    description: 'Seats, 21–31 Jan 2026',
    isAdvance: true,
    unitPrice: 10,
    billed: { quantity: 72, amount: 23.23 },
    proration: { daysBefore: 20, daysCovered: 11, daysFull: 31 },
  })
})

test('a number of seats that is known before its period cuts the lines in advance', async () => {
  const deal = await paidDeal()
  await changeSeats(deal, 4, '2026-02-15')
  await run('2026-02-01')
  expect((await linesOf(deal))[1]).toEqual([
    'seat_based 2 02-01 02-15 10',
    'seat_based 4 02-15 03-01 20',
  ])
})

test('a change of seats recomputes the draft that bills its days in advance, as its preview shows', async () => {
  const deal = await paidDeal({}, [TICKETS])
  await run('2026-02-01')
  at = new Date('2026-02-01T12:00:00Z')
  const { before, after } = await previewSeats(deal, 4, '2026-02-15')
  expect(before).toEqual(['seat_based 2 02-01 03-01 20', 'usage 0 01-01 02-01 0'])
  await changeSeats(deal, 4, '2026-02-15')
  const [, draft] = await linesOf(deal)
  expect(draft).toEqual([
    'seat_based 2 02-01 02-15 10',
    'seat_based 4 02-15 03-01 20',
    'usage 0 01-01 02-01 0',
  ])
  expect(after).toEqual(draft)
})

test('a change of seats recomputes the draft at the start, as its preview shows', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const seats = { chargeType: 'seat_based', name: 'Seats', rate: 10, billTiming: 'advance' }
  const terms = { startDate: '2026-01-01', seatsCount: 2 }
  const deal = await givenDeal(api, { prices: [seats], subscription: terms })
  await run('2026-01-01')
  const { before, after } = await previewSeats(deal, 3, '2026-01-01')
  expect(before).toEqual(['seat_based 2 01-01 02-01 20'])
  await changeSeats(deal, 3, '2026-01-01')
  expect(await linesOf(deal)).toEqual([['seat_based 3 01-01 02-01 30']])
  expect(after).toEqual(['seat_based 3 01-01 02-01 30'])
})

test('the preview of seats in a paid period shows the days that are added to the next invoice', async () => {
  const deal = await paidDeal()
  const { before, after } = await previewSeats(deal, 3, '2026-01-11')
  expect(before).toEqual(['seat_based 2 02-01 03-01 20'])
  expect(after).toEqual(['seat_based 3 02-01 03-01 30', 'seat_based 1 01-11 02-01 6.77'])
})

test('fewer seats within a paid period give nothing back, and the next period has them', async () => {
  const deal = await paidDeal()
  await changeSeats(deal, 1, '2026-01-11')
  await run('2026-02-01')
  expect((await linesOf(deal))[1]).toEqual(['seat_based 1 02-01 03-01 10'])
})

test('an end within a period gives back the seats that were billed for the days after it', async () => {
  const deal = await paidDeal()
  await changeSeats(deal, 3, '2026-01-11')
  const ended = await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, {
    endDate: '2026-01-20',
  })
  expect(ended.status).toBe(200)
  await run('2026-01-21')
  await run('2026-01-22')
  // 2 × 10 + 3 × 10 seat days: 50 × 10 ÷ 31 = 16.13.
  expect((await linesOf(deal))[1]).toEqual([
    'seat_based 1 01-11 01-21 3.23',
    'proration -2 01-21 02-01 -7.1',
  ])
  expect(await totalOf(deal)).toBe(1613)
})

test('seats on a void invoice are billed again on the next one', async () => {
  const deal = await paidDeal()
  await changeSeats(deal, 3, '2026-01-11')
  await run('2026-02-01')
  await run('2026-02-02')
  const [, second] = await invoicesOf(api, deal)
  expect(second?.status).toBe('issued')
  if (second) await voidInvoice(api, second)
  await run('2026-03-01')
  expect((await linesOf(deal))[2]).toEqual([
    'seat_based 3 02-01 03-01 30',
    'seat_based 3 03-01 04-01 30',
    'seat_based 1 01-11 02-01 6.77',
  ])
  expect(await totalOf(deal)).toBe(2000 + 3000 + 3000 + 677)
})

test('days whose seats only a line in advance billed can change; those of a final invoice cannot', async () => {
  const deal = await paidDeal()
  await run('2026-02-01')
  await run('2026-02-02')
  await changeSeats(deal, 3, '2026-02-01')
  const url = `/v1/subscriptions/${deal.subscriptionId}/seats`
  expect(await api.post(url, { seatsCount: 3, from: '2026-01-31' })).toMatchObject({
    status: 409,
    body: { code: 'period_invoiced' },
  })
})

test('seats changed while invoices become final are billed once, whichever comes first', async () => {
  for (const day of ['2026-02-01', '2026-02-02']) {
    const deal = await paidDeal()
    if (day === '2026-02-02') await run('2026-02-01')
    at = new Date(`${day}T00:00:00Z`)
    const url = `/v1/subscriptions/${deal.subscriptionId}/seats`
    const changes = [4, 4, 4].map((seatsCount) => api.post(url, { seatsCount, from: '2026-02-15' }))
    const [, ...changed] = await Promise.all([run(day), ...changes, run(day)])
    expect(changed.slice(0, 3)).toMatchObject([{ status: 201 }, { status: 201 }, { status: 201 }])
    for (const later of ['2026-02-03', '2026-03-01', '2026-03-02']) await run(later)
    // 20.00 for January, 10.00 + 20.00 for February, 40.00 for March.
    expect(await totalOf(deal)).toBe(9000)
  }
})
