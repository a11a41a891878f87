import { beforeEach, describe, expect, test } from 'vitest'
import { newIdAt } from '../../src/platform/id.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal } from '../support/deal.ts'
import {
  type Fields,
  givenAgent,
  givenPlan,
  givenStrategies,
  givenSubscription,
  givenTaxRate,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, MARCH, month, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { moveClock } from '../support/test-clock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Credit from invoices belongs to the customer, whichever subscription it came from. */
let now = new Date('2026-03-20T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(() => {
  now = new Date('2026-03-20T12:00:00Z')
})

const APRIL = month('2026-04-01', '2026-05-01')

const balances = async ({ customerId }: Pick<Deal, 'customerId'>) => {
  const { creditBalances } = (await api.get(`/v1/customers/${customerId}`)).body
  const list = (await api.get('/v1/customers?limit=100')).body.results
  const listed = list.find(({ id }: { id: string }) => id === customerId)
  expect(listed.creditBalances).toEqual(creditBalances)
  return creditBalances
}
const usd = (amount: number) => (amount === 0 ? [] : [{ currency: 'USD', amount }])

/** Creates a customer with a credit of 30 from a subscription. */
async function withCredit(fields: { plan?: Fields } = {}): Promise<Deal> {
  const subscription = { proratedAmount: -30 }
  const deal = await givenDeal(api, { prices: [flatPrice('page', 1)], subscription, ...fields })
  await sendInvoice(api, await deal.generate(MARCH))
  return deal
}

/** Creates another subscription of the customer, for another agent, at that fee. */
async function another(
  { customerId }: Deal,
  { rate, ...fields }: { rate: number; currency?: string },
) {
  const { id: agentId } = await givenAgent(api)
  const { id: planId } = await givenPlan(api, { agentId, ...fields })
  await givenStrategies(api, planId, { chargeType: 'recurring', rate })
  const { id } = await givenSubscription(api, { planId, agentId, customerId })
  const ids = { customerId, subscriptionId: id as string }
  return (window: Fields = MARCH) => must(api.post(`${INVOICES}/generate`, { ...ids, ...window }))
}

