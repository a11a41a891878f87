import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Deal, flatPrice, givenDeal, tiered } from '../support/deal.ts'
import { exact, sum } from '../support/exact.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  APRIL,
  expectToAddUp,
  GENERATE,
  INVOICES,
  type Invoice,
  MARCH,
  month,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { moveClock } from '../support/test-clock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** Whatever the order of usage, invoices and voids, each unit is finally billed exactly once. */

const t = useTestApp({ now: () => new Date('2026-07-10T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const MAY = month('2026-05-01', '2026-06-01')
const JUNE = month('2026-06-01', '2026-07-01')
const JULY = month('2026-07-01', '2026-08-01')
const MONTHS = [MARCH, APRIL, MAY, JUNE]
const STEPS = [
  { lower: 0, upper: 10, rate: 1 },
  { lower: 10, upper: 20, rate: 0.5 },
  { lower: 20, upper: null, rate: 0.25 },
]
const inMonth = (index: number) => `2026-0${index + 3}-15T00:00:00Z`

async function live({ externalId }: Deal): Promise<Invoice[]> {
  const query = `?customerExternalId=${externalId}&limit=100`
  const { data } = (await api.get(`${INVOICES}${query}`)).body
  const all: Invoice[] = []
  for (const { id, status } of data) if (status !== 'void') all.push(await readInvoice(api, id))
  for (const invoice of all) expectToAddUp(invoice)
  return all
}
const subtotals = async (deal: Deal) => sum((await live(deal)).map(({ subtotal }) => subtotal))

/** Voids an invoice; refused while a later invoice settles a part of it. */
async function tryVoid({ id, invoiceNumber }: Invoice) {
  const { status, body } = await api.post(`${INVOICES}/${id}/void`, undefined)
  expect([200, 409], `${invoiceNumber} ${JSON.stringify(body)}`).toContain(status)
}

/** Sends the remaining invoices in order, then one with the remaining usage. */
async function settle(deal: Deal) {
  for (const window of [...MONTHS, JULY]) {
    const { status, body } = await api.post(GENERATE, { ...deal.ids, ...window })
    expect([201, 409], JSON.stringify(body)).toContain(status)
    if (status === 201) await sendInvoice(api, body)
  }
}

describe('each unit is billed once', () => {
  const page = () => givenDeal(api, { prices: [flatPrice('page', 1)] })

  test('when it came between the draft and its sending', async () => {
    const deal = await page()
    await deal.use('page', 3, inMonth(0))
    const draft = await deal.generate(MARCH)
    await deal.use('page', 4, inMonth(0))
    await sendInvoice(api, draft)
    await settle(deal)
    expect(await subtotals(deal)).toBe(exact(7))
  })

  test('when it came while the draft was sent', async () => {
    const deal = await page()
    const draft = await deal.generate(MARCH)
    await Promise.all([
      ...times(10, () => deal.use('page', 1, inMonth(0))),
      sendInvoice(api, draft),
      ...times(10, () => deal.use('page', 1, inMonth(0))),
    ])
    await settle(deal)
    expect(await subtotals(deal)).toBe(exact(20))
  })

  test('when its period is to be voided after the next one carried it as late', async () => {
    const deal = await page()
    await deal.use('page', 3, inMonth(0))
    const march = await sendInvoice(api, await deal.generate(MARCH))
    await deal.use('page', 4, inMonth(0))
    await sendInvoice(api, await deal.generate(APRIL))
    await tryVoid(march)
    await settle(deal)
    expect(await subtotals(deal)).toBe(exact(7))
  })

  test('when the invoice that carried it as late was voided, and its own too', async () => {
    const deal = await page()
    await deal.use('page', 3, inMonth(0))
    const march = await sendInvoice(api, await deal.generate(MARCH))
    await deal.use('page', 4, inMonth(0))
    const april = await sendInvoice(api, await deal.generate(APRIL))
    await voidInvoice(api, april)
    await voidInvoice(api, march)
    await settle(deal)
    expect(await subtotals(deal)).toBe(exact(7))
  })

  test('when its window was not a billing period and the unit came late', async () => {
    const deal = await page()
    await sendInvoice(api, await deal.generate(month('2026-03-01', '2026-03-20')))
    await deal.use('page', 4, inMonth(0))
    await sendInvoice(api, await deal.generate(month('2026-03-20', '2026-04-01')))
    await settle(deal)
    expect(await subtotals(deal)).toBe(exact(4))
  })

  test('when its price was deleted after its period was invoiced', async () => {
    const deal = await page()
    await deal.use('page', 3, inMonth(0))
    await sendInvoice(api, await deal.generate(MARCH))
    await deal.use('page', 4, inMonth(0))
    const url = `/v1/pricing-plans/${deal.planId}/pricing-strategies`
    const [strategy] = (await api.get(url)).body.results
    expect((await api.delete(`${url}/${strategy.id}`)).status).toBeLessThan(300)
    await settle(deal)
    expect(await subtotals(deal)).toBe(exact(7))
  })

  test('when it came after the last invoice of a subscription that has ended', async () => {
    const subscription = { startDate: '2026-06-01', endDate: '2026-06-30' }
    const deal = await givenDeal(api, { prices: [flatPrice('page', 1)], subscription })
    await deal.use('page', 3, inMonth(3))
    await sendInvoice(api, await deal.generate(JUNE))
    await deal.use('page', 4, inMonth(3))
    for (const window of [{}, JULY]) await api.post(GENERATE, { ...deal.ids, ...window })
    await moveClock(api, '2026-08-10T12:00:00Z')
    expect(await subtotals(deal)).toBe(exact(7))
  })

  test('when two drafts that could carry it are generated at once', async () => {
    const deal = await page()
    await sendInvoice(api, await deal.generate(MARCH))
    await deal.use('page', 4, inMonth(0))
    const generate = (window: Fields) => api.post(GENERATE, { ...deal.ids, ...window })
    const windows = [APRIL, MAY, JUNE, APRIL, MAY, JUNE]
    const answers = await Promise.all(windows.map(generate))
    expect(answers.map(({ status }) => status)).toEqual(windows.map(() => 201))
    expect(await subtotals(deal)).toBe(exact(4))
  })
})

type Step = { act: 'use' | 'generate' | 'send' | 'void'; at: number; quantity: number }

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('use', 'use', 'generate', 'send', 'send', 'void'),
  at: fc.nat({ max: MONTHS.length - 1 }),
  quantity: fc.integer({ min: 1, max: 15 }),
})

async function perform(deal: Deal, { act, at, quantity }: Step): Promise<number> {
  if (act === 'use') {
    await deal.use('page', quantity, inMonth(at))
    return quantity
  }
  const answer = await api.post(GENERATE, { ...deal.ids, ...MONTHS[at] })
  if (act === 'send' && answer.status === 201) await sendInvoice(api, answer.body)
  if (act === 'void') {
    const start = String(MONTHS[at]?.billingPeriodStart)
    const found = (await live(deal)).find(({ periodStart }) => periodStart === start)
    if (found) await tryVoid(found)
  }
  return 0
}

/** Returns the price in cents, so that sums are integers. */
const graduated = (units: number) =>
  100 * Math.min(units, 10) +
  50 * Math.max(0, Math.min(units, 20) - 10) +
  25 * Math.max(0, units - 20)
const volume = (units: number) => units * (units <= 10 ? 100 : units <= 20 ? 50 : 25)

test.each([
  ['graduated', graduated],
  ['volume', volume],
])(
  'any order of work, drafts, sends and voids bills each month its %s price',
  async (model, price) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const deal = await givenDeal(api, { prices: [tiered('page', model, STEPS)] })
        const units = MONTHS.map(() => 0)
        for (const one of steps) {
          units[one.at] = (units[one.at] ?? 0) + (await perform(deal, one))
        }
        await settle(deal)
        const cents = units.reduce((total, quantity) => total + price(quantity), 0)
        expect((await subtotals(deal)) * 100n).toBe(exact(cents))
      }),
      { numRuns: 15, seed: 4711, endOnFailure: false },
    )
  },
  120_000,
)
