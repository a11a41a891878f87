import { expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../../../../test/support/deal.ts'
import type { Fields } from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { getInvoiceDocument } from './document.ts'
import { invoiceMail } from './mail/mail.ts'
import { totalRows } from './totals.ts'

const t = useTestApp({ now: () => new Date('2026-03-20T12:00:00Z') })

/** Returns the invoice of a deal with 1,220 tickets in March, from the API and as a document. */
async function invoiceOf(options: Parameters<typeof givenDeal>[1], taxes: Fields[] = []) {
  const taxRateIds: string[] = []
  for (const tax of taxes) taxRateIds.push((await must(t.api.post('/v1/tax-rates', tax))).id)
  const deal = await givenDeal(t.api, {
    ...options,
    customer: { taxRateIds, ...options?.customer },
    agent: { name: 'Support agent' },
    subscription: { ...SINCE_JANUARY, ...options?.subscription },
  })
  await deal.use('ticket', 1_220, '2026-03-05')
  const body = await deal.generate()
  const key = { organizationId: t.organization.id, id: String(body.id) }
  return { body, document: await getInvoiceDocument(t.dependencies.db, t.config, key) }
}

const tiered = (pricingModel: string, tiers: unknown[]) => ({
  name: 'Tickets',
  signal: 'ticket',
  pricingModel,
  tiers,
})
const TIERS = [
  { lower: 0, upper: 1_000, rate: '0.10' },
  { lower: 1_000, upper: null, rate: '0.08' },
]
const TICKETS = { name: 'Tickets', signal: 'ticket', pricingModel: 'flat', rate: '0.10' }
const FEE = { name: 'Base fee', chargeType: 'recurring', rate: 50 }
const SEATS = { name: 'Seats', chargeType: 'seat_based', rate: 10 }

test.each<[string, unknown[], string[]]>([
  ['volume', TIERS, ['All 1,220 at the rate above 1,000: $0.08 each']],
  [
    'volume',
    [
      { lower: 0, upper: 2_000, rate: '0.10' },
      { lower: 2_000, upper: null, rate: '0.08' },
    ],
    ['All 1,220 at the rate up to 2,000: $0.10 each'],
  ],
  [
    'graduated',
    TIERS,
    ['Up to 1,000: 1,000 × $0.10 = $100.00', 'Above 1,000: 220 × $0.08 = $17.60'],
  ],
  ['graduated', [{ lower: 0, upper: null, rate: '0.10' }], ['All units: 1,220 × $0.10']],
  [
    'credit_pool',
    [
      { lower: 0, upper: 1_000, rate: 90 },
      { lower: 1_000, upper: null, rate: '0.08' },
    ],
    ['Pool of 1,000 for $90.00: 1,000 used', 'Above 1,000: 220 × $0.08 = $17.60'],
  ],
])('%s tiers say which units had which price', async (model, tiers, texts) => {
  const { document } = await invoiceOf({ prices: [tiered(model, tiers)] })
  expect(document.lines[0]?.notes.slice(1)).toEqual(texts)
})

test("lines stand in the plan's order", async () => {
  const strategies = [FEE, TICKETS, SEATS]
  const { document } = await invoiceOf({ prices: strategies, subscription: { seatsCount: 2 } })
  const names = document.lines.map(({ description }) => description)
  expect(names).toEqual(['Base fee', 'Tickets', 'Seats'])
})

test('an inclusive tax shows its net and its share of the gross amount', async () => {
  const vat = { name: 'VAT', percentage: 19, isInclusive: true }
  const { body, document } = await invoiceOf({ prices: [TICKETS] }, [vat])
  expect(body).toMatchObject({ total: 122, netTotal: 102.52, taxTotal: 19.48 })
  expect(body.taxes).toMatchObject([{ percentage: 19, taxableAmount: 102.52, amount: 19.48 }])
  expect(totalRows(document)).toEqual([
    { label: 'Net total', amount: '$102.52', isStrong: false },
    { label: 'VAT 19%, included: 19/119 of $122.00', amount: '$19.48', isStrong: false },
    { label: 'Total due', amount: '$122.00', isStrong: true },
  ])
  const mail = invoiceMail(document, {})
  expect(mail.html).toContain('19/119 of $122.00')
  expect(mail.text).toContain('Net total: $102.52')
})

test('several inclusive taxes are shares of the same gross amount', async () => {
  const { document } = await invoiceOf({ prices: [TICKETS] }, [
    { name: 'State', percentage: 7, isInclusive: true },
    { name: 'City', percentage: '2.5', isInclusive: true },
    { name: 'Export', percentage: 10, isInclusive: false },
  ])
  expect(document.taxes).toEqual([
    { label: 'State 7%, included: 7/109.5 of $122.00', amount: '$7.80' },
    { label: 'City 2.5%, included: 2.5/109.5 of $122.00', amount: '$2.79' },
    { label: 'Export 10%', amount: '$11.14' },
  ])
  expect(document).toMatchObject({ netTotal: '$111.41', total: '$133.14' })
})

test('no figure is repeated where nothing differs', async () => {
  const { document } = await invoiceOf({ prices: [FEE] })
  expect(totalRows(document)).toEqual([{ label: 'Total due', amount: '$50.00', isStrong: true }])
  expect(invoiceMail(document, {}).html).not.toContain('1 × $50.00')
})

test('the reason for an exemption is printed while the customer is exempt', async () => {
  const taxExemptionReason = 'Reverse charge, Art. 196 VAT Directive'
  const customer = { isTaxExempt: true, taxExemptionReason }
  const { body, document } = await invoiceOf({ customer })
  expect(body.buyer.taxExemptionReason).toBe(taxExemptionReason)
  const mail = invoiceMail(document, {})
  expect(mail.html).toContain(taxExemptionReason)
  expect(mail.text).toContain(taxExemptionReason)
  const taxed = await invoiceOf({ customer: { taxExemptionReason } })
  expect(taxed.document.taxNote).toBeNull()
})

test.each([
  ['US', 'United States', 'Springfield, IL 62701'],
  ['usa', 'usa', 'Springfield, IL 62701'],
  ['DE', 'Germany', '62701 Springfield, IL'],
  ['Deutschland am Meer', 'Deutschland am Meer', 'Springfield, IL 62701'],
])('the country %s is printed as %s', async (country, printed, place) => {
  const address = { addressLine1: '1 Main St', city: 'Springfield', state: 'IL', zipCode: '62701' }
  const { document } = await invoiceOf({ customer: { ...address, country } })
  expect(document.buyer.address).toEqual(['1 Main St', place, printed])
})

test('an address in Japanese is formatted from the largest unit to the smallest', async () => {
  const address = {
    addressLine1: '神宮前一丁目2番3号',
    addressLine2: '青山ビル5階',
    city: '渋谷区',
    state: '東京都',
    zipCode: '150-0001',
    country: 'JP',
  }
  const { document } = await invoiceOf({ customer: address })
  const lines = ['〒150-0001', '東京都渋谷区神宮前一丁目2番3号', '青山ビル5階', 'Japan']
  expect(document.buyer.address).toEqual(lines)
})
