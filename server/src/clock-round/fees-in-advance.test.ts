import { afterEach, describe, expect, test } from 'vitest'
import { givenDeal, TICKETS } from '../../test/support/deal.ts'
import type { Fields } from '../../test/support/given.ts'
import { payInvoice, voidInvoice } from '../../test/support/invoice.ts'
import { periodOf, invoicesOf as readInvoicesOf, shown } from '../../test/support/shown-invoices.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { MONEY_CHECKS } from '../features/books/money-checks.ts'
import { runChecks } from '../features/books/run-checks.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

/** Runs the billing that is due at `time`. */
async function run(time: string) {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: organization.id })
}

afterEach(async () => {
  const checking = { organizationId: organization.id, customerId: undefined, window: undefined }
  const checks = await runChecks(t.database.db, { ...checking, checks: MONEY_CHECKS, limit: 9 })
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
})

const FEE: Fields = { chargeType: 'recurring', name: 'Base fee', rate: 310, billTiming: 'advance' }
const SEATS: Fields = { chargeType: 'seat_based', name: 'Seats', rate: 31, billTiming: 'advance' }

type Options = Parameters<typeof givenDeal>[1]

async function dealFrom(
  time: string,
  prices: Fields[],
  subscription: Fields = {},
  more: Options = {},
) {
  at = new Date(time)
  const startDate = time.slice(0, 10)
  return givenDeal(api, { prices, ...more, subscription: { startDate, ...subscription } })
}

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('there is no such invoice')
  return found
}

const invoicesOf = (deal: { customerId: string }) => readInvoicesOf(api, deal)
const shownOf = async (deal: { customerId: string }) => (await invoicesOf(deal)).map(shown)

describe('a subscription to a fee in advance', () => {
  test('is billed the fee at its start, and at each boundary usage of the old and the fee of the new period', async () => {
    const deal = await dealFrom('2026-01-01T00:00:00Z', [FEE, TICKETS])
    await run('2026-01-01T00:00:00Z')
    expect(await shownOf(deal)).toEqual([['draft 01-01 02-01 310', 'recurring 1 01-01 02-01 310']])
    await deal.use('ticket', 5, '2026-01-10T00:00:00Z')
    await run('2026-01-02T00:00:00Z')
    expect(await shownOf(deal)).toEqual([['issued 01-01 02-01 310', 'recurring 1 01-01 02-01 310']])

    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    expect((await shownOf(deal))[1]).toEqual([
      'issued 01-01 02-01 315',
      'recurring 1 02-01 03-01 310',
      'usage 5 01-01 02-01 5',
    ])
    await run('2026-03-01T00:00:00Z')
    const [, , third] = await shownOf(deal)
    expect(third).toEqual([
      'draft 02-01 03-01 310',
      'recurring 1 03-01 04-01 310',
      'usage 0 02-01 03-01 0',
    ])
    expect(await invoicesOf(deal)).toHaveLength(3)
  })
})

