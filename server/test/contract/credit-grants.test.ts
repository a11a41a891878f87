import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { type Fields, givenCustomer, givenTaxRate, unique } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  expectToAddUp,
  INVOICES,
  type Invoice,
  month,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Grants of credit, what invoices draw of them, and what comes back. */
let now = new Date('2026-03-20T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

beforeEach(() => {
  now = new Date('2026-03-20T12:00:00Z')
})

const FEBRUARY = month('2026-02-01', '2026-03-01')
const MARCH = month('2026-03-01', '2026-04-01')

type Customer = Pick<Deal, 'customerId'>

const grantsOf = ({ customerId }: Customer) => `/v1/customers/${customerId}/credit-grants`
const tryGrant = (to: Customer, fields: Fields) =>
  api.post(grantsOf(to), { kind: 'paid', currency: 'USD', ...fields })
const grant = (to: Customer, fields: Fields) =>
  must(tryGrant(to, { effectiveAt: '2026-01-01', ...fields }))
const expire = (to: Customer, { id }: { id: string }) =>
  api.post(`${grantsOf(to)}/${id}/expire`, undefined)
const left = async (of: Customer): Promise<Record<string, number>> => {
  const { results } = await must(api.get(`${grantsOf(of)}?limit=100`))
  return Object.fromEntries(results.map((one: Fields) => [one.name, one.left]))
}
const movements = async ({ customerId }: Customer) => {
  const { results } = await must(api.get(`/v1/customers/${customerId}/credit-movements`))
  return results.map((one: Fields) => [one.type, one.amount, one.balanceAfter])
}
const balances = async ({ customerId }: Customer) =>
  (await must(api.get(`/v1/customers/${customerId}`))).creditBalances
const differences = async () =>
  (
    await must(api.get('/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-12-31'))
  ).checks.flatMap((check: { differences: unknown[] }) => check.differences)

const withFee = (rate: number, fields: Fields = {}) =>
  givenDeal(api, {
    prices: [{ chargeType: 'recurring', rate }],
    subscription: SINCE_JANUARY,
    ...fields,
  })
/** Creates a customer who pays one dollar a page. */
const withPages = () =>
  givenDeal(api, { prices: [flatPrice('page', 1)], subscription: SINCE_JANUARY })

const send = async (deal: Deal, window: Fields): Promise<Invoice> => {
  const sent = await sendInvoice(api, await deal.generate(window))
  expectToAddUp(sent)
  return sent
}

describe('an invoice', () => {
  test('uses promotional credit before tax, then paid credit after it', async () => {
    await givenTaxRate(api, { name: 'VAT', percentage: 20, isDefault: true })
    const deal = await withFee(50)
    const { id: grantId } = await grant(deal, {
      ...{ kind: 'promotional', amount: 30, name: 'Welcome' },
    })
    await grant(deal, { amount: 10, name: 'Bought' })
    const expected = {
      subtotal: 50,
      promotions: [{ grantId, name: 'Welcome', amount: 30 }],
      promotionTotal: 30,
      netTotal: 20,
      taxTotal: 4,
      creditTotal: 10,
      total: 14,
    }
    const draft = await deal.generate(MARCH)
    expect(draft).toMatchObject(expected)
    expect((await deal.preview(MARCH)).body).toMatchObject(expected)
    expect(await left(deal)).toEqual({ Welcome: 30, Bought: 10 })
    expect(await sendInvoice(api, draft)).toMatchObject({ ...expected, amountDue: 14 })
    expect(await left(deal)).toEqual({ Welcome: 0, Bought: 0 })
    expect(await movements(deal)).toEqual([
      ['used', -10, 0],
      ['used', -30, 0],
      ['granted', 10, 10],
      ['granted', 30, 30],
    ])
    expect(await differences()).toEqual([])
  })

  test('has its draws in the movements of each grant, with the balances of all grants', async () => {
    const deal = await withFee(50)
    const first = await grant(deal, { amount: 20, name: 'First' })
    await grant(deal, { amount: 10, name: 'Second' })
    await send(deal, MARCH)
    const of = async (query: string) => {
      const path = `/v1/customers/${deal.customerId}/credit-movements?${query}`
      const { results, totalResults } = await must(api.get(path))
      return [totalResults, ...results.map((one: Fields) => [one.amount, one.balanceAfter])]
    }
    const upper = first.id.toUpperCase()
    expect(await of(`grantId=${upper}`)).toEqual([2, [-20, 10], [20, 20]])
    expect(await of(`grantId=${first.id}&limit=1&page=2`)).toEqual([2, [20, 20]])
    expect(await of(`grantId=${first.id}&currency=EUR`)).toEqual([0])
    expect(await of(`grantId=${deal.customerId}`)).toEqual([0])
  })

  test('uses what coupons leave, and no more than is due', async () => {
    const deal = await withFee(50)
    const coupon = await must(api.post('/v1/coupons', { name: 'Half', percentOff: 50 }))
    await must(api.post('/v1/discounts', { couponId: coupon.id, customerId: deal.customerId }))
    await grant(deal, { kind: 'promotional', amount: 40, name: 'Welcome' })
    expect(await send(deal, MARCH)).toMatchObject({
      discountTotal: 25,
      promotionTotal: 25,
      total: 0,
    })
    expect(await left(deal)).toEqual({ Welcome: 15 })
  })

  test('draws one posting of each grant, by priority, expiry and age', async () => {
    const deal = await withFee(60)
    await grant(deal, { amount: 10, name: 'fourth' })
    await grant(deal, { amount: 10, name: 'third', expiresAt: '2026-12-31' })
    await grant(deal, { amount: 10, name: 'second', expiresAt: '2026-06-30' })
    await grant(deal, { amount: 10, name: 'first', priority: 10 })
    await grant(deal, { amount: 10, name: 'last', priority: 51, expiresAt: '2026-05-01' })
    await grant(deal, { amount: 10, name: 'fifth' })
    await grant(deal, { amount: 10, name: 'euros', currency: 'EUR', priority: 0 })
    const { creditTotal, total } = await send(deal, MARCH)
    expect([creditTotal, total]).toEqual([60, 0])
    const { results } = await must(
      api.get(`/v1/customers/${deal.customerId}/credit-movements?limit=6`),
    )
    const list = (await must(api.get(`${grantsOf(deal)}?currency=USD`))).results
    const nameOf = new Map(list.map((one: Fields) => [one.id, one.name]))
    expect(results.map((one: Fields) => nameOf.get(one.grantId))).toEqual([
      ...['last', 'fifth', 'fourth', 'third', 'second', 'first'],
    ])
    expect((await left(deal)).euros).toBe(10)
  })

  test.each([
    ['expired within its period', { expiresAt: '2026-03-10' }, 10],
    ['expired before its period', { expiresAt: '2026-03-01' }, 0],
    ['began within its period', { effectiveAt: '2026-03-31' }, 10],
    ['begins after its period', { effectiveAt: '2026-04-01' }, 0],
    ['is of another currency', { currency: 'EUR' }, 0],
  ])('and a grant that %s', async (_, terms, drawn) => {
    const deal = await withFee(50)
    now = new Date('2026-02-10T12:00:00Z')
    await grant(deal, { amount: 10, ...terms })
    now = new Date('2026-04-02T12:00:00Z')
    expect(await send(deal, MARCH)).toMatchObject({ creditTotal: drawn, total: 50 - drawn })
  })

  test('shows amounts as large as an invoice can be, exactly', async () => {
    const deal = await withFee(90_000_000)
    await grant(deal, { amount: 89_999_999.99, name: 'Bought' })
    expect(await send(deal, MARCH)).toMatchObject({ creditTotal: 89_999_999.99, total: 0.01 })
    expect(await left(deal)).toEqual({ Bought: 0 })
  })

  test('prints promotional credit by name, below the discounts', async () => {
    const deal = await withFee(50)
    await grant(deal, { kind: 'promotional', amount: 30, name: 'Welcome gift' })
    const { id } = await send(deal, MARCH)
    const [mail] = (await api.get(`/v1/emails?invoiceId=${id}`)).body.results
    const { body } = await api.get(`/v1/emails/${mail.id}`)
    expect(JSON.stringify(body)).toContain('Welcome gift')
    expect(JSON.stringify(body)).toMatch(/[-−]\$30\.00/)
  })
})

describe('a void invoice', () => {
  test('gives each grant back what it drew', async () => {
    const deal = await withFee(50)
    await grant(deal, { kind: 'promotional', amount: 30, name: 'Welcome' })
    await grant(deal, { amount: 15, name: 'Bought' })
    await grant(deal, { amount: 15, name: 'Later' })
    const invoice = await send(deal, MARCH)
    expect(await left(deal)).toEqual({ Welcome: 0, Bought: 0, Later: 10 })
    await voidInvoice(api, invoice)
    expect(await left(deal)).toEqual({ Welcome: 30, Bought: 15, Later: 15 })
    expect(await send(deal, MARCH)).toMatchObject({ promotionTotal: 30, creditTotal: 20 })
    expect(await differences()).toEqual([])
  })

  test('gives what it drew of an expired grant to a new one of 30 days', async () => {
    const deal = await withFee(50)
    await grant(deal, { kind: 'promotional', amount: 30, name: 'Old', expiresAt: '2026-03-25' })
    const invoice = await send(deal, MARCH)
    now = new Date('2026-04-20T12:00:00Z')
    await voidInvoice(api, invoice)
    const { results } = await must(api.get(grantsOf(deal)))
    expect(results).toMatchObject([
      {
        ...{ kind: 'promotional', name: 'Old', amount: 30, left: 30, source: 'returned' },
        ...{ status: 'active', effectiveAt: '2026-01-01T00:00:00.000Z', invoiceId: null },
        expiresAt: '2026-05-20T12:00:00.000Z',
      },
      { left: 0, status: 'expired', expiresAt: '2026-03-25T00:00:00.000Z' },
    ])
    expect(await send(deal, MARCH)).toMatchObject({ promotionTotal: 30, total: 20 })
    expect(await differences()).toEqual([])
  })
})

describe('a correction', () => {
  /** Sends the invoice of 50 pages in February, and takes back that many afterwards. */
  async function givenCorrected(promotional: number, rejected: number) {
    const deal = await withPages()
    await grant(deal, {
      ...{ kind: 'promotional', amount: promotional, name: 'Welcome' },
    })
    const { eventId } = await deal.use('page', rejected, '2026-02-05T00:00:00Z')
    await deal.use('page', 50 - rejected, '2026-02-06T00:00:00Z')
    expect(await send(deal, FEBRUARY)).toMatchObject({ promotionTotal: promotional })
    await must(api.post(`/v1/events/${eventId}/void`, {}))
    return deal
  }

  test('of less than the promotional credit gives no credit', async () => {
    const deal = await givenCorrected(30, 20)
    const corrected = await send(deal, MARCH)
    expect(corrected).toMatchObject({
      ...{ subtotal: -20, promotionTotal: -20, creditTotal: 0, total: 0 },
      promotions: [{ name: 'Welcome', amount: -20 }],
    })
    expect(await left(deal)).toEqual({ Welcome: 20 })
    expect(await balances(deal)).toEqual([])
    expect(await differences()).toEqual([])
  })

  test('of more gives the rest as credit, and voiding it takes both back', async () => {
    await givenTaxRate(api, { name: 'VAT', percentage: 20, isDefault: true })
    const deal = await givenCorrected(30, 45)
    const corrected = await send(deal, MARCH)
    expect(corrected).toMatchObject({
      ...{ subtotal: -45, promotionTotal: -30, netTotal: -15, taxTotal: -3 },
      ...{ creditTotal: -18, total: 0 },
    })
    const name = `Credit from ${corrected.invoiceNumber}`
    expect(await left(deal)).toEqual({ Welcome: 30, [name]: 18 })
    expect(await balances(deal)).toEqual([{ currency: 'USD', amount: 18 }])
    await voidInvoice(api, corrected)
    expect(await left(deal)).toEqual({ Welcome: 0, [name]: 0 })
    expect(await differences()).toEqual([])
  })

  test('of a period whose grant has expired returns it as a new grant of 30 days', async () => {
    const deal = await givenCorrected(30, 20)
    const [welcome] = (await must(api.get(grantsOf(deal)))).results
    await must(expire(deal, welcome))
    await send(deal, MARCH)
    const { results } = await must(api.get(grantsOf(deal)))
    expect(results).toMatchObject([
      { name: 'Welcome', amount: 20, left: 20, source: 'returned', status: 'active' },
      { name: 'Welcome', amount: 30, left: 0, status: 'expired' },
    ])
    expect(await differences()).toEqual([])
  })

  test('and usage of the same invoice share what returns', async () => {
    const deal = await givenCorrected(30, 20)
    await deal.use('page', 8, '2026-03-05T00:00:00Z')
    expect(await send(deal, MARCH)).toMatchObject({
      ...{ subtotal: -12, promotionTotal: -12, creditTotal: 0, total: 0 },
      promotions: [{ name: 'Welcome', amount: -12 }],
    })
    expect(await left(deal)).toEqual({ Welcome: 12 })
  })
})

test('only credit of corrections is paid out', async () => {
  const deal = await givenDeal(api, { subscription: { proratedAmount: -20 } })
  await send(deal, MARCH)
  await grant(deal, { amount: 100, name: 'Bought' })
  await grant(deal, { kind: 'promotional', amount: 100, name: 'Welcome' })
  expect(await balances(deal)).toEqual([{ currency: 'USD', amount: 120 }])
  const payOut = (amount: number) =>
    api.post(`/v1/customers/${deal.customerId}/credit-payouts`, { currency: 'USD', amount })
  expect((await payOut(20.01)).status).toBe(409)
  expect((await payOut(15)).body).toMatchObject({ amount: 15, creditBalance: 5 })
  expect((await payOut(6)).status).toBe(409)
  expect(await left(deal)).toMatchObject({ Bought: 100, Welcome: 100 })
  expect(await balances(deal)).toEqual([{ currency: 'USD', amount: 105 }])
})

describe('a grant', () => {
  test('has its terms and its state', async () => {
    const deal = await withFee(10)
    const sent = {
      ...{ kind: 'promotional', currency: 'USD', amount: '12.50', name: ' Welcome ' },
      ...{ priority: 7, effectiveAt: '2026-03-25', expiresAt: '2026-04-01T08:00:00+02:00' },
    }
    const created = await api.post(grantsOf(deal), sent)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      ...{ customerId: deal.customerId, customerExternalId: deal.externalId },
      ...{ kind: 'promotional', name: 'Welcome', currency: 'USD', amount: 12.5, left: 12.5 },
      ...{ status: 'scheduled', priority: 7, source: 'manual', invoiceId: null },
      ...{ effectiveAt: '2026-03-25T00:00:00.000Z', expiresAt: '2026-04-01T06:00:00.000Z' },
    })
    const statusAt = async (at: string) => {
      now = new Date(at)
      return (await must(api.get(grantsOf(deal)))).results[0].status
    }
    expect(await statusAt('2026-03-25T00:00:00Z')).toBe('active')
    expect(await statusAt('2026-04-01T06:00:00Z')).toBe('expired')
    expect(await must(tryGrant(deal, { amount: 1 }))).toMatchObject({
      effectiveAt: now.toISOString(),
      ...{ name: 'Prepaid credit', priority: 50, expiresAt: null, status: 'active' },
    })
  })

  test.each([
    [{ amount: 0 }, 400],
    [{ amount: -5 }, 400],
    [{ amount: 1.001 }, 400],
    [{ amount: '1e400' }, 400],
    [{ amount: 1_000_000_000_000_000_000 }, 400],
    [{ amount: 5, currency: 'usd' }, 400],
    [{ amount: 5, currency: 'XYZ' }, 400],
    [{ amount: 5, kind: 'correction' }, 400],
    [{ amount: 5, priority: 101 }, 400],
    [{ amount: 5, priority: 1.5 }, 400],
    [{ amount: 5, name: ' ' }, 400],
    [{ amount: 5, expiresAt: 'soon' }, 400],
    [{ amount: 5, expiresAt: '2026-03-20T12:00:00Z' }, 422],
    [{ amount: 5, effectiveAt: '2026-05-01', expiresAt: '2026-05-01' }, 422],
    [{ amount: 5, validUntil: '2026-05-01' }, 400],
  ])('of %j is refused with %i', async (fields, status) => {
    const deal = await withFee(10)
    expect((await tryGrant(deal, fields)).status).toBe(status)
    expect(await left(deal)).toEqual({})
  })

  test('that expires by hand is used by no further invoice, and expires once', async () => {
    const deal = await withFee(50)
    const bought = await grant(deal, { amount: 30, name: 'Bought' })
    await send(deal, FEBRUARY)
    const more = await grant(deal, { amount: 30, name: 'More' })
    const answers = await Promise.all(times(3, () => expire(deal, more)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body).toMatchObject({ left: 0, status: 'expired' })
    expect((await expire(deal, bought)).body).toMatchObject({ left: 0, status: 'expired' })
    expect(await send(deal, MARCH)).toMatchObject({ creditTotal: 0, total: 50 })
    expect(await movements(deal)).toEqual([
      ['expired', -30, 0],
      ['granted', 30, 30],
      ['used', -30, 0],
      ['granted', 30, 30],
    ])
  })

  test('of another customer or organization is not found', async () => {
    const [deal, other] = [await withFee(50), await withFee(50)]
    const bought = await grant(deal, { amount: 30, name: 'Bought' })
    expect((await expire(other, bought)).status).toBe(404)
    expect((await expire(deal, { id: '01890000-0000-7000-8000-000000000000' })).status).toBe(404)
    const stranger = { customerId: '01890000-0000-7000-8000-000000000000' }
    expect((await tryGrant(stranger, { amount: 1 })).status).toBe(404)
    expect((await api.get(grantsOf(stranger))).status).toBe(404)
    expect(await left(deal)).toEqual({ Bought: 30 })
  })

  test('is given once when its request is repeated', async () => {
    const deal = await withFee(50)
    const key = unique('key')
    const body = { kind: 'paid', currency: 'USD', amount: 5, name: 'Bought' }
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: grantsOf(deal),
        headers: { 'x-api-key': organization.secretKey, 'idempotency-key': key },
        payload: body,
      })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await left(deal)).toEqual({ Bought: 5 })
    expect(await movements(deal)).toHaveLength(1)
  })

  test('is not given to a customer that is deleted', async () => {
    const { id: customerId } = await givenCustomer(api)
    expect((await api.delete(`/v1/customers/${customerId}`)).status).toBe(204)
    expect((await tryGrant({ customerId }, { amount: 1 })).status).toBe(404)
  })
})

