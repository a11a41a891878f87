import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, flatPrice, givenDeal } from '../support/deal.ts'
import { type Fields, givenCoupon, givenDiscount } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { APRIL, type Invoice, MARCH, readInvoice, sendInvoice } from '../support/invoice.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-06-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const RATES = '/v1/tax-rates'
const VAT = { name: 'VAT', percentage: 19, isInclusive: false, isDefault: true }

const rate = async (fields: Fields = {}): Promise<string> =>
  (await must(api.post(RATES, { ...VAT, ...fields }))).id
const dealOf = (amount: number, customer: Fields = {}, plan: Fields = {}) =>
  givenDeal(api, { prices: [{ ...FEE, rate: amount }], customer, plan })
const invoiceOf = async (amount: number, customer: Fields = {}, plan: Fields = {}) =>
  (await dealOf(amount, customer, plan)).generate()
const taxesOf = ({ taxes }: Invoice) =>
  taxes.map(({ name, amount }) => [name, Number(amount)]).sort()

describe('an exclusive tax', () => {
  test.each([
    [100, 19, 19, 119],
    [49, 19, 9.31, 58.31],
    [0.5, 5, 0.03, 0.53],
    [100, 8.875, 8.88, 108.88],
    [100, 0, 0, 100],
    [1234.56, 8.875, 109.57, 1344.13],
  ])('on %d at %d percent is %d, in all %d', async (amount, percentage, tax, total) => {
    await rate({ percentage })
    const invoice = await invoiceOf(amount)
    expect([Number(invoice.taxTotal), invoice.total]).toEqual([tax, total])
    expect([Number(invoice.subtotal), Number(invoice.amountDue)]).toEqual([amount, total])
  })

  test('is stored on the invoice with the amount it was computed from', async () => {
    await rate()
    const [tax] = (await invoiceOf(100)).taxes
    expect(tax).toMatchObject({ name: 'VAT', isInclusive: false })
    expect([tax?.percentage, tax?.taxableAmount, tax?.amount].map(Number)).toEqual([19, 100, 19])
  })

  test('is computed once on the sum, not on each line', async () => {
    await rate({ percentage: 10 })
    const prices = ['a', 'b', 'c', 'd'].map((signal) => flatPrice(signal, 0.04))
    const { use, generate } = await givenDeal(api, { prices })
    for (const signal of ['a', 'b', 'c', 'd']) await use(signal, 1, '2026-06-10T00:00:00Z')
    // Four lines of 0.04 sum to 0.16, and a tenth of it is 0.016.
    expect((await generate()).total).toBe(0.18)
  })

  test('is computed after discounts', async () => {
    await rate()
    const { customerId, generate } = await dealOf(100)
    const coupon = { name: 'Spring', percentOff: 20, duration: 'forever' }
    const { id: couponId } = await givenCoupon(api, coupon)
    await givenDiscount(api, { customerId, couponId })
    const invoice = await generate()
    expect([Number(invoice.taxTotal), invoice.total]).toEqual([15.2, 95.2])
    expect(Number(invoice.taxes[0]?.taxableAmount)).toBe(80)
  })

  test('next to another: each is rounded and listed separately', async () => {
    await rate({ name: 'GST', percentage: 5 })
    await rate({ name: 'QST', percentage: 9.975 })
    const invoice = await invoiceOf(100)
    expect(taxesOf(invoice)).toEqual([
      ['GST', 5],
      ['QST', 9.98],
    ])
    expect(invoice.total).toBe(114.98)
  })

  test.each([
    ['JPY', 101, 10, 10, 111],
    ['JPY', 105, 10, 11, 116],
    ['KWD', 1.005, 10, 0.101, 1.106],
  ])('in %s is rounded to its minor unit', async (currency, amount, percentage, tax, total) => {
    await rate({ percentage })
    const invoice = await invoiceOf(amount, {}, { currency })
    expect([Number(invoice.taxTotal), invoice.total]).toEqual([tax, total])
  })
})

describe('an inclusive tax', () => {
  test.each([
    [119, 19, 19],
    [100, 19, 15.97],
    [107, 7, 7],
    [49, 20, 8.17],
  ])('in %d at %d percent is %d, and leaves the total', async (amount, percentage, tax) => {
    await rate({ percentage, isInclusive: true })
    const invoice = await invoiceOf(amount)
    expect(invoice.total).toBe(amount)
    expect(invoice.taxes[0]).toMatchObject({ isInclusive: true })
    expect(Number(invoice.taxes[0]?.amount)).toBe(tax)
  })
})

describe('which taxes apply', () => {
  test('none, when the organization has none', async () => {
    const invoice = await invoiceOf(100)
    expect([invoice.taxes, Number(invoice.taxTotal), invoice.total]).toEqual([[], 0, 100])
  })

  test('not those of another organization, nor those that are not the default', async () => {
    await stranger.post(RATES, VAT)
    await rate({ isDefault: false })
    expect((await invoiceOf(100)).taxes).toEqual([])
  })

  test('not to a customer that is exempt, whatever its rates', async () => {
    const id = await rate()
    expect((await invoiceOf(100, { isTaxExempt: true })).total).toBe(100)
    const both = await invoiceOf(100, { isTaxExempt: true, taxRateIds: [id] })
    expect([both.taxes, both.total]).toEqual([[], 100])
  })

  test("a customer's own instead of the defaults", async () => {
    await rate()
    const own = await rate({ name: 'Reduced', percentage: 7, isDefault: false })
    expect(taxesOf(await invoiceOf(100, { taxRateIds: [own] }))).toEqual([['Reduced', 7]])
    expect(taxesOf(await invoiceOf(100))).toEqual([['VAT', 19]])
  })

  test('as the customer is changed, from the next draft on', async () => {
    const id = await rate({ isDefault: false })
    const { customerId, generate } = await dealOf(100)
    const patch = async (fields: Fields) => {
      const { status, body } = await api.patch(`/v1/customers/${customerId}`, fields)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body).toMatchObject(fields)
      return (await generate()).total
    }
    expect(await patch({ taxRateIds: [id] })).toBe(119)
    expect(await patch({ isTaxExempt: true })).toBe(100)
    expect(await patch({ isTaxExempt: false })).toBe(119)
  })

  test('not one that is switched off or deleted', async () => {
    const [off, gone] = [await rate(), await rate({ name: 'Old' })]
    expect((await api.patch(`${RATES}/${off}`, { isActive: false })).status).toBe(200)
    expect((await api.delete(`${RATES}/${gone}`)).status).toBeLessThan(300)
    expect((await invoiceOf(100)).total).toBe(100)
  })
})

describe('a change of taxes', () => {
  test('never reaches an issued invoice, and reaches the next', async () => {
    const id = await rate()
    const { generate } = await dealOf(100)
    const issued = await sendInvoice(api, await generate(MARCH))
    await api.delete(`${RATES}/${id}`)
    await rate({ percentage: 21 })
    expect(await readInvoice(api, issued.id)).toEqual(issued)
    expect((await generate(APRIL)).total).toBe(121)
  })

  test('reaches a draft that is generated again', async () => {
    const { generate } = await dealOf(100)
    expect((await generate()).total).toBe(100)
    await rate()
    expect((await generate()).total).toBe(119)
  })
})