describe('the credit of a negative total', () => {
  test("is the customer's credit, taxes included, and the invoice is 0", async () => {
    await givenTaxRate(api, { name: 'VAT', percentage: 20, isDefault: true })
    const deal = await givenDeal(api, {
      prices: [flatPrice('page', 1)],
      subscription: { proratedAmount: -30 },
    })
    const draft = await deal.generate(MARCH)
    expect(draft).toMatchObject({ subtotal: -30, taxTotal: -6, creditTotal: -36, total: 0 })
    expect(await balances(deal)).toEqual([])
    const sent = await sendInvoice(api, draft)
    expect(sent).toMatchObject({ creditTotal: -36, total: 0, amountDue: 0 })
    expect(await balances(deal)).toEqual(usd(36))
  })

  test('is used by the first finalized invoice of any subscription', async () => {
    const deal = await withCredit()
    expect(await balances(deal)).toEqual(usd(30))
    const [first, second] = [await another(deal, { rate: 20 }), await another(deal, { rate: 20 })]
    const drafts = [await first(), await second()]
    expect(drafts.map(({ creditTotal, total }) => [creditTotal, total])).toEqual([
      [20, 0],
      [20, 0],
    ])
    expect(await balances(deal)).toEqual(usd(30))
    expect(await sendInvoice(api, drafts[1])).toMatchObject({ creditTotal: 20, total: 0 })
    expect(await balances(deal)).toEqual(usd(10))
    expect(await sendInvoice(api, drafts[0])).toMatchObject({
      creditTotal: 10,
      total: 10,
      amountDue: 10,
    })
    expect(await balances(deal)).toEqual([])
  })

  test('is used once by invoices that become final concurrently', async () => {
    const deal = await withCredit()
    const drafts = []
    for (const generate of await Promise.all(times(4, () => another(deal, { rate: 20 })))) {
      drafts.push(await generate())
    }
    const sent = await Promise.all(drafts.map((draft) => sendInvoice(api, draft)))
    const taken = sent.map((invoice) => Number(invoice.creditTotal))
    expect(taken.reduce((all, one) => all + one, 0)).toBe(30)
    expect(sent.reduce((all, { total }) => all + Number(total), 0)).toBe(50)
    expect(await balances(deal)).toEqual([])
  })

  test('is not used in another currency', async () => {
    const deal = await withCredit()
    const euros = await another(deal, { rate: 20, currency: 'EUR' })
    expect(await sendInvoice(api, await euros())).toMatchObject({ creditTotal: 0, total: 20 })
    expect(await balances(deal)).toEqual(usd(30))
  })

  test('is returned when the invoice that used it is voided', async () => {
    const deal = await withCredit()
    const generate = await another(deal, { rate: 50 })
    const invoice = await sendInvoice(api, await generate())
    expect(await balances(deal)).toEqual([])
    await voidInvoice(api, invoice)
    expect(await balances(deal)).toEqual(usd(30))
    expect(await sendInvoice(api, await generate())).toMatchObject({ creditTotal: 30, total: 20 })
  })

  test('is taken back when the invoice that gave it is voided, unless it is spent', async () => {
    const subscription = { proratedAmount: -30 }
    const deal = await givenDeal(api, { prices: [flatPrice('page', 1)], subscription })
    const march = await sendInvoice(api, await deal.generate(MARCH))
    const generate = await another(deal, { rate: 50 })
    const spent = await sendInvoice(api, await generate())
    const refused = await api.post(`${INVOICES}/${march.id}/void`, {})
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(march.invoiceNumber)
    await voidInvoice(api, spent)
    await voidInvoice(api, march)
    expect(await balances(deal)).toEqual([])
    expect(await deal.generate(MARCH)).toMatchObject({ creditTotal: -30 })
  })

  test('does not affect the margin', async () => {
    const deal = await withCredit()
    const generate = await another(deal, { rate: 20 })
    expect(await generate()).toMatchObject({ total: 0, margin: 20 })
  })

  test('makes no further invoices once the subscription has ended', async () => {
    const subscription = { startDate: '2026-03-01', endDate: '2026-03-31', proratedAmount: -30 }
    const deal = await givenDeal(api, { prices: [flatPrice('page', 1)], subscription })
    await moveClock(api, '2027-03-01T00:00:00Z')
    const { data } = (await api.get(`${INVOICES}?customerId=${deal.customerId}`)).body
    expect(data).toHaveLength(1)
    expect(await balances(deal)).toEqual(usd(30))
  })

  test('comes from late usage after the end, but not from usage that changes no amount', async () => {
    const volume = [
      { lower: 0, upper: 10, rate: 1 },
      { lower: 10, upper: 20, rate: 0.5 },
      { lower: 20, upper: null, rate: 0 },
    ]
    const prices = [{ signal: 'page', pricingModel: 'volume', tiers: volume }]
    const deal = await givenDeal(api, { prices, subscription: { endDate: '2026-03-31' } })
    await deal.use('page', 10, '2026-03-05T00:00:00Z')
    await moveClock(api, '2026-04-03T00:00:00Z')
    await deal.use('page', 2, '2026-03-05T00:00:00Z')
    await moveClock(api, '2026-06-03T00:00:00Z')
    expect(await balances(deal)).toEqual(usd(4))
    await deal.use('page', 9, '2026-03-05T00:00:00Z')
    await moveClock(api, '2026-08-03T00:00:00Z')
    expect(await balances(deal)).toEqual(usd(10))
    await deal.use('page', 9, '2026-03-05T00:00:00Z')
    await moveClock(api, '2027-01-03T00:00:00Z')
    expect(await balances(deal)).toEqual(usd(10))
    // A line with a quantity creates an invoice, even if its amount is 0.
    const { data } = (await api.get(`${INVOICES}?customerId=${deal.customerId}`)).body
    expect(data).toHaveLength(4)
  })
})

