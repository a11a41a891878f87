import { expect, test } from 'vitest'
import { roundToMinorUnit } from '../../../domain/currency.ts'
import { decimal } from '../../../domain/money.ts'
import { parseTiers, priceUsage, type TieredModel } from '../../../domain/prices/pricing.ts'
import { packagesFrom } from '../../../domain/test-support.ts'
import { tiersInWords } from './tiers-in-words.ts'

type Tier = [upper: number | null, rate: string, flatFee?: string]
type Billed = { quantity: string; amount: string }

/** Returns the sentence of a line that prices a quantity by these tiers. */
function words(
  pricingModel: TieredModel,
  tiers: Tier[],
  quantity: number,
  billed?: Billed,
): string | null {
  const bounds = tiers.map(([upper, rate, flatFee], at) => {
    return { lower: tiers[at - 1]?.[0] ?? 0, upper, rate, flatFee }
  })
  const parsed = parseTiers(bounds, pricingModel)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  const price = priceUsage({ pricingModel, tiers: parsed.tiers }, decimal(String(quantity)))
  const part = billed && {
    quantity: decimal(billed.quantity),
    amount: decimal(billed.amount),
  }
  const until = roundToMinorUnit(price.amount, 'USD')
  return tiersInWords(
    {
      tiers: price.tiers,
      pricingModel,
      billed: part ?? null,
      amount: part ? until.minus(part.amount) : until,
    },
    'USD',
  )
}

const STEPS: Tier[] = [
  [1000, '0.99'],
  [null, '0.79'],
]
const POOL: Tier[] = [
  [500, '50'],
  [null, '0.2'],
]

test.each<[TieredModel, Tier[], number, string]>([
  ['graduated', STEPS, 1240, 'First 1,000 at $0.99, next 240 at $0.79'],
  ['graduated', STEPS, 3, '3 at $0.99'],
  [
    'graduated',
    [
      [100, '0'],
      [null, '0.0025'],
    ],
    1200,
    'First 100 free, next 1,100 at $0.0025',
  ],
  ['graduated', [[null, '0.0333']], 3, '3 at $0.0333; $0.0999 rounded to $0.10'],
  ['volume', STEPS, 1240, 'All 1,240 at $0.79'],
  [
    'graduated',
    [
      [1000, '0', '20'],
      [null, '0.05', '5.5'],
    ],
    1240,
    'First 1,000 for $20.00, next 240 at $0.05 plus $5.50',
  ],
  [
    'volume',
    [
      [1000, '0.99'],
      [null, '0.79', '100'],
    ],
    1240,
    'All 1,240 at $0.79 plus $100.00',
  ],
  ['credit_pool', POOL, 240, '500 for $50.00 (240 used)'],
  ['credit_pool', POOL, 540, '500 for $50.00, next 40 at $0.20'],
  [
    'credit_pool',
    [
      [500, '0'],
      [null, '0.2'],
    ],
    0,
    '500 included (0 used)',
  ],
])('%s %j for %d units: %s', (model, tiers, quantity, sentence) => {
  expect(words(model, tiers, quantity)).toBe(sentence)
})

test.each<[string, string, number, string]>([
  ['5', '1000', 2400, '3 packages of 1,000 at $5.00'],
  ['5', '1000', 1000, '1 package of 1,000 at $5.00'],
  ['0', '10', 11, '2 packages of 10 free'],
  ['0.0333', '10', 3, '1 package of 10 at $0.0333; $0.0333 rounded to $0.03'],
])('packages at %s of %s for %d units: %s', (rate, size, quantity, sentence) => {
  const { tiers, amount } = priceUsage(packagesFrom(rate, size), decimal(String(quantity)))
  const line = { tiers, pricingModel: 'package' as const, billed: null }
  expect(tiersInWords({ ...line, amount: roundToMinorUnit(amount, 'USD') }, 'USD')).toBe(sentence)
})

test('names the units that another invoice bills, so that the rest is the amount', () => {
  expect(words('graduated', STEPS, 1240, { quantity: '1200', amount: '1148' })).toBe(
    'First 1,000 at $0.99, next 240 at $0.79; less 1,200 for $1,148.00 billed separately',
  )
})

test('is absent for a line without tiers', () => {
  const line = { tiers: [], pricingModel: 'flat' as const, billed: null, amount: decimal('3') }
  expect(tiersInWords(line, 'USD')).toBeNull()
})
