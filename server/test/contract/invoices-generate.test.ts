import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { type Deal, FEE, flatPrice, givenDeal } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  APRIL,
  amountsOf,
  billedLines,
  expectToAddUp,
  GENERATE,
  INVOICES,
  type Invoice,
  MARCH,
  month,
  payInvoice,
  readInvoice,
  sendInvoice,
  usageLine,
} from '../support/invoice.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let deal: Deal
let now = new Date('2026-03-20T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  now = new Date('2026-03-20T12:00:00Z')
  deal = await givenDeal(api, { prices: [FEE, flatPrice('report', 2)] })
  await deal.use('report', 5, '2026-03-05T10:00:00Z')
})

const listed = async () => (await api.get(INVOICES)).body.data

describe('generate', () => {
  test('answers 201 with the full draft: number, totals and lines', async () => {
    const { status, body } = await api.post(GENERATE, deal.ids)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.any(String),
      invoiceNumber: expect.stringMatching(/\d/),
      status: 'draft',
      ...deal.ids,
      customerExternalId: deal.externalId,
      customerName: 'Acme',
      currency: 'USD',
      netTerms: 30,
      total: 59,
      totalAmount: 59,
      discounts: [],
      taxes: [],
      payments: [],
    })
    for (const [field, value] of Object.entries({
      subtotal: 59,
      discountTotal: 0,
      taxTotal: 0,
      amountPaid: 0,
      amountRefunded: 0,
      amountDue: 59,
    })) {
      expect(Number(body[field]), field).toBe(value)
    }
    expect(Array.isArray(body.agentBreakdown)).toBe(true)
    expect(body).toHaveProperty('memo')
    expectToAddUp(body)
  })

  test('answers a line with everything that it was computed from', async () => {
    const line = usageLine(await deal.generate(), 'report')
    expect(line).toMatchObject({
      id: expect.any(String),
      type: 'usage',
      description: expect.any(String),
      strategyId: expect.any(String),
      pricingModel: 'flat',
      agentId: deal.agentId,
      agentName: 'Support',
      signalId: expect.any(String),
      signalName: 'report',
      eventCount: 1,
    })
    expect([line.quantity, line.unitPrice, line.amount].map(Number)).toEqual([5, 2, 10])
    expect(Date.parse(line.periodStart)).toBe(Date.parse('2026-03-01T00:00:00Z'))
    expect(Date.parse(line.periodEnd)).toBe(Date.parse('2026-04-01T00:00:00Z'))
  })

  test('takes the current period of the subscription when no window is sent', async () => {
    now = new Date('2026-04-10T00:00:00Z')
    const { periodStart, periodEnd } = await deal.generate()
    expect([periodStart, periodEnd]).toEqual([
      '2026-04-01T00:00:00.000Z',
      '2026-05-01T00:00:00.000Z',
    ])
  })

  test('takes the window that is sent', async () => {
    now = new Date('2026-04-10T00:00:00Z')
    const { periodStart, periodEnd, total } = await deal.generate(MARCH)
    expect([periodStart, periodEnd]).toEqual([
      '2026-03-01T00:00:00.000Z',
      '2026-04-01T00:00:00.000Z',
    ])
    expect(total).toBe(59)
  })

  test('bills periods of a past start on request', async () => {
    const past = await givenDeal(api, { prices: [FEE], subscription: { startDate: '2025-11-01' } })
    const invoice = await past.generate(month('2025-12-01', '2026-01-01'))
    expect([invoice.total, invoice.status]).toEqual([49, 'draft'])
  })

  test('prints the memo of the subscription and the terms it has', async () => {
    const subscription = { invoiceMemo: 'PO 4711', netTerms: 14 }
    const { generate } = await givenDeal(api, { prices: [FEE], subscription })
    expect(await generate()).toMatchObject({ memo: 'PO 4711', netTerms: 14 })
  })

  test('returns the same as a read of the invoice', async () => {
    const draft = await deal.generate()
    expect(await readInvoice(api, draft.id)).toEqual(draft)
  })
})