describe('a payout', () => {
  const payOut = ({ customerId }: Deal, body: Fields) =>
    api.post(`/v1/customers/${customerId}/credit-payouts`, { currency: 'USD', ...body })

  test('takes from the balance, never more than there is', async () => {
    const deal = await withCredit()
    const paid = await payOut(deal, { amount: 12.5, reference: ' ZX-1 ' })
    expect(paid.status).toBe(201)
    expect(paid.body).toMatchObject({
      customerId: deal.customerId,
      currency: 'USD',
      amount: 12.5,
      reference: 'ZX-1',
      creditBalance: 17.5,
    })
    const refused = await payOut(deal, { amount: '17.51' })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('17.5')
    expect((await payOut(deal, { currency: 'EUR', amount: 1 })).status).toBe(409)
    expect(await balances(deal)).toEqual(usd(17.5))
  })

  test('is recorded once for two concurrent requests', async () => {
    const deal = await withCredit()
    const answers = await Promise.all(times(4, () => payOut(deal, { amount: 20 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await balances(deal)).toEqual(usd(10))
  })

  test('and a concurrent invoice spend it once', async () => {
    const deal = await withCredit()
    const draft = await (await another(deal, { rate: 20 }))()
    const [paid, sent] = await Promise.all([payOut(deal, { amount: 30 }), sendInvoice(api, draft)])
    expect([
      [201, 0],
      [409, 20],
    ]).toContainEqual([paid.status, sent.creditTotal])
    expect(await balances(deal)).toEqual(usd(paid.status === 201 ? 0 : 10))
  })

  test.each([
    [{ amount: 0 }, 400],
    [{ amount: -5 }, 400],
    [{ amount: 1.001 }, 400],
    [{ amount: 'ten' }, 400],
  ])('of %j is %i', async (body, status) => {
    const deal = await withCredit()
    expect((await payOut(deal, body)).status).toBe(status)
    expect(await balances(deal)).toEqual(usd(30))
  })
})

test('credit is shown on the invoice that used it, between taxes and total', async () => {
  const deal = await withCredit()
  const generate = await another(deal, { rate: 50 })
  const { id } = await sendInvoice(api, await generate())
  const [mail] = (await api.get(`/v1/emails?invoiceId=${id}`)).body.results
  const { body } = await api.get(`/v1/emails/${mail.id}`)
  expect(JSON.stringify(body)).toContain('Credit')
  expect(JSON.stringify(body)).toMatch(/[-\u2212]\$30\.00/)
})

test('credit of March is applied in April', async () => {
  now = new Date('2026-04-20T12:00:00Z')
  const deal = await withCredit()
  await deal.use('page', 50, '2026-04-05T00:00:00Z')
  expect(await deal.generate(APRIL)).toMatchObject({ subtotal: 50, creditTotal: 30, total: 20 })
})

describe('the list of movements', () => {
  const movements = async ({ customerId }: Pick<Deal, 'customerId'>, query = '') =>
    must(api.get(`/v1/customers/${customerId}/credit-movements?${query}`))

  test('has each change with its cause, the latest first, and ends at the balance', async () => {
    const deal = await withCredit()
    const invoice = await sendInvoice(api, await (await another(deal, { rate: 20 }))())
    await voidInvoice(api, invoice)
    const payout = { currency: 'USD', amount: 12, reference: 'ZX-2291' }
    await must(api.post(`/v1/customers/${deal.customerId}/credit-payouts`, payout))
    const { results, totalResults } = await movements(deal)
    expect(totalResults).toBe(4)
    expect(
      results.map((one: Fields) => [one.type, one.amount, one.balanceAfter, one.reference]),
    ).toEqual([
      ['paid_out', -12, 18, 'ZX-2291'],
      ['returned', 20, 30, null],
      ['used', -20, 10, null],
      ['given', 30, 30, null],
    ])
    expect(results[0]).toMatchObject({ invoiceId: null, invoiceNumber: null })
    expect(results[2]).toMatchObject({
      customerId: deal.customerId,
      customerExternalId: deal.externalId,
      currency: 'USD',
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      bookedAt: now.toISOString(),
    })
    expect(await balances(deal)).toEqual(usd(results[0].balanceAfter))
    const second = await movements(deal, 'limit=2&page=2')
    expect(second.results).toEqual(results.slice(2))
    expect((await movements(deal, 'limit=2&page=9')).totalResults).toBe(4)
  })

  test('keeps the order of the balances when the clock of a process was ahead', async () => {
    const deal = await withCredit()
    const ahead = newIdAt(new Date(Date.now() + 60_000))
    await t.database.pool.query('update customer_credits set id = $1 where customer_id = $2', [
      ahead,
      deal.customerId,
    ])
    const payOut = (amount: number) =>
      must(api.post(`/v1/customers/${deal.customerId}/credit-payouts`, { currency: 'USD', amount }))
    await payOut(12)
    await payOut(3)
    const { results } = await movements(deal)
    expect(results.map((one: Fields) => [one.type, one.balanceAfter])).toEqual([
      ['paid_out', 15],
      ['paid_out', 18],
      ['given', 30],
    ])
  })

  test('has the credit of a voided invoice withdrawn, and can be of one currency', async () => {
    const deal = await givenDeal(api, {
      prices: [flatPrice('page', 1)],
      subscription: { proratedAmount: -30 },
    })
    await voidInvoice(api, await sendInvoice(api, await deal.generate(MARCH)))
    const { results } = await movements(deal, 'currency=USD')
    expect(results.map((one: Fields) => [one.type, one.amount, one.balanceAfter])).toEqual([
      ['withdrawn', -30, 0],
      ['given', 30, 30],
    ])
    expect((await movements(deal, 'currency=EUR')).results).toEqual([])
  })
})
