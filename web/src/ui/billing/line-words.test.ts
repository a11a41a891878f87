import { expect, test } from 'vitest'
import type { BillLine } from './bill.ts'
import { aboutLine, priceInWords, prorationOf, tierInWords } from './line-words.ts'

const LINE: BillLine = {
  type: 'usage',
  description: 'Tickets',
  pricingModel: 'graduated',
  quantity: 1200,
  unitPrice: null,
  tiers: [],
  amount: 180,
}
const MARCH = {
  timeZone: 'Europe/Berlin',
  periodStart: '2026-02-28T23:00:00.000Z',
  periodEnd: '2026-03-31T22:00:00.000Z',
}

test('a line shows its days only if they differ from those of the invoice', () => {
  const named = { ...LINE, agentName: 'Support', signalName: 'Resolved' }
  const { periodStart, periodEnd } = MARCH
  expect(aboutLine({ ...named, periodStart, periodEnd }, MARCH)).toEqual(['Support – Resolved'])
  const late = { periodStart: '2026-01-31T23:00:00.000Z', periodEnd: periodStart }
  expect(aboutLine({ ...named, ...late }, MARCH)).toEqual(['Support – Resolved', '1–28 Feb 2026'])
  expect(aboutLine(LINE, undefined)).toEqual([])
})

test('a price shows quantity and unit price, unless they only repeat the amount', () => {
  expect(priceInWords({ ...LINE, quantity: 3, unitPrice: 12.5, amount: 37.5 }, 'USD')).toBe(
    '3 × $12.50',
  )
  expect(priceInWords({ ...LINE, quantity: 1, unitPrice: 49, amount: 49 }, 'USD')).toBe(undefined)
  expect(priceInWords(LINE, 'USD')).toBe('Quantity: 1,200')
})

test('a prorated fee shows its number of days', () => {
  const proration = { daysBefore: 0, daysCovered: 12, daysFull: 30, seatDaysBefore: null }
  const fee = { ...LINE, proration, quantity: 1, unitPrice: 49 }
  expect(prorationOf(fee, 'USD')).toBe('Prorated: $49.00 × 12 of 30 days')
  expect(prorationOf({ ...fee, quantity: 2 }, 'USD')).toBe('Prorated: 2 × $49.00 × 12 of 30 days')
  expect(prorationOf({ ...fee, unitPrice: null }, 'USD')).toBe('Prorated: 12 of 30 days')
  expect(prorationOf(LINE, 'USD')).toBe(undefined)
})

test.each([
  ['graduated', 0, { lower: 0, upper: 1000 }, 'Up to 1,000', '$0.90'],
  ['graduated', 1, { lower: 1000, upper: null }, 'Above 1,000', '$0.90'],
  ['graduated', 1, { lower: 1000, upper: 5000 }, 'Above 1,000, up to 5,000', '$0.90'],
  ['volume', 0, { lower: 1000, upper: null }, 'All, at the rate above 1,000', '$0.90'],
  ['flat', 0, { lower: 0, upper: null }, 'All units', '$0.90'],
  ['volume', 0, { lower: 0, upper: null }, 'All units', '$0.90'],
  ['credit_pool', 0, { lower: 0, upper: 500 }, 'Pool of 500', 'fixed price'],
  ['credit_pool', 1, { lower: 500, upper: null }, 'Above 500', '$0.90'],
] as const)('a tier of %s at place %i', (pricingModel, position, limits, range, rate) => {
  const tier = { ...limits, rate: 0.9, flatFee: 0, units: 100, packages: null, amount: 90 }
  const words = tierInWords(tier, { position, pricingModel, currency: 'USD' })
  expect(words).toMatchObject({ range, rate, amount: '$90.00' })
})

test('a tier with a flat fee shows it beside its rate, and packages their number', () => {
  const tier = { lower: 0, upper: null, rate: 5, units: 2400, packages: null, amount: 12000 }
  const at = { position: 0, pricingModel: 'graduated', currency: 'USD' } as const
  expect(tierInWords({ ...tier, flatFee: 20 }, at).rate).toBe('$5.00 + $20.00')
  const packages = { count: 3, size: 1000 }
  const priced = { ...tier, flatFee: 0, packages, amount: 15 }
  expect(tierInWords(priced, { ...at, pricingModel: 'package' })).toEqual({
    range: 'Packages of 1,000',
    units: '2,400',
    rate: '3 × $5.00',
    amount: '$15.00',
  })
})
