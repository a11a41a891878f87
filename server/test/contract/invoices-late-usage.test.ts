import { beforeEach, describe, expect, test } from 'vitest'
import { FEE, flatPrice, givenDeal, TIERS, tiered } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  APRIL,
  amountsOf,
  INVOICES,
  MARCH,
  month,
  readInvoice,
  sendInvoice,
  usageLine,
  voidInvoice,
} from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-20T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

beforeEach(() => {
  now = new Date('2026-03-20T12:00:00Z')
})

const MAY = month('2026-05-01', '2026-06-01')
const IN_MARCH = '2026-03-25T10:00:00Z'
const LATE = 'late_usage'

/** Invoices 90 pages of March and moves the time to April. */
async function invoicedMarch(price = tiered('page', 'graduated')) {
  const deal = await givenDeal(t.api, { prices: [price] })
  await deal.use('page', 90, '2026-03-10T10:00:00Z')
  now = new Date('2026-04-02T00:00:00Z')
  const march = await sendInvoice(t.api, await deal.generate(MARCH))
  return { ...deal, march }
}

/** Returns adjustment amounts; credits count too, because the contract leaves their type open. */
const adjustments = (invoice: Parameters<typeof amountsOf>[0]) =>
  ['late_usage', 'credit'].flatMap((type) => amountsOf(invoice, type))

