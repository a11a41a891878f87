import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Billing,
  billing,
  FEE,
  type Fields,
  INVOICES,
  type Invoice,
  moveClock,
} from '../scenarios/billing.ts'
import {
  type Api,
  createApi,
  createTestApp,
  createTestOrganization,
  type TestApp,
} from '../support/app.ts'
import { closeProvingRollups, messageOf, times } from './given.ts'

let t: TestApp
let api: Api
let bill: Billing
let invoice: Invoice

beforeAll(async () => {
  t = await createTestApp({ now: () => new Date('2026-04-20T12:00:00Z') })
})

beforeEach(async () => {
  api = createApi(t.app, (await createTestOrganization(t.dependencies)).secretKey)
  bill = billing(api)
  invoice = await bill.issued(100)
})

afterAll(() => closeProvingRollups(t))

const CASH = { amount: 100, method: 'cash' }
const pay = (body: Fields, { id } = invoice) => api.post(`${INVOICES}/${id}/payments`, body)
const money = ({ amountPaid, amountRefunded, amountDue }: Invoice) =>
  [amountPaid, amountRefunded, amountDue].map(Number)

describe('a payment made elsewhere', () => {
  test.each(['card', 'bank_transfer', 'cash', 'check', 'other'])(
    'by %s of the whole amount makes the invoice paid',
    async (method) => {
      const paidAt = '2026-04-19T09:00:00.000Z'
      const answer = await pay({ amount: 100, method, reference: 'TX 1', paidAt })
      expect(answer.status).toBe(201)
      const paid = await bill.read(invoice.id)
      expect([paid.status, ...money(paid)]).toEqual(['paid', 100, 0, 0])
      expect(paid.payments).toHaveLength(1)
      expect(paid.payments[0]).toMatchObject({
        id: expect.any(String),
        method,
        reference: 'TX 1',
        paidAt,
      })
      expect(Number(paid.payments[0]?.amount)).toBe(100)
    },
  )

  test('in parts leaves the rest due and pays the invoice with the last', async () => {
    const first = await bill.pay(invoice, 40)
    expect([first.status, ...money(first)]).toEqual(['issued', 40, 0, 60])
    const second = await bill.pay(invoice, 59.99)
    expect([second.status, ...money(second)]).toEqual(['issued', 99.99, 0, 0.01])
    const third = await bill.pay(invoice, 0.01)
    expect([third.status, ...money(third)]).toEqual(['paid', 100, 0, 0])
    expect(third.payments).toHaveLength(3)
  })

  test('pays an overdue invoice', async () => {
    await moveClock(api, '2026-05-25T12:00:00Z')
    expect((await bill.read(invoice.id)).status).toBe('overdue')
    const part = await bill.pay(invoice, 10)
    expect([part.status, ...money(part)]).toEqual(['overdue', 10, 0, 90])
    expect((await bill.pay(invoice, 90)).status).toBe('paid')
  })

  test('leaves total and lines as they are', async () => {
    const { lineItems, total } = await bill.pay(invoice, 40)
    expect({ lineItems, total }).toEqual({ lineItems: invoice.lineItems, total: 100 })
  })

  test.each([100.01, 1000])('of %d, more than is due, is a 409 and is not kept', async (amount) => {
    expect((await pay({ ...CASH, amount })).status).toBe(409)
    expect(await bill.read(invoice.id)).toEqual(invoice)
  })

  test('of more than a first part left is a 409', async () => {
    const part = await bill.pay(invoice, 40)
    expect((await pay({ ...CASH, amount: 60.01 })).status).toBe(409)
    expect(await bill.read(invoice.id)).toEqual(part)
  })

  test('of a paid invoice is refused', async () => {
    const paid = await bill.pay(invoice, 100)
    expect([400, 409]).toContain((await pay({ ...CASH, amount: 1 })).status)
    expect(await bill.read(invoice.id)).toEqual(paid)
  })

  test('of a draft is refused', async () => {
    const draft = await (await bill.deal([FEE])).generate()
    expect([400, 409]).toContain((await pay({ ...CASH, amount: 49 }, draft)).status)
    expect(await bill.read(draft.id)).toEqual(draft)
  })

  test.each<[string, Fields]>([
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 'all' }],
    ['amount', { amount: null }],
    ['amount', { amount: true }],
    ['method', { method: 'barter' }],
    ['method', { method: 7 }],
    ['paidAt', { paidAt: 'yesterday' }],
    ['paidAt', { paidAt: '2026-02-30' }],
    ['reference', { reference: 7 }],
    ['currency', { currency: 'EUR' }],
  ])('is refused with 400 naming %s: %j', async (field, fields) => {
    const answer = await pay({ ...CASH, ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
    expect(await bill.read(invoice.id)).toEqual(invoice)
  })

  test('of a fraction of a cent is refused', async () => {
    expect([400, 422]).toContain((await pay({ ...CASH, amount: 0.001 })).status)
    expect(await bill.read(invoice.id)).toEqual(invoice)
  })

  test('sent twice with one Idempotency-Key is taken once', async () => {
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: `${INVOICES}/${invoice.id}/payments`,
        headers: { 'x-api-key': key, 'idempotency-key': 'pay-1' },
        payload: { amount: 40, method: 'cash' },
      })
    const keys = await createTestOrganization(t.dependencies)
    const key = keys.secretKey
    api = createApi(t.app, key)
    bill = billing(api)
    invoice = await bill.issued(100)
    const answers = [await send(), await send()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[1]?.body).toBe(answers[0]?.body)
    expect(money(await bill.read(invoice.id))).toEqual([40, 0, 60])
  })
})

describe('payments at once', () => {
  test('never exceed what is due: the later ones are 409', async () => {
    const answers = await Promise.all(times(6, () => pay({ ...CASH, amount: 40 })))
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409])
    expect(money(await bill.read(invoice.id))).toEqual([80, 0, 20])
  })

  test('of the whole amount pay once', async () => {
    const answers = await Promise.all(times(5, () => pay(CASH)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const paid = await bill.read(invoice.id)
    expect([paid.status, paid.payments.length]).toEqual(['paid', 1])
  })
})

test('the currency decides the smallest payment', async () => {
  const yen = await bill.issued(100, { plan: { currency: 'JPY' } })
  expect([400, 422]).toContain((await pay({ ...CASH, amount: 0.5 }, yen)).status)
  expect((await bill.pay(yen, 1)).amountDue).toEqual(expect.anything())
  const dinar = await bill.issued(1, { plan: { currency: 'KWD' } })
  expect(money(await bill.pay(dinar, 0.001))).toEqual([0.001, 0, 0.999])
})
