import { describe, expect, test } from 'vitest'
import { createOtherOrganizationApi } from '../support/app.ts'
import { FEE, flatPrice, givenDeal } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  expectToAddUp,
  GENERATE,
  INVOICES,
  type Invoice,
  month,
  readInvoice,
  sendInvoice,
} from '../support/invoice.ts'
import { invoiceLock } from '../support/invoice-lock.ts'
import { mailsOf } from '../support/mails.ts'
import { moveClock } from '../support/test-clock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { runBehindLock } from '../support/waiting.ts'

const t = useTestApp({ now: () => new Date('2026-04-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const listed = async (): Promise<Invoice[]> => (await api.get(`${INVOICES}?limit=100`)).body.data
const different = (values: string[]) => new Set(values).size
/** Compares invoice numbers by their last run of digits. */
const rank = ({ invoiceNumber }: Invoice) => Number(/(\d+)\D*$/.exec(invoiceNumber)?.[1])
const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b)

describe('ten concurrent generates of one period', () => {
  test('make one draft with one number', async () => {
    const deal = await givenDeal(api, { prices: [FEE, flatPrice('page', 1)] })
    await deal.use('page', 5, '2026-04-10T00:00:00Z')
    const answers = await Promise.all(times(10, () => api.post(GENERATE, deal.ids)))
    expect(statusesOf(answers)).toEqual(times(10, () => 201))
    expect(different(answers.map(({ body }) => body.id))).toBe(1)
    expect(different(answers.map(({ body }) => body.invoiceNumber))).toBe(1)
    const all = await listed()
    expect(all).toHaveLength(1)
    const invoice = await readInvoice(api, all[0]?.id ?? '')
    expect([invoice.total, invoice.lineItems.length]).toEqual([54, 2])
  })

  test('of windows that overlap leave no day billed twice', async () => {
    const deal = await givenDeal(api, { prices: [{ ...FEE, rate: 30 }] })
    const windows = times(10, (index) => {
      const day = String(index + 1).padStart(2, '0')
      return month(`2026-04-${day}`, `2026-04-${String(index + 6).padStart(2, '0')}`)
    })
    const answers = await Promise.all(
      windows.map((window) => api.post(GENERATE, { ...deal.ids, ...window })),
    )
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const all = (await listed()).sort((a, b) => a.periodStart.localeCompare(b.periodStart))
    expect(all.length).toBeGreaterThan(0)
    for (const [index, { periodStart }] of all.entries()) {
      const before = all[index - 1]
      if (before)
        expect(Date.parse(periodStart)).toBeGreaterThanOrEqual(Date.parse(before.periodEnd))
    }
  })

  test('during recording include all usage once the last one has answered', async () => {
    const deal = await givenDeal(api, { prices: [flatPrice('page', 1)] })
    await Promise.all([
      ...times(5, () => api.post(GENERATE, deal.ids)),
      ...times(20, () => deal.use('page', 1, '2026-04-10T00:00:00Z')),
    ])
    expect((await deal.generate()).total).toBe(20)
    expect(await listed()).toHaveLength(1)
  })
})

describe('invoice numbers', () => {
  test('are unique over parallel generates of many subscriptions, and go on increasing', async () => {
    const deals = []
    for (const _ of times(20, () => 0)) deals.push(await givenDeal(api, { prices: [FEE] }))
    const first = await Promise.all(deals.map(({ generate }) => generate()))
    expect(different(first.map(({ invoiceNumber }) => invoiceNumber))).toBe(20)
    const highest = Math.max(...first.map(rank))
    const second = await (await givenDeal(api, { prices: [FEE] })).generate()
    expect(rank(second)).toBeGreaterThan(highest)
  })

  test('increase in the order of generation', async () => {
    const ranks: number[] = []
    for (const _ of times(12, () => 0)) {
      ranks.push(rank(await (await givenDeal(api, { prices: [FEE] })).generate()))
    }
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    expect(new Set(ranks).size).toBe(12)
  })

  test('of one organization say nothing of another', async () => {
    const other = await createOtherOrganizationApi(t)
    const mine = await (await givenDeal(api, { prices: [FEE] })).generate()
    for (const _ of times(3, () => 0)) await (await givenDeal(other, { prices: [FEE] })).generate()
    const next = await (await givenDeal(api, { prices: [FEE] })).generate()
    expect(rank(next) - rank(mine)).toBe(1)
  })
})

describe('concurrent requests', () => {
  const draft = async () => (await givenDeal(api, { prices: [FEE] })).generate()

  test('sends of one draft send one mail', async () => {
    const one = await draft()
    const { id } = one
    // Every request has seen a draft: a send that begins after another has ended mails it again.
    const answers = await runBehindLock(t.database.pool, { ...invoiceLock(one), sessions: 6 }, () =>
      Promise.all(times(6, () => api.post(`${INVOICES}/${id}/send`, {}))),
    )
    expect(statusesOf(answers)[0]).toBe(200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await readInvoice(api, id)).status).toBe('issued')
    expect(await mailsOf(api, id)).toHaveLength(1)
  })

  test('voids of one invoice void it once', async () => {
    const { id } = await sendInvoice(api, await draft())
    const answers = await Promise.all(times(4, () => api.post(`${INVOICES}/${id}/void`, undefined)))
    const voided = answers.filter(({ status }) => status < 300)
    expect(voided).toHaveLength(1)
    expect((await readInvoice(api, id)).status).toBe('void')
  })

  test('a send and a void of one draft end in one of the two, never in a mail for a void invoice', async () => {
    for (const _ of times(5, () => 0)) {
      const { id } = await draft()
      await Promise.all([
        api.post(`${INVOICES}/${id}/send`, {}),
        api.post(`${INVOICES}/${id}/void`, undefined),
      ])
      expect(['void', 'issued']).toContain((await readInvoice(api, id)).status)
    }
  })

  test('a void and a whole payment end in one of the two', async () => {
    for (const _ of times(5, () => 0)) {
      const { id } = await sendInvoice(api, await draft())
      const answers = await Promise.all([
        api.post(`${INVOICES}/${id}/payments`, { amount: 49, method: 'cash' }),
        api.post(`${INVOICES}/${id}/void`, undefined),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      const { status, amountPaid } = await readInvoice(api, id)
      expect([status, Number(amountPaid)]).toEqual(status === 'void' ? ['void', 0] : ['paid', 49])
    }
  })

  test.each<[string, (id: string) => Promise<unknown>, string]>([
    ['a send', (id) => api.post(`${INVOICES}/${id}/send`, {}), 'issued'],
    ['a void', (id) => api.post(`${INVOICES}/${id}/void`, undefined), 'void'],
    ['the end of the grace period', () => moveClock(api, '2026-05-03T00:00:00Z'), 'issued'],
  ])('generates and %s of one draft leave an invoice that adds up', async (_, act, status) => {
    const deal = await givenDeal(api, { prices: [FEE, flatPrice('page', 1)] })
    const { id } = await deal.generate()
    await deal.use('page', 5, '2026-04-10T00:00:00Z')
    await Promise.all([act(id), ...times(3, () => api.post(GENERATE, deal.ids))])
    const invoice = await readInvoice(api, id)
    expect(invoice.status).toBe(status)
    expectToAddUp(invoice)
  })
})