describe('generating the same period again', () => {
  test('recomputes the draft: same id, same number, today’s figures', async () => {
    const first = await deal.generate()
    await deal.use('report', 7, '2026-03-06T10:00:00Z')
    const second = await deal.generate()
    expect([second.id, second.invoiceNumber]).toEqual([first.id, first.invoiceNumber])
    expect(second.total).toBe(73)
    expect(usageLine(second, 'report').eventCount).toBe(2)
    expect(await listed()).toHaveLength(1)
  })

  test('by its window finds the draft of the default window', async () => {
    const first = await deal.generate()
    expect((await deal.generate(MARCH)).id).toBe(first.id)
  })

  test.each(['issued', 'paid'])('is a 409 that names the invoice once it is %s', async (status) => {
    const invoice = await sendInvoice(api, await deal.generate())
    if (status === 'paid') await payInvoice(api, invoice, 59)
    await deal.use('report', 7, '2026-03-06T10:00:00Z')
    const answer = await api.post(GENERATE, deal.ids)
    expect(answer.status).toBe(409)
    expect(messageOf(answer)).toContain(invoice.invoiceNumber)
    const after = await readInvoice(api, invoice.id)
    expect([after.status, after.total]).toEqual([status, 59])
    expect(await listed()).toHaveLength(1)
  })

  test.each([
    month('2026-03-10', '2026-03-20'),
    month('2026-02-20', '2026-03-02'),
    month('2026-03-31', '2026-04-10'),
    month('2026-02-01', '2026-05-01'),
  ])('by a window that overlaps an invoiced one is a 409: %j', async (window) => {
    now = new Date('2026-05-10T00:00:00Z')
    await sendInvoice(api, await deal.generate(MARCH))
    const answer = await api.post(GENERATE, { ...deal.ids, ...window })
    expect(answer.status).toBe(409)
    expect(messageOf(answer)).toContain('already covers 2026-03-01 to 2026-03-31 of')
    expect(await listed()).toHaveLength(1)
  })

  test('names the exact end of a part of a period, from where the rest can be billed', async () => {
    now = new Date('2026-04-10T00:00:00Z')
    const end = '2026-03-15T11:22:54.853Z'
    await sendInvoice(api, await deal.generate({ ...MARCH, billingPeriodEnd: end }))
    const answer = await api.post(GENERATE, { ...deal.ids, ...MARCH })
    expect(answer.status).toBe(409)
    expect(messageOf(answer)).toContain(`already covers 2026-03-01 to ${end} of`)
    expect(messageOf(answer)).toContain(`To bill the time after it, send billingPeriodStart ${end}`)
    await deal.generate({ ...MARCH, billingPeriodStart: end })
    expect(await listed()).toHaveLength(2)
  })

  test('leaves the neighbouring period free', async () => {
    now = new Date('2026-04-10T00:00:00Z')
    const march = await sendInvoice(api, await deal.generate(MARCH))
    const april = await deal.generate(APRIL)
    expect(april.id).not.toBe(march.id)
    expect(await listed()).toHaveLength(2)
  })

  test('by a part of the period while a draft of the whole exists never bills a day twice', async () => {
    await deal.generate()
    const part = month('2026-03-10', '2026-03-20')
    expect((await api.post(GENERATE, { ...deal.ids, ...part })).status).toBe(409)
    expect(await listed()).toHaveLength(1)
  })
})

describe('a window that is not a billing period', () => {
  test('bills its usage and its days of the fee, and neighbours add up to the period', async () => {
    now = new Date('2026-04-10T00:00:00Z')
    const cut = await givenDeal(api, { prices: [{ ...FEE, rate: 31 }, flatPrice('page', 1)] })
    await cut.use('page', 3, '2026-03-10T23:59:59.999Z')
    await cut.use('page', 4, '2026-03-11T00:00:00Z')
    const head = await cut.generate(month('2026-03-01', '2026-03-11'))
    const tail = await cut.generate(month('2026-03-11', '2026-04-01'))
    expect(billedLines(head)).toEqual([
      ['recurring', '', 10],
      ['usage', 'page', 3],
    ])
    expect(billedLines(tail)).toEqual([
      ['recurring', '', 21],
      ['usage', 'page', 4],
    ])
  })

  test('over two periods prorates each by its own days', async () => {
    now = new Date('2026-05-10T00:00:00Z')
    const wide = await givenDeal(api, { prices: [{ ...FEE, rate: 930 }] })
    const invoice = await wide.generate(month('2026-03-22', '2026-04-11'))
    expect(amountsOf(invoice, 'recurring').reduce((a, b) => a + b)).toBe(610)
  })
})

describe('preview', () => {
  const figures = ({ lineItems, total, currency, periodStart, periodEnd }: Invoice) => ({
    lines: lineItems.map(({ type, description, quantity, unitPrice, amount, tiers }) => ({
      type,
      description,
      quantity,
      unitPrice,
      amount,
      tiers,
    })),
    total,
    currency,
    periodStart,
    periodEnd,
  })

  test('shows the invoice that generate would create, and stores nothing', async () => {
    const preview = await storesNothing(t.database.pool, () =>
      api.post(`${INVOICES}/preview`, deal.ids),
    )
    expect(preview.status).toBeLessThan(300)
    expect(await listed()).toEqual([])
    expect(figures(preview.body)).toEqual(figures(await deal.generate()))
  })

  test('leaves a draft as it is', async () => {
    const draft = await deal.generate()
    await deal.use('report', 7, '2026-03-06T10:00:00Z')
    const { body } = await api.post(`${INVOICES}/preview`, deal.ids)
    expect(body.total).toBe(73)
    expect((await readInvoice(api, draft.id)).total).toBe(59)
    expect(await listed()).toHaveLength(1)
  })
})
