import { beforeEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../src/features/payments/test-support.ts'
import { must } from '../support/app.ts'
import { type DealFields, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { type Fields, givenCustomer, givenTaxRate } from '../support/given.ts'
import { type Invoice, month, payInvoice, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { expectToBalance, type JournalLine, readJournal } from '../support/journal.ts'
import { tokenOf, topUp } from '../support/top-ups.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

/** The journal for accounting software, against postings worked out by hand. */
let now = new Date('2026-03-05T12:00:00Z')
const t = useTestApp({ now: () => now })
const { api, publishable, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

beforeEach(() => {
  now = new Date('2026-03-05T12:00:00Z')
})

const ALL = { from: '2026-01-01', to: '2026-12-31' }
const FEBRUARY = month('2026-02-01', '2026-03-01')

const journal = async (days = ALL): Promise<JournalLine[]> => {
  const lines = await readJournal(t, days, organization.secretKey)
  expectToBalance(lines)
  return lines
}
/** Returns lines as type, account, debit and credit. */
const postings = (lines: readonly JournalLine[]) =>
  lines.map((line) => [line.documentType, line.accountName, line.debit, line.credit])
const bookings = async (days = ALL) => postings(await journal(days))

const withFee = (rate: number, fields: DealFields = {}) =>
  givenDeal(api, {
    prices: [{ chargeType: 'recurring', rate }],
    subscription: SINCE_JANUARY,
    ...fields,
  })
const grant = ({ customerId }: { customerId: string }, fields: Fields) =>
  must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', effectiveAt: '2026-01-01', ...fields },
    }),
  )
const refund = ({ id, payments }: Invoice, amount: number) =>
  must(api.post(`/v1/invoices/${id}/payments/${payments.at(-1)?.id}/refund`, { amount }))

test('an invoice books what it charges, and voiding it takes that back', async () => {
  await givenTaxRate(api, { name: 'VAT', percentage: 20, isDefault: true })
  const deal = await withFee(100)
  const { id: couponId } = await must(api.post('/v1/coupons', { name: 'Tenth', percentOff: 10 }))
  await must(api.post('/v1/discounts', { couponId, customerId: deal.customerId }))
  await grant(deal, { kind: 'promotional', amount: 30 })
  await grant(deal, { amount: 12 })
  const sent = await sendInvoice(api, await deal.generate(FEBRUARY))
  // 100 - 10 - 30 = 60, and 12 of tax, of which credit pays 12.
  expect(sent).toMatchObject({ taxTotal: 12, creditTotal: 12, total: 60 })
  now = new Date('2026-03-07T12:00:00Z')
  await voidInvoice(api, sent)
  expect(await bookings()).toEqual([
    ['credit_grant', 'Prepaid credit clearing', '12', ''],
    ['credit_grant', 'Customer credit', '', '12'],
    ['invoice', 'Accounts receivable', '60', ''],
    ['invoice', 'Tax payable', '', '12'],
    ['invoice', 'Customer credit', '12', ''],
    ['invoice', 'Revenue', '', '100'],
    ['invoice', 'Discounts', '10', ''],
    ['invoice', 'Promotional credit', '30', ''],
    ['invoice_void', 'Accounts receivable', '', '60'],
    ['invoice_void', 'Tax payable', '12', ''],
    ['invoice_void', 'Customer credit', '', '12'],
    ['invoice_void', 'Revenue', '100', ''],
    ['invoice_void', 'Discounts', '', '10'],
    ['invoice_void', 'Promotional credit', '', '30'],
  ])
})

test('an included tax is no revenue, and a draft is not booked', async () => {
  const tax = { name: 'VAT', percentage: 25, isDefault: true, isInclusive: true }
  await givenTaxRate(api, tax)
  const deal = await withFee(100)
  const draft = await deal.generate(FEBRUARY)
  expect(await journal()).toEqual([])
  await sendInvoice(api, draft)
  expect(await bookings()).toEqual([
    ['invoice', 'Accounts receivable', '100', ''],
    ['invoice', 'Tax payable', '', '20'],
    ['invoice', 'Revenue', '', '80'],
  ])
})

test('a refund is due again before the invoice is paid in full, and reduces revenue after it', async () => {
  const sent = await sendInvoice(api, await (await withFee(100)).generate(FEBRUARY))
  const partly = await payInvoice(api, sent, 60)
  await refund(partly, 25)
  const paid = await payInvoice(api, sent, 65)
  await refund(paid, 40)
  expect((await bookings()).slice(2)).toEqual([
    ['payment', 'Cash', '60', ''],
    ['payment', 'Accounts receivable', '', '60'],
    ['refund', 'Cash', '', '25'],
    ['refund', 'Accounts receivable', '25', ''],
    ['payment', 'Cash', '65', ''],
    ['payment', 'Accounts receivable', '', '65'],
    ['refund', 'Cash', '', '40'],
    ['refund', 'Refunds', '40', ''],
  ])
})

test('credit that expires becomes breakage, and promotional credit is not booked', async () => {
  const deal = await withFee(30)
  const bought = await grant(deal, { amount: 40, name: 'Bought' })
  const free = await grant(deal, { kind: 'promotional', amount: 5 })
  for (const { id } of [bought, free]) {
    await must(api.post(`/v1/customers/${deal.customerId}/credit-grants/${id}/expire`, undefined))
  }
  expect(await bookings()).toEqual([
    ['credit_grant', 'Prepaid credit clearing', '40', ''],
    ['credit_grant', 'Customer credit', '', '40'],
    ['credit_expiry', 'Customer credit', '40', ''],
    ['credit_expiry', 'Breakage income', '', '40'],
  ])
})

test('a top-up is neither revenue nor owed: its payment becomes credit, and its refund takes that', async () => {
  const { id: customerId } = await givenCustomer(api, { email: 'pay@acme.example' })
  const bought = await topUp(api, customerId, { amount: 100 })
  expect(await journal()).toEqual([])
  await browserOf(t).pay(tokenOf(bought))
  const invoice = await must(api.get(`/v1/invoices/${bought.id}`))
  await refund(invoice, 40)
  const sorted = (all: (string | undefined)[][]) =>
    all.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
  expect(sorted(await bookings())).toEqual(
    sorted([
      ['payment', 'Cash', '100', ''],
      ['payment', 'Accounts receivable', '', '100'],
      ['credit_grant', 'Accounts receivable', '100', ''],
      ['credit_grant', 'Customer credit', '', '100'],
      ['refund', 'Cash', '', '40'],
      ['refund', 'Accounts receivable', '40', ''],
      ['credit_refund', 'Customer credit', '40', ''],
      ['credit_refund', 'Accounts receivable', '', '40'],
    ]),
  )
})

test('a negative invoice owes credit, and its payout takes cash', async () => {
  const deal = await withFee(10, {
    subscription: { ...SINCE_JANUARY, proratedAmount: -35 },
  })
  const sent = await sendInvoice(api, await deal.generate(FEBRUARY))
  expect(sent).toMatchObject({ creditTotal: -25, total: 0 })
  const payout = { currency: 'USD', amount: 25, reference: 'Wire 9' }
  await must(api.post(`/v1/customers/${deal.customerId}/credit-payouts`, payout))
  const lines = await journal()
  expect(postings(lines)).toEqual([
    ['invoice', 'Customer credit', '', '25'],
    ['invoice', 'Revenue', '25', ''],
    ['credit_payout', 'Cash', '', '25'],
    ['credit_payout', 'Customer credit', '25', ''],
  ])
})

test('fees in advance are deferred at each month end, and nothing is left after their period', async () => {
  const deal = await givenDeal(api, {
    prices: [{ chargeType: 'recurring', rate: 365, billTiming: 'advance' }],
    subscription: { startDate: '2026-01-01', billingCycle: 'yearly' },
  })
  now = new Date('2026-01-10T12:00:00Z')
  // The whole period of a fee is billed with the window in which it begins.
  await sendInvoice(api, await deal.generate(month('2026-01-01', '2026-01-10')))
  now = new Date('2027-02-10T12:00:00Z')
  const lines = await journal({ from: '2026-01-01', to: '2027-01-31' })
  expect(postings(lines).slice(2, 6)).toEqual([
    ['deferral', 'Deferred revenue', '', '334'],
    ['deferral', 'Revenue', '334', ''],
    ['deferral', 'Deferred revenue', '28', ''],
    ['deferral', 'Revenue', '', '28'],
  ])
  expect(lines[2]).toMatchObject({ date: '2026-01-31', documentId: '2026-01', customerId: '' })
  expect(lines[5]).toMatchObject({ date: '2026-02-28', documentId: '2026-02', customerId: '' })
  const deferred = lines.filter(({ accountName }) => accountName === 'Deferred revenue')
  const sumOf = (side: string) => deferred.reduce((sum, line) => sum + Number(line[side]), 0)
  expect([sumOf('debit'), sumOf('credit')]).toEqual([334, 334])
  // The balance of any month is the figure of the month-end.
  const june = await journal({ from: '2026-01-01', to: '2026-06-30' })
  const left = june.filter(({ accountName }) => accountName === 'Deferred revenue')
  const balance = left.reduce((sum, line) => sum + Number(line.credit) - Number(line.debit), 0)
  const monthEnd = await must(
    api.get('/v1/analytics/month-end?startDate=2026-06-01&endDate=2026-06-30'),
  )
  expect(monthEnd.revenue).toMatchObject([{ deferred: balance }])
  // A month that has not ended has no deferral, and neither has a part of one.
  now = new Date('2026-01-31T23:30:00Z')
  expect((await bookings()).map(([type]) => type)).not.toContain('deferral')
  now = new Date('2026-06-10T12:00:00Z')
  expect(await bookings({ from: '2026-02-01', to: '2026-02-27' })).toEqual([])
})

test('a line is on the day that the invoice prints, with codes of the organization', async () => {
  now = new Date('2026-03-02T03:00:00Z')
  await must(api.patch('/v1/organization', { ledgerAccounts: { revenue: '8400' } }))
  const deal = await withFee(49, {
    customer: { timezone: 'America/Los_Angeles', name: '=Acme' },
  })
  const window = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }
  const { invoiceNumber, id } = await sendInvoice(api, await deal.generate(window))
  expect(await journal({ from: '2026-03-02', to: '2026-03-31' })).toEqual([])
  const [receivable, revenue] = await journal({ from: '2026-03-01', to: '2026-03-01' })
  expect(receivable).toEqual({
    date: '2026-03-01',
    documentType: 'invoice',
    documentId: id,
    reference: invoiceNumber,
    accountCode: '1200',
    accountName: 'Accounts receivable',
    debit: '49',
    credit: '',
    currency: 'USD',
    customerId: deal.customerId,
    customerName: "'=Acme",
    customerExternalId: deal.externalId,
  })
  expect(revenue).toMatchObject({ accountCode: '8400', credit: '49', debit: '' })
})

describe('refuses', () => {
  test.each([
    ['no days', '', 400],
    ['one day', '?from=2026-01-01', 400],
    ['a day that does not exist', '?from=2026-02-30&to=2026-03-01', 400],
    ['a time', '?from=2026-01-01T00:00:00Z&to=2026-03-01', 400],
    ['more than ten years', '?from=2000-01-01&to=2026-01-01', 400],
    ['days in reverse', '?from=2026-03-02&to=2026-03-01', 422],
  ])('%s', async (_, query, status) => {
    expect((await api.get(`/v1/ledger/journal.csv${query}`)).status).toBe(status)
  })

  test('a publishable key, and shows nothing of another organization', async () => {
    await sendInvoice(api, await (await withFee(10)).generate(FEBRUARY))
    const url = '/v1/ledger/journal.csv?from=2026-01-01&to=2026-12-31'
    expect((await publishable.get(url)).status).toBe(403)
    expect((await stranger.get(url)).status).toBe(200)
    expect(await readJournal(t, ALL)).toEqual([])
  })
})
