import { describe, expect, test } from 'vitest'
import { createOtherOrganizationApi } from '../support/app.ts'
import { FEE, flatPrice, givenDeal } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, type Invoice, payInvoice, readInvoice, sendInvoice } from '../support/invoice.ts'
import { mailsOf } from '../support/mails.ts'
import { moveClock } from '../support/test-clock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const START = '2027-01-01T00:00:00.000Z'

const t = useTestApp({ now: () => new Date(START), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const CLOCK = '/v1/test-clock'
const setClock = (now: unknown, by = api) => by.post(CLOCK, { now })
/** From 1 January 2027, a month at a time. */
const monthly = (prices: Fields[] = [FEE], subscription: Fields = {}, by = api) =>
  givenDeal(by, { prices, subscription: { startDate: '2027-01-01', ...subscription } })
const invoices = async (by = api): Promise<Invoice[]> => {
  const { data } = (await by.get(`${INVOICES}?limit=100`)).body
  const all: Invoice[] = []
  for (const { id } of data) all.push(await readInvoice(by, id))
  return all.sort((a, b) => a.periodStart.localeCompare(b.periodStart))
}
/** Returns the mails of an invoice without reminders. */
const invoiceMails = async (id: string) =>
  (await mailsOf(api, id)).filter(({ kind }) => !/remind|overdue/i.test(kind))
const hours = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000

describe('moving the clock', () => {
  test('bills a period when it ends, keeps it a draft for 24 hours, then issues and mails it', async () => {
    const deal = await monthly([FEE, flatPrice('page', 1)])
    await moveClock(api, '2027-01-31T23:00:00Z')
    await deal.use('page', 5, '2027-01-15T00:00:00Z')
    expect((await invoices()).filter(({ status }) => status !== 'draft')).toEqual([])
    await moveClock(api, '2027-02-01T12:00:00Z')
    expect((await invoices()).filter(({ status }) => status !== 'draft')).toEqual([])
    await deal.use('page', 7, '2027-01-31T23:59:59Z')
    await moveClock(api, '2027-02-02T00:30:00Z')
    const [invoice, ...others] = await invoices()
    expect(others).toEqual([])
    if (!invoice) throw new Error('no invoice')
    expect([invoice.status, invoice.total]).toEqual(['issued', 61])
    expect(invoice.periodStart).toBe('2027-01-01T00:00:00.000Z')
    expect(Math.abs(hours('2027-02-02T00:00:00Z', invoice.issueDate))).toBeLessThanOrEqual(24)
    const [mail, ...mails] = await mailsOf(api, invoice.id)
    expect(mails).toEqual([])
    expect(JSON.stringify(mail?.to)).toContain(deal.email)
  })

  test('keeps it a draft for as long as graceHours of the organization says', async () => {
    expect((await api.patch('/v1/organization', { graceHours: 72 })).status).toBe(200)
    await monthly([FEE], { endDate: '2027-01-31' })
    await moveClock(api, '2027-02-03T23:00:00Z')
    expect((await invoices()).filter(({ status }) => status !== 'draft')).toEqual([])
    await moveClock(api, '2027-02-04T01:00:00Z')
    expect((await invoices()).map(({ status }) => status)).toEqual(['issued'])
  })

  test('marks an invoice overdue when its net terms have passed', async () => {
    await monthly([FEE], { netTerms: 10, endDate: '2027-01-31' })
    await moveClock(api, '2027-02-11T12:00:00Z')
    expect((await invoices()).map(({ status }) => status)).toEqual(['issued'])
    await moveClock(api, '2027-02-14T12:00:00Z')
    const [invoice] = await invoices()
    expect(invoice?.status).toBe('overdue')
    const terms = hours(invoice?.issueDate ?? '', invoice?.dueDate ?? '') / 24
    expect(Math.abs(terms - 10)).toBeLessThanOrEqual(1)
  })

  test('leaves a paid invoice paid', async () => {
    await monthly()
    await moveClock(api, '2027-02-03T00:00:00Z')
    const [invoice] = await invoices()
    await payInvoice(api, invoice ?? { id: '' }, 49)
    await moveClock(api, '2027-08-03T00:00:00Z')
    expect((await invoices())[0]?.status).toBe('paid')
  })

  test('over two years in one move creates every invoice, each dated at its own time', async () => {
    await monthly()
    await moveClock(api, '2029-01-03T00:00:00Z')
    const all = await invoices()
    expect(all).toHaveLength(24)
    for (const [index, invoice] of all.entries()) {
      const before = all[index - 1]
      expect(invoice.total).toBe(49)
      expect(invoice.createdAt).toBe(START)
      if (before) {
        expect(invoice.periodStart).toBe(before.periodEnd)
        expect(invoice.invoiceNumber > before.invoiceNumber).toBe(true)
      }
      const due = hours(invoice.periodEnd, invoice.issueDate)
      expect(due, invoice.periodEnd).toBeGreaterThanOrEqual(0)
      expect(due, invoice.periodEnd).toBeLessThanOrEqual(48)
      expect(invoice.status).toBe(
        Date.parse(invoice.dueDate) < Date.parse('2029-01-02') ? 'overdue' : 'issued',
      )
    }
    expect(all[13]?.periodEnd).toBe('2028-03-01T00:00:00.000Z')
  })

  test('in one step or in many gives the same result', async () => {
    const figures = ({ periodStart, periodEnd, total, issueDate, dueDate, status }: Invoice) => ({
      periodStart,
      periodEnd,
      total,
      issueDate,
      dueDate,
      status,
    })
    const run = async (...steps: string[]) => {
      const own = await createOtherOrganizationApi(t)
      const deal = await monthly([FEE, flatPrice('page', 1)], {}, own)
      await deal.use('page', 5, '2027-01-01T00:00:00Z')
      for (const step of steps) await moveClock(own, step)
      return (await invoices(own)).map(figures)
    }
    const many = times(24, (n) => `2027-0${1 + Math.floor(n / 6)}-${12 + (n % 6) * 2}T00:00:00Z`)
    const end = '2027-05-10T00:00:00Z'
    const inOneStep = await run(end)
    expect(inOneStep).toHaveLength(4)
    expect(await run(...many, end)).toEqual(inOneStep)
  })

  test('concurrent moves bill every period once', async () => {
    await monthly()
    await Promise.all(times(4, () => setClock('2027-06-10T00:00:00Z')))
    await moveClock(api, '2027-06-11T00:00:00Z')
    const all = await invoices()
    expect(all.map(({ periodStart }) => periodStart.slice(0, 7))).toEqual(
      times(5, (n) => `2027-0${n + 1}`),
    )
    for (const { id } of all) {
      expect(await invoiceMails(id)).toHaveLength(1)
    }
  })

  test('bills nothing for periods that ended before the subscription was created', async () => {
    await monthly([FEE], { startDate: '2026-01-01' })
    await moveClock(api, '2027-02-05T00:00:00Z')
    expect((await invoices()).map(({ periodStart }) => periodStart)).toEqual([START])
  })

  test('bills nothing after the end, and the last period in part', async () => {
    await monthly([{ ...FEE, rate: 28 }], { endDate: '2027-02-14' })
    await moveClock(api, '2027-12-01T00:00:00Z')
    expect((await invoices()).map(({ total }) => total)).toEqual([28, 14])
  })

  test('does not change or resend an invoice that was sent manually', async () => {
    const deal = await monthly()
    const sent = await sendInvoice(api, await deal.generate())
    await moveClock(api, '2027-02-05T00:00:00Z')
    const all = await invoices()
    expect(all.map(({ id }) => id)).toEqual([sent.id])
    expect(await invoiceMails(sent.id)).toHaveLength(1)
  })
})