describe('at the same time', () => {
  test('two invoices draw a grant once', async () => {
    const deal = await withFee(20)
    await grant(deal, { amount: 30, name: 'Bought' })
    await grant(deal, { kind: 'promotional', amount: 5, name: 'Welcome' })
    const drafts = [await deal.generate(FEBRUARY), await deal.generate(MARCH)]
    const sent = await Promise.all(drafts.map((draft) => sendInvoice(api, draft)))
    const sumOf = (field: 'creditTotal' | 'total') =>
      sent.reduce((all, invoice) => all + Number(invoice[field]), 0)
    expect([sumOf('creditTotal'), sumOf('total')]).toEqual([30, 5])
    expect(await left(deal)).toEqual({ Bought: 0, Welcome: 0 })
    expect(await differences()).toEqual([])
  })

  test('an invoice and an expiry use a grant once', async () => {
    const deal = await withFee(20)
    const bought = await grant(deal, { amount: 30, name: 'Bought' })
    const draft = await deal.generate(MARCH)
    const [sent, expired] = await Promise.all([sendInvoice(api, draft), expire(deal, bought)])
    expect(expired.status).toBe(200)
    expect([
      [20, 0],
      [0, 20],
    ]).toContainEqual([sent.creditTotal, sent.total])
    const types = (await movements(deal)).map(([type, amount]: [string, number]) => [type, amount])
    expect(types).toEqual(
      sent.creditTotal === 20
        ? [
            ['expired', -10],
            ['used', -20],
            ['granted', 30],
          ]
        : [
            ['expired', -30],
            ['granted', 30],
          ],
    )
    expect(await differences()).toEqual([])
  })

  test('voiding one invoice and sending another leave no grant below zero', async () => {
    const deal = await withFee(20)
    await grant(deal, { amount: 30, name: 'Bought' })
    const first = await send(deal, FEBRUARY)
    const draft = await deal.generate(MARCH)
    const [second] = await Promise.all([sendInvoice(api, draft), voidInvoice(api, first)])
    expect([10, 20]).toContain(second.creditTotal)
    expect(await left(deal)).toEqual({ Bought: 30 - Number(second.creditTotal) })
    expect(await differences()).toEqual([])
  })

  test('voiding the invoice that gave credit and sending one that spends it spend it once', async () => {
    const deal = await givenDeal(api, {
      prices: [{ chargeType: 'recurring', rate: 20 }],
      subscription: { ...SINCE_JANUARY, proratedAmount: -30 },
    })
    const gave = await send(deal, FEBRUARY)
    expect(gave.creditTotal).toBe(-10)
    const draft = await deal.generate(MARCH)
    const [sent, voided] = await Promise.all([
      sendInvoice(api, draft),
      api.post(`${INVOICES}/${gave.id}/void`, undefined),
    ])
    // After the void, the correction is on the invoice that is sent.
    expect([
      [10, 409],
      [-10, 200],
    ]).toContainEqual([sent.creditTotal, voided.status])
    expect(await differences()).toEqual([])
  })
})
