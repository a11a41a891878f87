import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Deal, FEE, flatPrice, givenDeal } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  INVOICES,
  type Invoice,
  payInvoice,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { moveClock } from '../support/test-clock.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let deal: Deal

const t = useTestApp({ now: () => new Date('2026-03-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  deal = await givenDeal(api, { prices: [FEE, flatPrice('page', 1)] })
  await deal.use('page', 5, '2026-03-10T00:00:00Z')
})

const cancel = ({ id }: { id: string }) => api.post(`${INVOICES}/${id}/void`, undefined)
const pay = (invoice: Invoice) => payInvoice(api, invoice, 54)
const refund = async (invoice: Invoice) => {
  const { payments } = await pay(invoice)
  await must(api.post(`${INVOICES}/${invoice.id}/payments/${payments[0]?.id}/refund`, {}))
  return readInvoice(api, invoice.id)
}

describe('void', () => {
  test.each(['draft', 'issued', 'overdue'])('takes an invoice that is %s', async (status) => {
    const draft = await deal.generate()
    if (status !== 'draft') await sendInvoice(api, draft)
    if (status === 'overdue') await moveClock(api, '2026-04-21T12:00:00Z')
    const before = await readInvoice(api, draft.id)
    expect(before.status).toBe(status)
    const { total, invoiceNumber, lineItems } = before
    expect(await voidInvoice(api, draft)).toMatchObject({
      status: 'void',
      total,
      invoiceNumber,
      lineItems,
    })
  })

  test('takes an invoice that waits to be sent because its customer has no email', async () => {
    const { externalId } = await givenDeal(api, { prices: [FEE], customer: { email: undefined } })
    await moveClock(api, '2026-04-05T00:00:00Z')
    const [item] = (await api.get(`${INVOICES}?customerExternalId=${externalId}`)).body.data
    expect(['pending', 'issued']).toContain(item.status)
    expect((await voidInvoice(api, item)).status).toBe('void')
  })

  test.each<[string, (invoice: Invoice) => Promise<Invoice>]>([
    ['paid', pay],
    ['refunded', refund],
    ['void', (invoice) => voidInvoice(api, invoice)],
  ])('refuses an invoice that is %s', async (status, make) => {
    const invoice = await make(await sendInvoice(api, await deal.generate()))
    expect(invoice.status).toBe(status)
    expect([400, 409]).toContain((await cancel(invoice)).status)
    expect(await readInvoice(api, invoice.id)).toEqual(invoice)
  })

  test('of an invoice that is paid in part never loses the payment', async () => {
    const invoice = await sendInvoice(api, await deal.generate())
    const part = await payInvoice(api, invoice, 10)
    expect(part.status).toBe('issued')
    const { status } = await cancel(invoice)
    const after = await readInvoice(api, invoice.id)
    expect(after.status).toBe(status < 300 ? 'void' : 'issued')
    expect(Number(after.amountPaid)).toBe(10)
  })
})

describe('after a void', () => {
  test('the period can be generated again, as another invoice with another number', async () => {
    const old = await voidInvoice(api, await sendInvoice(api, await deal.generate()))
    const next = await deal.generate()
    expect(next.id).not.toBe(old.id)
    expect(next.invoiceNumber).not.toBe(old.invoiceNumber)
    expect([next.status, next.total]).toEqual(['draft', 54])
    expect((await sendInvoice(api, next)).status).toBe('issued')
    const { data } = (await api.get(INVOICES)).body
    expect(data.map(({ status }: Invoice) => status).sort()).toEqual(['issued', 'void'])
  })

  test('a window that overlaps it can be generated', async () => {
    await voidInvoice(api, await sendInvoice(api, await deal.generate()))
    const part = {
      billingPeriodStart: '2026-03-05T00:00:00Z',
      billingPeriodEnd: '2026-03-15T00:00:00Z',
    }
    expect((await deal.generate(part)).lineItems.length).toBeGreaterThan(0)
  })

  test('repeatedly voiding gives each new invoice a new number', async () => {
    const numbers = new Set<string>()
    for (const _ of [1, 2, 3]) {
      numbers.add((await voidInvoice(api, await deal.generate())).invoiceNumber)
    }
    expect(numbers.size).toBe(3)
  })

  test('no payment is taken', async () => {
    const invoice = await voidInvoice(api, await sendInvoice(api, await deal.generate()))
    const answer = await api.post(`${INVOICES}/${invoice.id}/payments`, {
      amount: 54,
      method: 'cash',
    })
    expect([400, 409]).toContain(answer.status)
    expect(Number((await readInvoice(api, invoice.id)).amountPaid)).toBe(0)
  })
})