const patch = async ({ subscriptionId }: { subscriptionId: string }, fields: Fields) => {
  const { status, body } = await api.patch(`/v1/subscriptions/${subscriptionId}`, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const lastOf = async (deal: { customerId: string }) => (await shownOf(deal)).at(-1)

/** A deal whose January was billed in advance, and is final. */
async function paidDeal(prices: Fields[], subscription: Fields = {}, more: Options = {}) {
  const deal = await dealFrom('2026-01-01T00:00:00Z', prices, subscription, more)
  await run('2026-01-01T00:00:00Z')
  await run('2026-01-02T00:00:00Z')
  return deal
}

describe('an end inside a period billed in advance', () => {
  test('gives the days that are left back on the last invoice', async () => {
    const deal = await paidDeal([FEE, TICKETS])
    await deal.use('ticket', 50, '2026-01-10T00:00:00Z')
    await patch(deal, { endDate: '2026-01-20' })
    await run('2026-01-21T00:00:00Z')
    await run('2026-01-22T00:00:00Z')
    expect(await lastOf(deal)).toEqual([
      'paid 01-01 01-21 0',
      'usage 50 01-01 01-21 50',
      'proration -1 01-21 02-01 -110',
    ])
    const [, last] = await invoicesOf(deal)
    expect(last).toMatchObject({ subtotal: -60, creditTotal: -60 })
    expect(last?.lineItems[1]).toMatchObject({
      isAdvance: true,
      unitPrice: 310,
      proration: { daysBefore: 20, daysCovered: 11, daysFull: 31 },
    })
    await run('2026-03-02T00:00:00Z')
    expect(await invoicesOf(deal)).toHaveLength(2)
  })

  test('gives them back with the coupon of the period', async () => {
    const deal = await dealFrom('2026-01-01T00:00:00Z', [FEE])
    const coupon = await api.post('/v1/coupons', { name: 'Half', percentOff: 50, duration: 'once' })
    const discount = { couponId: coupon.body.id, subscriptionId: deal.subscriptionId }
    expect((await api.post('/v1/discounts', discount)).status).toBe(201)
    await run('2026-01-01T00:00:00Z')
    await run('2026-01-02T00:00:00Z')
    await patch(deal, { endDate: '2026-01-20' })
    await run('2026-01-21T00:00:00Z')
    await run('2026-01-22T00:00:00Z')
    const [first, last] = await invoicesOf(deal)
    expect(first).toMatchObject({ subtotal: 310, discountTotal: 155, total: 155 })
    expect(last).toMatchObject({ subtotal: -110, discountTotal: -55, creditTotal: -55, total: 0 })
  })

  test('keeps them billed with keepAdvance', async () => {
    const deal = await paidDeal([FEE])
    await patch(deal, { endDate: '2026-01-20', keepAdvance: true })
    await run('2026-01-21T00:00:00Z')
    await run('2026-03-02T00:00:00Z')
    expect(await invoicesOf(deal)).toHaveLength(1)
  })

  test('is given back after the last invoice if the end is set for the time before it', async () => {
    const deal = await paidDeal([FEE])
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    await patch(deal, { endDate: '2026-01-31' })
    await run('2026-03-01T00:00:00Z')
    const [, , last] = await invoicesOf(deal)
    expect(last?.lineItems).toMatchObject([
      {
        type: 'proration',
        quantity: -1,
        amount: -310,
        proration: { daysCovered: 28, daysFull: 28 },
      },
    ])
  })

  test('bills the days again once if the subscription goes on, and gives them back once more', async () => {
    const deal = await paidDeal([FEE])
    for (const end of ['2026-01-20', '2026-01-25']) {
      await patch(deal, { endDate: end })
      const after = Temporal.PlainDate.from(end).add({ days: 1 }).toString()
      await run(`${after}T00:00:00Z`)
      await run(`${after}T23:59:59Z`)
      await run(`${Temporal.PlainDate.from(end).add({ days: 2 })}T00:00:00Z`)
      await patch(deal, { endDate: null })
    }
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    const lines = (await invoicesOf(deal)).flatMap(({ lineItems }) => lineItems)
    const january = lines.filter(({ periodStart }) => periodStart < '2026-02')
    expect(january.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(310)
    expect(lines.map((line) => `${line.type} ${periodOf(line)} ${line.amount}`)).toEqual([
      'recurring 01-01 02-01 310',
      'proration 01-21 02-01 -110',
      'recurring 01-21 01-26 50',
      'recurring 01-26 02-01 60',
      'recurring 02-01 03-01 310',
    ])
  })

  test('cuts a draft at the boundary that waits for its grace', async () => {
    const deal = await paidDeal([FEE, TICKETS])
    await run('2026-02-01T00:00:00Z')
    expect((await lastOf(deal))?.[1]).toBe('recurring 1 02-01 03-01 310')
    await patch(deal, { endDate: '2026-02-07' })
    await run('2026-02-02T00:00:00Z')
    expect((await lastOf(deal))?.[1]).toBe('recurring 1 02-01 02-08 77.5')
    await run('2026-02-08T00:00:00Z')
    await run('2026-03-08T00:00:00Z')
    expect(await invoicesOf(deal)).toHaveLength(2)
  })

  test('leaves a start and an end on one day with that day billed', async () => {
    const deal = await dealFrom('2026-01-01T00:00:00Z', [FEE])
    await run('2026-01-01T00:00:00Z')
    at = new Date('2026-01-01T12:00:00Z')
    expect((await api.delete(`/v1/subscriptions/${deal.subscriptionId}`)).status).toBe(204)
    await run('2026-01-02T00:00:00Z')
    await run('2026-03-02T00:00:00Z')
    expect(await shownOf(deal)).toEqual([['overdue 01-01 01-01 10', 'recurring 1 01-01 01-01 10']])
  })
})

describe('a void invoice', () => {
  test('frees its fee for the next invoice', async () => {
    const deal = await paidDeal([FEE])
    const [first] = await invoicesOf(deal)
    await voidInvoice(api, must(first))
    await run('2026-01-20T00:00:00Z')
    expect(await invoicesOf(deal)).toHaveLength(1)
    await run('2026-02-01T00:00:00Z')
    expect(await lastOf(deal)).toEqual([
      'draft 01-01 02-01 620',
      'recurring 1 01-01 02-01 310',
      'recurring 1 02-01 03-01 310',
    ])
  })

  test('of a boundary frees the fee of the period that begins', async () => {
    const deal = await paidDeal([FEE])
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    const [, second] = await invoicesOf(deal)
    await voidInvoice(api, must(second))
    await run('2026-03-01T00:00:00Z')
    expect(await lastOf(deal)).toEqual([
      'draft 02-01 03-01 620',
      'recurring 1 02-01 03-01 310',
      'recurring 1 03-01 04-01 310',
    ])
  })

  test('of a start frees its fee even if its time was billed since', async () => {
    const deal = await paidDeal([FEE])
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    const [first] = await invoicesOf(deal)
    await voidInvoice(api, must(first))
    await run('2026-03-01T00:00:00Z')
    expect(await lastOf(deal)).toEqual([
      'draft 02-01 03-01 620',
      'recurring 1 03-01 04-01 310',
      'recurring 1 01-01 02-01 310',
    ])
  })

  test('that was a draft at the start is made again by the clock', async () => {
    const deal = await dealFrom('2026-01-01T00:00:00Z', [FEE])
    await run('2026-01-01T00:00:00Z')
    const [draft] = await invoicesOf(deal)
    await voidInvoice(api, must(draft))
    await run('2026-01-03T00:00:00Z')
    expect((await shownOf(deal)).map(([first]) => first)).toEqual([
      'void 01-01 02-01 310',
      'draft 01-01 02-01 310',
    ])
  })

  test('whose days a later invoice gave back is void only after that one', async () => {
    const deal = await paidDeal([FEE])
    await patch(deal, { endDate: '2026-01-20' })
    await run('2026-01-21T00:00:00Z')
    const [first, second] = await invoicesOf(deal)
    const refused = await api.post(`/v1/invoices/${first?.id}/void`, {})
    expect(refused.status).toBe(409)
    await voidInvoice(api, must(second))
    await voidInvoice(api, must(first))
  })
})

test('a fee that was paid and refunded stays billed, and one that is unpaid does not hold up the next', async () => {
  const deal = await paidDeal([FEE])
  const [first] = await invoicesOf(deal)
  const paid = await payInvoice(api, must(first), 310)
  const url = `/v1/invoices/${paid.id}/payments/${must(paid.payments[0]).id}/refund`
  expect((await api.post(url, {})).status).toBe(201)
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  await run('2026-03-01T00:00:00Z')
  expect((await shownOf(deal)).map(([head]) => head)).toEqual([
    'refunded 01-01 02-01 310',
    'issued 01-01 02-01 310',
    'draft 02-01 03-01 310',
  ])
})

describe('seats in advance', () => {
  test('that were added are billed on the next invoice, and fewer seats give nothing back', async () => {
    const deal = await paidDeal([SEATS], { seatsCount: 2 })
    await patch(deal, { seatsCount: 5 })
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual([
      'seat_based 5 02-01 03-01 155',
      'seat_based 3 01-01 02-01 93',
    ])
    await patch(deal, { seatsCount: 1 })
    await run('2026-03-01T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual(['seat_based 1 03-01 04-01 31'])
  })
})

describe('other invoices', () => {
  test('of a window include the fees of periods that begin in it, and only once', async () => {
    at = new Date('2026-03-10T00:00:00Z')
    const deal = await givenDeal(api, { prices: [FEE], subscription: { startDate: '2026-01-01' } })
    await run('2026-03-10T00:00:00Z')
    expect(await shownOf(deal)).toEqual([['draft 03-01 04-01 310', 'recurring 1 03-01 04-01 310']])
    const january = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
    const february = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }
    expect(shown(await deal.generate(january)).slice(1)).toEqual([
      'recurring 1 01-01 02-01 310',
      'recurring 1 02-01 03-01 310',
    ])
    expect(shown(await deal.generate(february)).slice(1)).toEqual([])
  })

  test('of a part of a period bill its whole fee with the first day', async () => {
    const deal = await dealFrom('2026-01-01T00:00:00Z', [FEE])
    at = new Date('2026-01-15T00:00:00Z')
    const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-01-11' }
    expect(shown(await deal.generate(window)).slice(1)).toEqual(['recurring 1 01-01 02-01 310'])
    await run('2026-01-15T00:00:00Z')
    await run('2026-02-01T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual(['recurring 1 02-01 03-01 310'])
  })

  test('bill each fee once if two workers run at the same time', async () => {
    const deal = await dealFrom('2026-01-01T00:00:00Z', [FEE, SEATS, TICKETS], { seatsCount: 3 })
    for (const time of ['2026-01-01', '2026-01-02', '2026-02-01', '2026-02-02', '2026-03-01']) {
      await Promise.all([
        run(`${time}T00:00:00Z`),
        run(`${time}T00:00:00Z`),
        run(`${time}T00:00:00Z`),
      ])
    }
    const lines = (await invoicesOf(deal)).flatMap(({ lineItems }) => lineItems)
    const fees = lines
      .filter(({ type }) => type !== 'usage')
      .map((line) => `${line.type} ${periodOf(line)}`)
    expect(fees.toSorted()).toEqual([
      'recurring 01-01 02-01',
      'recurring 02-01 03-01',
      'recurring 03-01 04-01',
      'seat_based 01-01 02-01',
      'seat_based 02-01 03-01',
      'seat_based 03-01 04-01',
    ])
  })

  test('bill the days that a fee has left after its timing changes', async () => {
    const deal = await paidDeal([FEE])
    await deal.change(0, { billTiming: 'arrears' })
    await run('2026-02-01T00:00:00Z')
    expect(await invoicesOf(deal)).toHaveLength(1)
    await run('2026-03-01T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual(['recurring 1 02-01 03-01 310'])
    await deal.change(0, { billTiming: 'advance' })
    await run('2026-03-02T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual([
      'recurring 1 02-01 03-01 310',
      'recurring 1 03-01 04-01 310',
    ])
  })

  test('bill the days that moved invoice dates add to a period', async () => {
    const deal = await paidDeal([FEE])
    const moved = { nextInvoiceDate: '2026-02-11' }
    const url = `/v1/subscriptions/${deal.subscriptionId}/invoice-dates`
    expect((await api.patch(url, moved)).status).toBe(200)
    await run('2026-02-11T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual([
      'recurring 1 02-01 02-11 100',
      'recurring 1 02-11 03-11 310',
    ])
  })
})

test('the billing periods of a fee that was billed in advance stay', async () => {
  const deal = await paidDeal([FEE])
  const url = `/v1/subscriptions/${deal.subscriptionId}`
  for (const fields of [
    { startDate: '2026-01-03' },
    { billingDay: 15 },
    { billingCycle: 'yearly' },
  ]) {
    expect(await api.patch(url, fields)).toMatchObject({
      status: 409,
      body: { code: 'period_invoiced' },
    })
  }
})

describe('a price in advance', () => {
  const urlOf = async ({ planId }: { planId: string }) => {
    const url = `/v1/pricing-plans/${planId}/pricing-strategies`
    const { body } = await api.get(url)
    return `${url}/${body.results[0].id}/prices`
  }

  test('is the one of the first day of the period that begins, not of the day of the invoice', async () => {
    const deal = await paidDeal([FEE])
    const url = await urlOf(deal)
    expect((await api.post(url, { effectiveFrom: '2026-02-01', rate: 400 })).status).toBe(201)
    expect((await api.post(url, { effectiveFrom: '2026-02-02', rate: 500 })).status).toBe(201)
    await run('2026-02-01T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual(['recurring 1 02-01 03-01 400'])
  })

  test('that changes between a draft and its finalization is the one when the draft is final', async () => {
    const deal = await paidDeal([FEE])
    await run('2026-02-01T00:00:00Z')
    const url = await urlOf(deal)
    const changed = await api.post(url, { effectiveFrom: '2026-02-01', rate: 400 })
    expect(changed.status).toBe(201)
    await run('2026-02-02T00:00:00Z')
    expect(await lastOf(deal)).toEqual(['issued 01-01 02-01 400', 'recurring 1 02-01 03-01 400'])
  })

  test('that changes after the invoice is final stays for the rest of its period', async () => {
    const deal = await paidDeal([FEE])
    await run('2026-02-01T00:00:00Z')
    await run('2026-02-02T00:00:00Z')
    const url = await urlOf(deal)
    expect((await api.post(url, { effectiveFrom: '2026-02-01', rate: 400 })).status).toBe(201)
    await patch(deal, { endDate: '2026-02-14' })
    await run('2026-02-15T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual(['proration -1 02-15 03-01 -155'])
  })

  test('of one subscription, and a change by a percentage, apply to the period that begins', async () => {
    const deal = await paidDeal([FEE])
    const other = await paidDeal([FEE])
    const { body } = await api.get(`/v1/pricing-plans/${deal.planId}/pricing-strategies`)
    const own = `/v1/subscriptions/${deal.subscriptionId}/prices/${body.results[0].id}`
    expect((await api.post(own, { effectiveFrom: '2026-02-01', rate: 100 })).status).toBe(201)
    const change = {
      planIds: [deal.planId, other.planId],
      percent: 10,
      effectiveFrom: '2026-02-01',
    }
    expect((await api.post('/v1/price-changes', change)).status).toBe(201)
    await run('2026-02-01T00:00:00Z')
    expect((await lastOf(deal))?.slice(1)).toEqual(['recurring 1 02-01 03-01 100'])
    expect((await lastOf(other))?.slice(1)).toEqual(['recurring 1 02-01 03-01 341'])
  })
})
