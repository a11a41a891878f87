import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { FEE, givenDeal, givenIssuedInvoice } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, type Invoice, payInvoice, readInvoice } from '../support/invoice.ts'
import { moveClock } from '../support/test-clock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let invoice: Invoice

const t = useTestApp({ now: () => new Date('2026-04-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

beforeEach(async () => {
  invoice = await givenIssuedInvoice(api, 100)
})

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
      const paid = await readInvoice(api, invoice.id)
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
    const first = await payInvoice(api, invoice, 40)
    expect([first.status, ...money(first)]).toEqual(['issued', 40, 0, 60])
    const second = await payInvoice(api, invoice, 59.99)
    expect([second.status, ...money(second)]).toEqual(['issued', 99.99, 0, 0.01])
    const third = await payInvoice(api, invoice, 0.01)
    expect([third.status, ...money(third)]).toEqual(['paid', 100, 0, 0])
    expect(third.payments).toHaveLength(3)
  })

  test('pays an overdue invoice', async () => {
    await moveClock(api, '2026-05-25T12:00:00Z')
    expect((await readInvoice(api, invoice.id)).status).toBe('overdue')
    const part = await payInvoice(api, invoice, 10)
    expect([part.status, ...money(part)]).toEqual(['overdue', 10, 0, 90])
    expect((await payInvoice(api, invoice, 90)).status).toBe('paid')
  })

  test('leaves total and lines as they are', async () => {
    const { lineItems, total } = await payInvoice(api, invoice, 40)
    expect({ lineItems, total }).toEqual({ lineItems: invoice.lineItems, total: 100 })
  })

  test.each([100.01, 1000])('of %d, more than is due, is a 409 and is not kept', async (amount) => {
    expect((await pay({ ...CASH, amount })).status).toBe(409)
    expect(await readInvoice(api, invoice.id)).toEqual(invoice)
  })

  test('of more than a first part left is a 409', async () => {
    const part = await payInvoice(api, invoice, 40)
    expect((await pay({ ...CASH, amount: 60.01 })).status).toBe(409)
    expect(await readInvoice(api, invoice.id)).toEqual(part)
  })

  test('of a paid invoice is refused', async () => {
    const paid = await payInvoice(api, invoice, 100)
    expect([400, 409]).toContain((await pay({ ...CASH, amount: 1 })).status)
    expect(await readInvoice(api, invoice.id)).toEqual(paid)
  })

  test('of a draft is refused', async () => {
    const draft = await (await givenDeal(api, { prices: [FEE] })).generate()
    expect([400, 409]).toContain((await pay({ ...CASH, amount: 49 }, draft)).status)
    expect(await readInvoice(api, draft.id)).toEqual(draft)
  })

  test.each<[string, Fields]>([
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 'all' }],
    ['paidAt', { paidAt: 'yesterday' }],
    ['paidAt', { paidAt: '2026-02-30' }],
  ])('is refused with 400 naming %s: %j', async (field, fields) => {
    const answer = await pay({ ...CASH, ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
    expect(await readInvoice(api, invoice.id)).toEqual(invoice)
  })

  test('of a fraction of a cent is refused', async () => {
    expect([400, 422]).toContain((await pay({ ...CASH, amount: 0.001 })).status)
    expect(await readInvoice(api, invoice.id)).toEqual(invoice)
  })

  test('sent twice with one Idempotency-Key is taken once', async () => {
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: `${INVOICES}/${invoice.id}/payments`,
        headers: { 'x-api-key': organization.secretKey, 'idempotency-key': 'pay-1' },
        payload: { amount: 40, method: 'cash' },
      })
    const answers = [await send(), await send()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[1]?.body).toBe(answers[0]?.body)
    expect(money(await readInvoice(api, invoice.id))).toEqual([40, 0, 60])
  })
})

describe('payments at once', () => {
  test('never exceed the amount due: the later ones are 409', async () => {
    const answers = await Promise.all(times(6, () => pay({ ...CASH, amount: 40 })))
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409])
    expect(money(await readInvoice(api, invoice.id))).toEqual([80, 0, 20])
  })

  test('of the whole amount pay once', async () => {
    const answers = await Promise.all(times(5, () => pay(CASH)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const paid = await readInvoice(api, invoice.id)
    expect([paid.status, paid.payments.length]).toEqual(['paid', 1])
  })
})

test('the currency decides the smallest payment', async () => {
  const yen = await givenIssuedInvoice(api, 100, { plan: { currency: 'JPY' } })
  expect([400, 422]).toContain((await pay({ ...CASH, amount: 0.5 }, yen)).status)
  expect((await payInvoice(api, yen, 1)).amountDue).toEqual(expect.anything())
  const dinar = await givenIssuedInvoice(api, 1, { plan: { currency: 'KWD' } })
  expect(money(await payInvoice(api, dinar, 0.001))).toEqual([0.001, 0, 0.999])
})
