import { describe, expect, test } from 'vitest'
import { decimal } from '../../../domain/money.ts'
import { isShrunkTooFar, reviewReasons, withoutNegatives } from './review-reasons.ts'
import { applyStatement, type Terms } from './statement.ts'

/** Builds a price in USD per million input tokens, optionally with a long-context rate. */
function price(input: string, above200k?: string): Terms {
  const perToken = (rate: string) => ({ input: decimal(rate).div(decimal('1000000')) })
  return applyStatement(undefined, {
    rates: perToken(input),
    longContext: above200k ? [{ aboveInputTokens: 200_000, rates: perToken(above200k) }] : [],
  })
}

describe('a new price needs a manual decision', () => {
  test.each([
    ['1', '10', []],
    ['10', '1', []],
    ['1', '1', []],
    ['0', '0', []],
    [
      '1',
      '10.01',
      [
        'The input rate changes more than tenfold: from 1 USD per million tokens to 10.01 USD per million tokens',
      ],
    ],
    [
      '10.01',
      '1',
      [
        'The input rate changes more than tenfold: from 10.01 USD per million tokens to 1 USD per million tokens',
      ],
    ],
    [
      '1',
      '0',
      ['The input rate falls to zero: from 1 USD per million tokens to 0 USD per million tokens'],
    ],
    [
      '0',
      '1',
      [
        'The input rate is no longer zero: from 0 USD per million tokens to 1 USD per million tokens',
      ],
    ],
    ['1', '-1', ['The input rate is negative: -1 USD per million tokens']],
  ])('from %s to %s: %o', (before, after, dangers) => {
    expect(reviewReasons(price(before), price(after))).toEqual(dangers)
  })

  test('on every long-context level', () => {
    expect(reviewReasons(price('1', '2'), price('1', '21'))).toEqual([
      'The input rate above 200000 input tokens changes more than tenfold: ' +
        'from 2 USD per million tokens to 21 USD per million tokens',
    ])
    expect(reviewReasons(price('1'), price('1', '11'))).toHaveLength(1)
    expect(reviewReasons(price('1'), price('1', '2'))).toEqual([])
  })

  test('without an earlier price, only when it is negative', () => {
    expect(reviewReasons(undefined, price('1000'))).toEqual([])
    expect(reviewReasons(undefined, price('0'))).toEqual([])
    expect(reviewReasons(undefined, price('-1'))).toHaveLength(1)
  })
})

describe('a rate of cache writes for one hour', () => {
  const MILLION = decimal('1000000')
  const writes = (cacheWrite: string, cacheWrite1h?: string) =>
    applyStatement(undefined, {
      rates: {
        input: decimal('1').div(MILLION),
        cacheWrite: decimal(cacheWrite).div(MILLION),
        ...(cacheWrite1h ? { cacheWrite1h: decimal(cacheWrite1h).div(MILLION) } : {}),
      },
      longContext: [],
    })

  test.each([
    ['2', []],
    ['1.25', []],
    [
      '13',
      [
        'The one-hour cache write rate changes more than tenfold: from 1.25 USD per million tokens to 13 USD per million tokens',
      ],
    ],
    ['1', ['The one-hour cache write rate is below that of other cache writes']],
    [
      '0',
      [
        'The one-hour cache write rate falls to zero: from 1.25 USD per million tokens to 0 USD per million tokens',
      ],
    ],
  ])('that is new is compared with that of other writes: %s', (oneHour, reasons) => {
    expect(reviewReasons(writes('1.25'), writes('1.25', oneHour))).toEqual(reasons)
    expect(reviewReasons(undefined, writes('1.25', oneHour))).toEqual(reasons)
  })

  test('that is known is compared with itself', () => {
    expect(reviewReasons(writes('1.25', '1'), writes('1.25', '1.1'))).toEqual([])
    expect(reviewReasons(writes('1.25', '2'), writes('1.25', '21'))).toHaveLength(1)
  })
})

describe('the rates of a service tier', () => {
  const withBatch = (standard: Terms, batch: Terms): Terms => ({
    ...standard,
    serviceTiers: [{ serviceTier: 'batch', rates: batch.rates, longContext: batch.longContext }],
  })

  test('that is new are compared with the standard rates', () => {
    expect(reviewReasons(price('2'), withBatch(price('2'), price('1')))).toEqual([])
    const tooMuch = [
      'The input rate of the tier batch changes more than tenfold: from 2 USD per million tokens to 21 USD per million tokens',
    ]
    expect(reviewReasons(price('2'), withBatch(price('2'), price('21')))).toEqual(tooMuch)
    expect(reviewReasons(undefined, withBatch(price('2'), price('21')))).toEqual(tooMuch)
  })

  test('that is known are compared with those before, on every level', () => {
    const before = withBatch(price('2'), price('21', '30'))
    expect(reviewReasons(before, withBatch(price('2'), price('22', '31')))).toEqual([])
    expect(reviewReasons(before, withBatch(price('2'), price('22', '0')))).toEqual([
      'The input rate of the tier batch above 200000 input tokens falls to zero: from 30 USD per million tokens to 0 USD per million tokens',
    ])
  })

  test('are not stored if they are negative', () => {
    const { serviceTiers } = withoutNegatives(withBatch(price('1'), price('-1', '-2')))
    expect(serviceTiers[0]?.rates.input).toBeNull()
    expect(serviceTiers[0]?.longContext[0]?.rates.input).toBeNull()
  })
})

test('negative rates are not stored', () => {
  const stored = withoutNegatives(price('-1', '-2'))
  expect(stored.rates.input).toBeNull()
  expect(stored.longContext[0]?.rates.input).toBeNull()
  expect(String(withoutNegatives(price('1')).rates.input)).toBe('0.000001')
})

test.each([
  [0, 0, false],
  [0, 100, false],
  [33, 100, false],
  [34, 100, true],
  [1, 3, true],
  [100, 100, true],
])('%i of %i entries missing: refused is %s', (missing, active, expected) => {
  expect(isShrunkTooFar(missing, active)).toBe(expected)
})
