import { describe, expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY, TICKETS } from '../../../test/support/deal.ts'
import { lineTable } from '../../../test/support/invoice.ts'
import { GPT_4O } from '../../../test/support/usage.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const MARCH = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }
const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }

const t = useTestApp({ now: () => NOW })
const { api } = t

describe('generating an invoice', () => {
  test('bills the usage of the current period, and shows how', async () => {
    const agent = { name: 'Support agent' }
    const deal = await givenDeal(api, { agent, subscription: SINCE_JANUARY })
    await deal.use('ticket', 3, '2026-03-01T00:00:00Z', GPT_4O)
    await deal.use('ticket', 4, '2026-03-31T23:59:59.999Z', GPT_4O)
    await deal.use('ticket', 100, '2026-02-28T23:59:59.999Z')
    const { status, body } = await deal.tryGenerate()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'draft',
      currency: 'USD',
      customerId: deal.customerId,
      customerExternalId: deal.externalId,
      periodStart: '2026-03-01T00:00:00.000Z',
      periodEnd: '2026-04-01T00:00:00.000Z',
      dueDate: '2026-04-09T12:00:00.000Z',
      subtotal: 7,
      total: 7,
      totalAmount: 7,
      amountPaid: 0,
      amountDue: 7,
      totalCost: 0.005,
      margin: 6.995,
      discounts: [],
      taxes: [],
      payments: [],
    })
    expect(body.invoiceNumber).toMatch(/^INV-\d{6,}$/)
    expect(body.lineItems).toMatchObject([
      {
        type: 'usage',
        description: 'Tickets',
        signalName: 'ticket',
        agentName: 'Support agent',
        quantity: 7,
        unitPrice: 1,
        amount: 7,
        cost: 0.005,
        eventCount: 2,
      },
    ])
    expect(body.agentBreakdown).toMatchObject([{ amount: 7, cost: 0.005, eventCount: 2 }])
    expect((await api.get(`/v1/invoices/${body.id}`)).body).toEqual(body)
  })

  test('has a line of every charge type', async () => {
    const deal = await givenDeal(api, {
      prices: [
        TICKETS,
        { name: 'Base fee', chargeType: 'recurring', rate: 49 },
        { name: 'Seats', chargeType: 'seat_based', rate: '12.5' },
        { name: 'Set-up', chargeType: 'onetime', rate: 100 },
      ],
      subscription: { seatsCount: 3, startDate: '2026-03-01', proratedAmount: -10.5 },
    })
    await deal.use('ticket', 2, '2026-03-05T00:00:00Z')
    const body = await deal.generate()
    expect(lineTable(body)).toEqual([
      ['usage', 2, 2],
      ['recurring', 1, 49],
      ['seat_based', 3, 37.5],
      ['onetime', 1, 100],
      ['proration', 1, -10.5],
    ])
    expect(body.total).toBe(178)
  })

  test('prices the total of the period by its tiers, and shows the amount of each', async () => {
    const deal = await givenDeal(api, {
      prices: [
        {
          name: 'Tiered',
          signal: 'ticket',
          pricingModel: 'graduated',
          tiers: [
            { lower: 0, upper: 1000, rate: '0.015' },
            { lower: 1000, upper: null, rate: '0.01' },
          ],
        },
      ],
      subscription: SINCE_JANUARY,
    })
    for (const _ of [1, 2, 3]) await deal.use('ticket', 500, '2026-03-02T10:00:00Z')
    const body = await deal.generate()
    expect(body.lineItems[0]).toMatchObject({
      quantity: 1500,
      unitPrice: null,
      amount: 20,
      tiers: [
        { lower: 0, upper: 1000, rate: 0.015, units: 1000, amount: 15 },
        { lower: 1000, upper: null, rate: 0.01, units: 500, amount: 5 },
      ],
    })
  })

  test('charges a pool even when nothing was used', async () => {
    const deal = await givenDeal(api, {
      prices: [
        {
          name: 'Pool',
          signal: 'ticket',
          pricingModel: 'credit_pool',
          tiers: [
            { lower: 0, upper: 100, rate: 20 },
            { lower: 100, upper: null, rate: 0.5 },
          ],
        },
      ],
      subscription: SINCE_JANUARY,
    })
    const body = await deal.generate()
    expect(lineTable(body)).toEqual([['usage', 0, 20]])
  })

  test('prorates the fees of a stub by calendar days, and shows it', async () => {
    const deal = await givenDeal(api, {
      prices: [{ name: 'Base fee', chargeType: 'recurring', rate: 31 }],
      subscription: { startDate: '2026-03-05', billingDay: 15 },
    })
    const body = await deal.generate()
    expect(body.periodStart).toBe('2026-03-05T00:00:00.000Z')
    expect(body.periodEnd).toBe('2026-03-15T00:00:00.000Z')
    expect(body.lineItems[0]).toMatchObject({
      amount: 11.07,
      proration: { daysCovered: 10, daysFull: 28 },
    })
  })

  test.each([
    ['USD', 3, 1.01],
    ['JPY', 3, 1],
    ['KWD', 3, 1.005],
  ])('rounds a line once, to the minor unit of %s', async (currency, quantity, amount) => {
    const strategies = [{ ...TICKETS, rate: '0.335' }]
    const deal = await givenDeal(api, {
      prices: strategies,
      plan: { currency },
      subscription: SINCE_JANUARY,
    })
    await deal.use('ticket', quantity, '2026-03-02T10:00:00Z')
    const body = await deal.generate()
    expect(body.currency).toBe(currency)
    expect(body.total).toBe(amount)
  })

  test("uses the customer's time zone for midnight and for clock changes", async () => {
    const deal = await givenDeal(api, {
      customer: { timezone: 'America/New_York' },
      subscription: SINCE_JANUARY,
    })
    await deal.use('ticket', 100, '2026-03-01T04:59:59.999Z')
    await deal.use('ticket', 1, '2026-03-01T05:00:00Z')
    await deal.use('ticket', 2, '2026-04-01T03:59:59.999Z')
    await deal.use('ticket', 100, '2026-04-01T04:00:00Z')
    const body = await deal.generate(MARCH)
    expect(body.periodEnd).toBe('2026-04-01T04:00:00.000Z')
    expect(lineTable(body)).toEqual([['usage', 3, 3]])
  })

  test('is exact to the millisecond where a window ends inside a quarter of an hour', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    await deal.use('ticket', 1, '2026-02-03T10:07:00.000Z')
    await deal.use('ticket', 100, '2026-02-03T10:06:59.999Z')
    await deal.use('ticket', 2, '2026-02-03T12:00:00Z')
    await deal.use('ticket', 4, '2026-02-03T12:07:29.999Z')
    await deal.use('ticket', 100, '2026-02-03T12:07:30Z')
    const body = await deal.generate({
      billingPeriodStart: '2026-02-03T10:07:00Z',
      billingPeriodEnd: '2026-02-03T12:07:30Z',
    })
    expect(lineTable(body)).toEqual([['usage', 7, 7]])
  })

  test('bills work whose cost is unknown', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const record = { customerExternalId: deal.externalId, signalName: 'ticket', quantity: 2 }
    const agent = (await api.get(`/v1/agents/${deal.agentId}`)).body
    await api.record({
      ...record,
      agentCode: agent.agentCode,
      model: 'nobody-knows',
      modelProvider: 'nobody',
    })
    const body = await deal.generate()
    expect(body.total).toBe(2)
    expect(body.totalCost).toBe(0)
  })

  test('gives a negative total to the customer as credit', async () => {
    const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, proratedAmount: -30 } })
    await deal.use('ticket', 10, '2026-01-05T00:00:00Z')
    await deal.use('ticket', 50, '2026-02-05T00:00:00Z')
    const january = await deal.generate(JANUARY)
    expect(lineTable(january)).toEqual([
      ['usage', 10, 10],
      ['proration', 1, -30],
    ])
    expect(january).toMatchObject({ subtotal: -20, creditTotal: -20, total: 0 })
  })
})

