import { describe, expect, test } from 'vitest'
import { decimal } from '../../../domain/money.ts'
import {
  applyStatement,
  isSameTerms,
  mergeStatements,
  type StatedRates,
  type Statement,
  type Terms,
  TOKEN_KINDS,
  withoutEmptyCacheRates,
} from './statement.ts'

type Texts = Partial<Record<(typeof TOKEN_KINDS)[number], string>>

function rates(texts: Texts): StatedRates {
  return Object.fromEntries(Object.entries(texts).map(([kind, text]) => [kind, decimal(text)]))
}

function says(texts: Texts, ...tiers: [above: number, texts: Texts][]): Statement {
  return {
    rates: rates(texts),
    longContext: tiers.map(([aboveInputTokens, tier]) => ({
      aboveInputTokens,
      rates: rates(tier),
    })),
  }
}

/** `0: input 1, output 2 | 200000: …` */
function shown({ rates, longContext }: Terms | Statement): string {
  return [{ aboveInputTokens: 0, rates }, ...longContext]
    .map((level) => {
      const texts = TOKEN_KINDS.flatMap((kind) => {
        const rate = level.rates[kind]
        return rate ? [`${kind} ${rate}`] : []
      })
      return `${level.aboveInputTokens}: ${texts.join(', ')}`
    })
    .join(' | ')
}

const priceOf = (stated: Statement) => applyStatement(undefined, stated)

describe('applyStatement', () => {
  test('takes the stated rates and leaves the others unknown', () => {
    expect(shown(priceOf(says({ input: '1' })))).toBe('0: input 1')
  })

  test('keeps unmentioned rates of the price in force', () => {
    const current = priceOf(says({ input: '1', output: '4', cacheRead: '0.1' }))
    expect(shown(applyStatement(current, says({ input: '2' })))).toBe(
      '0: input 2, output 4, cacheRead 0.1',
    )
  })

  test('gives every long-context level all rates, from the level below or from before', () => {
    const stated = says(
      { input: '1', output: '4', cacheRead: '0.1' },
      [128_000, { input: '2' }],
      [200_000, { output: '9' }],
    )
    const price = priceOf(stated)
    expect(shown(price)).toBe(
      '0: input 1, output 4, cacheRead 0.1 | ' +
        '128000: input 2, output 4, cacheRead 0.1 | 200000: input 2, output 9, cacheRead 0.1',
    )
    const cacheRead = says({}, [200_000, { cacheRead: '0.3' }])
    const known = applyStatement(price, cacheRead)
    expect(shown(known)).toContain('200000: input 2, output 9, cacheRead 0.3')
  })

  test('keeps long-context rates that are not mentioned', () => {
    const current = priceOf(says({ input: '1', output: '4' }, [200_000, { input: '2' }]))
    expect(shown(applyStatement(current, says({ output: '5' })))).toBe(
      '0: input 1, output 5 | 200000: input 2, output 4',
    )
  })
})

describe('mergeStatements', () => {
  test('merges two rows about one model', () => {
    const merged = mergeStatements(
      says({ input: '1', output: '4' }, [200_000, { input: '2' }]),
      says(
        { input: '1', cacheRead: '0.1' },
        [128_000, { input: '1.5' }],
        [200_000, { output: '8' }],
      ),
    )
    expect(merged && shown(merged)).toBe(
      '0: input 1, output 4, cacheRead 0.1 | 128000: input 1.5 | 200000: input 2, output 8',
    )
  })

  test('refuses rows that contradict each other on any level', () => {
    expect(mergeStatements(says({ input: '1' }), says({ input: '2' }))).toBeUndefined()
    expect(
      mergeStatements(
        says({ input: '1' }, [200_000, { input: '2' }]),
        says({ input: '1' }, [200_000, { input: '3' }]),
      ),
    ).toBeUndefined()
  })
})

describe('isSameTerms', () => {
  const third = priceOf(says({ input: '0.08333333333333334' }))

  test.each([
    ['0.0833333333333', true],
    ['0.083333', false],
    ['0.0833333332', false],
  ])('0.08333333333333334 and %s: %s', (input, expected) => {
    expect(isSameTerms(third, priceOf(says({ input })))).toBe(expected)
    expect(isSameTerms(priceOf(says({ input })), third)).toBe(expected)
  })

  test('an unknown rate is not a rate of zero', () => {
    const free = priceOf(says({ input: '1', output: '0' }))
    expect(isSameTerms(free, priceOf(says({ input: '1' })))).toBe(false)
    expect(isSameTerms(free, free)).toBe(true)
  })

  test('tiers count', () => {
    const flat = says({ input: '1' })
    const tiered = says({ input: '1' }, [200_000, { input: '2' }])
    const higher = says({ input: '1' }, [272_000, { input: '2' }])
    expect(isSameTerms(priceOf(flat), priceOf(tiered))).toBe(false)
    expect(isSameTerms(priceOf(tiered), priceOf(flat))).toBe(false)
    expect(isSameTerms(priceOf(tiered), priceOf(higher))).toBe(false)
  })
})

test.each([
  [{ input: '1', cacheRead: '0', cacheWrite: '0' }, { input: '1' }],
  [
    { input: '1', cacheRead: '0.1', cacheWrite: '0' },
    { input: '1', cacheRead: '0.1' },
  ],
  [
    { input: '0', cacheRead: '0' },
    { input: '0', cacheRead: '0' },
  ],
])('withoutEmptyCacheRates(%o) is %o', (given, expected) => {
  const texts = Object.entries(withoutEmptyCacheRates(rates(given)))
  expect(Object.fromEntries(texts.map(([kind, rate]) => [kind, String(rate)]))).toEqual(expected)
})
