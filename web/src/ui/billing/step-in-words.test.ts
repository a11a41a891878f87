import { expect, test } from 'vitest'
import { calculationInWords, stepInWords } from './step-in-words.ts'

const CALCULATION = {
  description: '',
  counted: 'units',
  count: '1200',
  rate: '0.0000125',
  divisor: null,
  flatFee: '0',
  lower: null,
  upper: null,
  units: null,
  amount: '0.015',
} as const
const words = (fields: Partial<Parameters<typeof calculationInWords>[0]>) =>
  calculationInWords({ ...CALCULATION, ...fields }, 'USD')

test.each([
  [{}, '1,200 units × $0.0000125'],
  [{ counted: 'units', count: '1', rate: '0.9' }, '1 unit × $0.90'],
  [{ counted: 'periods', count: '1', rate: '499' }, '1 period × $499.00'],
  [{ counted: 'seats', count: '12', rate: '29' }, '12 seats × $29.00'],
  [{ counted: 'times', count: '1', rate: '900' }, '1 time × $900.00'],
  [
    { counted: 'seat_days', count: '93', rate: '31', divisor: '31' },
    '93 seat days × $31.00 / 31 days of the period',
  ],
  [
    { count: '1000', rate: '0', lower: '0', upper: '1000', units: '1000', flatFee: '20' },
    'Units up to 1,000: 1,000 units × $0.00 + $20.00',
  ],
  [
    { count: '50', rate: '0.05', lower: '100', upper: '1000', units: '50' },
    'Units above 100, up to 1,000: 50 units × $0.05',
  ],
  [
    { count: '2', rate: '0.7', lower: '1000', upper: null, units: '2' },
    'Units above 1,000: 2 units × $0.70',
  ],
  [{ count: '3', rate: '1', lower: '0', upper: null, units: '3' }, 'All units: 3 units × $1.00'],
  [
    { counted: 'packages', count: '3', rate: '5', lower: '0', upper: null, units: '2400' },
    '2,400 units: 3 packages × $5.00',
  ],
  [
    { counted: 'pools', count: '1', rate: '99', lower: '0', upper: '1000', units: '1' },
    '1 of 1,000 units in the pool: 1 pool × $99.00',
  ],
] as const)('a multiplication has the rate in its currency: %j', (fields, text) => {
  expect(words(fields)).toBe(text)
})

const STEP = {
  kind: 'price',
  description: 'as it was sent',
  quantity: '1250',
  calculations: [],
  lineId: null,
  amount: '1',
} satisfies Parameters<typeof stepInWords>[0]
const step = (fields: Partial<Parameters<typeof stepInWords>[0]>, billedOn?: string) =>
  stepInWords({ ...STEP, ...fields }, billedOn)

test('a step has its units grouped, and keeps words without figures', () => {
  expect([
    step({}),
    step({ quantity: '1' }),
    step({ kind: 'before', quantity: '-1250' }),
    step({ kind: 'billed', quantity: '-1250' }, 'INV-1'),
    step({ kind: 'billed', quantity: '-1250' }),
    step({ kind: 'fee', quantity: null }),
  ]).toEqual([
    'The price of 1,250 units',
    'The price of 1 unit',
    'Less the price of 1,250 units of the billing period before this line',
    'Less 1,250 units that invoice INV-1 billed',
    'as it was sent',
    'as it was sent',
  ])
})