describe('rejected requests', () => {
  test.each([
    [{ billingPeriodStart: '2026-03-10', billingPeriodEnd: '2026-03-01' }, 422],
    [{ billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-03-01' }, 422],
    [{ billingPeriodStart: '2031-01-01', billingPeriodEnd: '2031-02-01' }, 422],
    [{ billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-05-01' }, 422],
    [{ billingPeriodStart: '2020-01-01', billingPeriodEnd: '2020-02-01' }, 422],
    [{ billingPeriodStart: 'yesterday' }, 400],
    [{ billingPeriodEnd: '2026-02-30' }, 400],
    [{ customerId: 'not-an-id' }, 400],
    [{ subscriptionId: 42 }, 400],
    [{ unknown: true }, 400],
    [{ customerId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10' }, 404],
    [{ subscriptionId: '019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10' }, 404],
  ])('%j: %i, and nothing is stored', async (fields, status) => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const answer = await deal.tryGenerate(fields)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(await deal.preview(fields).then(({ status }) => status)).toBe(status)
    const list = await api.get(`/v1/invoices?customerId=${deal.customerId}`)
    expect(list.body.data).toEqual([])
  })

  test('another customer of the organization does not own the subscription', async () => {
    const [deal, other] = [
      await givenDeal(api, { subscription: SINCE_JANUARY }),
      await givenDeal(api, { subscription: SINCE_JANUARY }),
    ]
    expect((await deal.tryGenerate({ customerId: other.customerId })).status).toBe(404)
  })

  test('a subscription that has not started has nothing to invoice', async () => {
    const deal = await givenDeal(api, { subscription: { startDate: '2026-05-01' } })
    expect((await deal.tryGenerate()).status).toBe(422)
  })
})

describe('generating again', () => {
  test('recomputes the same draft while it is a draft', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const first = await deal.generate()
    await deal.use('ticket', 5, '2026-03-02T10:00:00Z')
    const second = await deal.generate()
    expect(second).toMatchObject({ id: first.id, invoiceNumber: first.invoiceNumber, total: 5 })
  })

  test('a part of the period of a draft cannot be invoiced separately', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const draft = await deal.generate()
    const part = await deal.tryGenerate({ billingPeriodStart: '2026-03-08' })
    expect(part.status).toBe(409)
    expect(part.body.message).toContain(draft.invoiceNumber)
  })

  test('a void invoice makes room for another one with a number of its own', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const first = await deal.generate()
    const voided = await api.post(`/v1/invoices/${first.id}/void`, {})
    expect(voided.body.status).toBe('void')
    expect((await api.post(`/v1/invoices/${first.id}/void`, {})).status).toBe(409)
    const second = await deal.generate()
    expect(second.id).not.toBe(first.id)
    expect(second.invoiceNumber > first.invoiceNumber).toBe(true)
  })

  test('ten concurrent requests create one draft', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const answers = await Promise.all(Array.from({ length: 10 }, () => deal.tryGenerate()))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  test('concurrent invoices of many subscriptions get distinct numbers without gaps', async () => {
    const deals = []
    for (let n = 0; n < 8; n += 1) deals.push(await givenDeal(api, { subscription: SINCE_JANUARY }))
    const made = await Promise.all(deals.map((deal) => deal.tryGenerate()))
    const numbers = made.map(({ body }) => Number(body.invoiceNumber.slice(4)))
    const sorted = numbers.toSorted((a, b) => a - b)
    expect(sorted).toEqual(sorted.map((_, index) => (sorted[0] ?? 0) + index))
  })
})

test('a preview equals the generated invoice and stores nothing', async () => {
  const deal = await givenDeal(api, {
    prices: [TICKETS, { chargeType: 'recurring', rate: 5 }],
    subscription: SINCE_JANUARY,
  })
  await deal.use('ticket', 5, '2026-03-02T10:00:00Z')
  const preview = (await deal.preview()).body
  expect((await api.get(`/v1/invoices?customerId=${deal.customerId}`)).body.data).toEqual([])
  const body = await deal.generate()
  const withoutIds = ({ id: _, ...line }: Record<string, unknown>) => line
  expect(preview.lineItems.map(withoutIds)).toEqual(body.lineItems.map(withoutIds))
  expect(preview).toMatchObject({ total: body.total, dueDate: body.dueDate, status: 'draft' })
})

test('sending a draft recomputes it with current usage and prices', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 5, '2026-03-02T10:00:00Z')
  const draft = await deal.generate()
  await deal.use('ticket', 2, '2026-03-03T10:00:00Z')
  const path = `/v1/pricing-plans/${deal.planId}/pricing-strategies`
  const [strategy] = (await api.get(path)).body.results
  await api.patch(`${path}/${strategy.id}`, { rate: 3 })
  expect((await api.post(`/v1/invoices/${draft.id}/send`, {})).status).toBe(200)
  const sent = (await api.get(`/v1/invoices/${draft.id}`)).body
  expect(sent).toMatchObject({ status: 'issued', total: 21 })
  expect(sent.lineItems[0].id).toBe(draft.lineItems[0]?.id)
})
