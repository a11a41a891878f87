import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Billing,
  billing,
  type Deal,
  FEE,
  flatPrice,
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
import { closeProvingRollups, messageOf } from './given.ts'

let t: TestApp
let api: Api
let bill: Billing
let deal: Deal

beforeAll(async () => {
  t = await createTestApp({ now: () => new Date('2026-03-20T12:00:00Z') })
})

beforeEach(async () => {
  api = createApi(t.app, (await createTestOrganization(t.dependencies)).secretKey)
  bill = billing(api)
  deal = await bill.deal([FEE, flatPrice('page', 1)])
  await deal.use('page', 5, '2026-03-10T00:00:00Z')
})

afterAll(() => closeProvingRollups(t))

const cancel = ({ id }: { id: string }) => api.post(`${INVOICES}/${id}/void`, undefined)
const pay = (invoice: Invoice) => bill.pay(invoice, 54)
const refund = async (invoice: Invoice) => {
  const { payments } = await pay(invoice)
  await bill.must(`${INVOICES}/${invoice.id}/payments/${payments[0]?.id}/refund`, {})
  return bill.read(invoice.id)
}

describe('void', () => {
  test.each(['draft', 'issued', 'overdue'])('takes an invoice that is %s', async (status) => {
    const draft = await deal.generate()
    if (status !== 'draft') await bill.send(draft)
    if (status === 'overdue') await moveClock(api, '2026-04-21T12:00:00Z')
    const before = await bill.read(draft.id)
    expect(before.status).toBe(status)
    const { total, invoiceNumber, lineItems } = before
    expect(await bill.cancel(draft)).toMatchObject({
      status: 'void',
      total,
      invoiceNumber,
      lineItems,
    })
  })

  test('takes an invoice that waits to be sent because its customer has no e-mail', async () => {
    const { externalId } = await bill.deal([FEE], { customer: { email: undefined } })
    await moveClock(api, '2026-04-05T00:00:00Z')
    const [item] = (await api.get(`${INVOICES}?customerExternalId=${externalId}`)).body.data
    expect(['pending', 'issued']).toContain(item.status)
    expect((await bill.cancel(item)).status).toBe('void')
  })

  test('refuses a body with a field, naming it, and takes an empty one', async () => {
    const draft = await deal.generate()
    const answer = await api.post(`${INVOICES}/${draft.id}/void`, { reason: 'a slip' })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain('reason')
    expect((await bill.read(draft.id)).status).toBe('draft')
    expect((await api.post(`${INVOICES}/${draft.id}/void`, {})).status).toBe(200)
  })

  test.each<[string, (invoice: Invoice) => Promise<Invoice>]>([
    ['paid', pay],
    ['refunded', refund],
    ['void', (invoice) => bill.cancel(invoice)],
  ])('refuses an invoice that is %s', async (status, make) => {
    const invoice = await make(await bill.send(await deal.generate()))
    expect(invoice.status).toBe(status)
    expect([400, 409]).toContain((await cancel(invoice)).status)
    expect(await bill.read(invoice.id)).toEqual(invoice)
  })

  test('of an invoice that is paid in part never loses the payment', async () => {
    const invoice = await bill.send(await deal.generate())
    const part = await bill.pay(invoice, 10)
    expect(part.status).toBe('issued')
    const { status } = await cancel(invoice)
    const after = await bill.read(invoice.id)
    expect(after.status).toBe(status < 300 ? 'void' : 'issued')
    expect(Number(after.amountPaid)).toBe(10)
  })
})

describe('after a void', () => {
  test('the period can be generated again, as another invoice with another number', async () => {
    const old = await bill.cancel(await bill.send(await deal.generate()))
    const next = await deal.generate()
    expect(next.id).not.toBe(old.id)
    expect(next.invoiceNumber).not.toBe(old.invoiceNumber)
    expect([next.status, next.total]).toEqual(['draft', 54])
    expect((await bill.send(next)).status).toBe('issued')
    const { data } = (await api.get(INVOICES)).body
    expect(data.map(({ status }: Invoice) => status).sort()).toEqual(['issued', 'void'])
  })

  test('a window that overlaps it can be generated', async () => {
    await bill.cancel(await bill.send(await deal.generate()))
    const part = {
      billingPeriodStart: '2026-03-05T00:00:00Z',
      billingPeriodEnd: '2026-03-15T00:00:00Z',
    }
    expect((await deal.generate(part)).lineItems.length).toBeGreaterThan(0)
  })

  test('again and again each new invoice has a number of its own', async () => {
    const numbers = new Set<string>()
    for (const _ of [1, 2, 3]) {
      numbers.add((await bill.cancel(await deal.generate())).invoiceNumber)
    }
    expect(numbers.size).toBe(3)
  })

  test('no payment is taken', async () => {
    const invoice = await bill.cancel(await bill.send(await deal.generate()))
    const answer = await api.post(`${INVOICES}/${invoice.id}/payments`, {
      amount: 54,
      method: 'cash',
    })
    expect([400, 409]).toContain(answer.status)
    expect(Number((await bill.read(invoice.id)).amountPaid)).toBe(0)
  })
})