describe('usage recorded after its period was invoiced', () => {
  test('is on the next invoice: the true price of the total less the billed amount', async () => {
    const { use, generate, march } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    await use('page', 50, '2026-04-01T10:00:00Z')
    const april = await generate(APRIL)
    // 110 pages cost 10.50, of which 9.00 were billed.
    expect(amountsOf(april, LATE)).toEqual([1.5])
    expect(Number(usageLine(april, 'page').amount)).toBe(5)
    expect(april.total).toBe(6.5)
    expect(await readInvoice(t.api, march.id)).toEqual(march)
  })

  test('has a line that says of which period and signal it is', async () => {
    const { use, generate } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    const line = (await generate(APRIL)).lineItems.find(({ type }) => type === LATE)
    expect(line).toMatchObject({ signalName: 'page', description: expect.any(String) })
    expect(Number(line?.quantity)).toBe(20)
    expect(Date.parse(line?.periodStart ?? '')).toBe(Date.parse('2026-03-01T00:00:00Z'))
    expect(Date.parse(line?.periodEnd ?? '')).toBe(Date.parse('2026-04-01T00:00:00Z'))
  })

  test('is billed once', async () => {
    const { use, generate } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    await sendInvoice(t.api, await generate(APRIL))
    now = new Date('2026-05-02T00:00:00Z')
    expect(adjustments(await generate(MAY))).toEqual([])
  })

  test('is billed again when the invoice that carried it is voided, and again once', async () => {
    const { use, generate } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    await voidInvoice(t.api, await sendInvoice(t.api, await generate(APRIL)))
    const again = await sendInvoice(t.api, await generate(APRIL))
    expect(amountsOf(again, LATE)).toEqual([1.5])
    now = new Date('2026-05-02T00:00:00Z')
    expect(adjustments(await generate(MAY))).toEqual([])
  })

  test('that arrives twice is adjusted twice, each time for the new units', async () => {
    const { use, generate } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    await sendInvoice(t.api, await generate(APRIL))
    await use('page', 10, IN_MARCH)
    now = new Date('2026-05-02T00:00:00Z')
    // 120 pages cost 11.00, of which 9.00 and 1.50 were billed.
    expect(amountsOf(await generate(MAY), LATE)).toEqual([0.5])
  })

  test('of two periods has a line for each', async () => {
    const { use, generate } = await invoicedMarch()
    await sendInvoice(t.api, await generate(APRIL))
    await use('page', 20, IN_MARCH)
    now = new Date('2026-05-02T00:00:00Z')
    await use('page', 30, '2026-04-10T00:00:00Z')
    expect(amountsOf(await generate(MAY), LATE).sort()).toEqual([1.5, 3])
  })

  test('is on one of two drafts, not on both', async () => {
    const { use, generate } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    now = new Date('2026-05-02T00:00:00Z')
    await generate(APRIL)
    await generate(MAY)
    const drafts = [await generate(APRIL), await generate(MAY)]
    expect(drafts.flatMap((draft) => amountsOf(draft, LATE))).toEqual([1.5])
  })

  test('that makes all units cheaper is a credit', async () => {
    const { use, generate } = await invoicedMarch(tiered('page', 'volume'))
    await use('page', 20, IN_MARCH)
    await use('page', 100, '2026-04-01T10:00:00Z')
    const april = await generate(APRIL)
    // 110 pages at 0.05 cost 5.50, but 9.00 were billed.
    expect(adjustments(april)).toEqual([-3.5])
    expect(april.total).toBe(6.5)
  })

  test('within a credit pool costs nothing, above it the overage', async () => {
    const tiers = [
      { lower: 0, upper: 100, rate: 20 },
      { lower: 100, upper: null, rate: 0.5 },
    ]
    const { use, generate } = await invoicedMarch(tiered('page', 'credit_pool', tiers))
    await use('page', 10, IN_MARCH)
    expect(adjustments(await generate(APRIL))).toEqual([])
    await use('page', 4, IN_MARCH)
    expect(adjustments(await generate(APRIL))).toEqual([2])
  })

  test('is priced with the rates that its invoice used', async () => {
    const { use, generate, change } = await invoicedMarch(flatPrice('page', 0.1))
    await change(0, { rate: 1 })
    await use('page', 20, IN_MARCH)
    await use('page', 5, '2026-04-01T10:00:00Z')
    const april = await generate(APRIL)
    expect(amountsOf(april, LATE)).toEqual([2])
    expect(Number(usageLine(april, 'page').amount)).toBe(5)
  })

  test('of a signal that had none before is billed too', async () => {
    const deal = await givenDeal(t.api, { prices: [FEE, flatPrice('page', 0.1)] })
    now = new Date('2026-04-02T00:00:00Z')
    await sendInvoice(t.api, await deal.generate(MARCH))
    await deal.use('page', 20, IN_MARCH)
    expect(amountsOf(await deal.generate(APRIL), LATE)).toEqual([2])
  })

  test('joins its own invoice while that is a draft', async () => {
    const { use, generate } = await givenDeal(t.api, { prices: [tiered('page', 'graduated')] })
    await use('page', 90, '2026-03-10T10:00:00Z')
    now = new Date('2026-04-01T10:00:00Z')
    await generate(MARCH)
    await use('page', 20, IN_MARCH)
    const march = await generate(MARCH)
    expect(Number(usageLine(march, 'page').amount)).toBe(10.5)
    await sendInvoice(t.api, march)
    expect(adjustments(await generate(APRIL))).toEqual([])
  })

  test('joins the new invoice of its period when the old one is void', async () => {
    const { use, generate, march } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    await voidInvoice(t.api, march)
    const again = await sendInvoice(t.api, await generate(MARCH))
    expect([again.total, ...adjustments(again)]).toEqual([10.5])
    expect(adjustments(await generate(APRIL))).toEqual([])
  })

  test('is counted by parallel generates of the next invoice once', async () => {
    const { use, ids } = await invoicedMarch()
    await use('page', 20, IN_MARCH)
    const all = await Promise.all(
      [1, 2, 3].map(() => t.api.post(`${INVOICES}/generate`, { ...ids, ...APRIL })),
    )
    expect(all.map(({ body }) => body.total)).toEqual([1.5, 1.5, 1.5])
  })
})

describe('a change of price', () => {
  test('reaches a draft that is generated again', async () => {
    const { use, generate, change } = await givenDeal(t.api, {
      prices: [flatPrice('page', 0.1), FEE],
    })
    await use('page', 10, '2026-03-10T10:00:00Z')
    expect((await generate()).total).toBe(50)
    await change(0, { rate: 0.2 })
    await change(1, { rate: 60 })
    expect((await generate()).total).toBe(62)
  })

  test('reaches a draft that is sent', async () => {
    const { generate, change } = await givenDeal(t.api, { prices: [FEE] })
    const draft = await generate()
    await change(0, { rate: 60 })
    const sent = await sendInvoice(t.api, await generate())
    expect([sent.id, sent.total]).toEqual([draft.id, 60])
  })

  test('never reaches an invoice that was issued', async () => {
    const { march, change } = await invoicedMarch()
    await change(0, { tiers: TIERS.map((tier) => ({ ...tier, rate: 9 })) })
    expect(await readInvoice(t.api, march.id)).toEqual(march)
  })

  test('does not count as late usage', async () => {
    const { generate, change } = await invoicedMarch()
    await change(0, { tiers: TIERS.map((tier) => ({ ...tier, rate: 9 })) })
    expect((await generate(APRIL)).total).toBe(0)
  })
})
