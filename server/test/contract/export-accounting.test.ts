import { expect, test } from 'vitest'
import { readCsv } from '../support/csv.ts'
import { FEE, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { givenTaxRate } from '../support/given.ts'
import { payInvoice, sendInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-02T03:00:00Z')
const t = useTestApp({ now: () => now })
const CSV = '/v1/invoices?table=accounting'
// Days in the time zone of the customer.
const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
const FEBRUARY = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }

test('has days as printed on the invoice, and the tax of each rate', async () => {
  const vat = await givenTaxRate(t.api, { name: 'VAT', percentage: 19 })
  const city = await givenTaxRate(t.api, { name: 'City', percentage: 2.5 })
  const deal = await givenDeal(t.api, {
    prices: [FEE],
    subscription: SINCE_JANUARY,
    customer: { timezone: 'America/Los_Angeles', taxRateIds: [vat.id, city.id] },
  })
  const draft = await deal.generate(FEBRUARY)
  const before = await readCsv(t, CSV)
  expect(before.rows).toMatchObject([{ status: 'draft', issueDate: '', dueDate: '' }])
  const sent = await sendInvoice(t.api, draft)
  const paid = await payInvoice(t.api, sent, 30)
  await deal.generate(JANUARY)
  const { headings, rows } = await readCsv(t, `${CSV}&status=issued`)
  expect(headings).toEqual(
    expect.arrayContaining(['taxable VAT 19%', 'tax VAT 19%', 'tax City 2.5%']),
  )
  const { invoiceNumber, subtotal, total, taxTotal } = paid
  expect(rows).toMatchObject([
    {
      invoiceNumber,
      issueDate: '2026-03-01',
      periodStart: '2026-02-01',
      periodEnd: '2026-02-28',
      timezone: 'America/Los_Angeles',
      subtotal: String(subtotal),
      netTotal: '49',
      'taxable VAT 19%': '49',
      'tax VAT 19%': '9.31',
      'tax City 2.5%': '1.23',
      taxTotal: String(taxTotal),
      total: String(total),
      amountPaid: '30',
      paidDate: '',
    },
  ])
  expect(Number(total)).toBe(59.54)
})

test('has no columns of rates that none of its invoices uses', async () => {
  now = new Date('2026-05-02T03:00:00Z')
  const deal = await givenDeal(t.api, { prices: [FEE], subscription: SINCE_JANUARY })
  await deal.generate(FEBRUARY)
  const { headings, rows } = await readCsv(t, `${CSV}&customerId=${deal.customerId}`)
  expect(rows).toHaveLength(1)
  expect(headings.filter((heading) => /^tax(able)? /.test(heading))).toEqual([])
})
