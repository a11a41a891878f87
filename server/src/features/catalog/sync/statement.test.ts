import { describe, expect, test } from 'vitest'
import { decimal } from '../../../domain/money.ts'
import {
  applyStatement,
  isSameTerms,
  isStatedBy,
  type Levels,
  mergeStatements,
  type StatedLevels,
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

/** Adds tiers to a statement; each is written like a statement. */
function withTiers(stated: Statement, tiers: Record<string, Statement>): Statement {
  return {
    ...stated,
    serviceTiers: Object.entries(tiers).map(([serviceTier, { rates, longContext }]) => ({
      serviceTier,
      rates,
      longContext,
    })),
  }
}

function shownTiers({ serviceTiers = [] }: Terms | Statement): string[] {
  return serviceTiers.map(({ serviceTier, ...levels }) => `${serviceTier} ${shown(levels)}`)
}

/** `0: input 1, output 2 | 200000: …` */
function shown({ rates, longContext }: Levels | StatedLevels): string {
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

describe('applyStatement, of service tiers', () => {
  const standard = says({ input: '2', output: '8', cacheRead: '0.5' }, [200_000, { input: '4' }])
  const half = says({ input: '1', output: '4' })
  const current = priceOf(withTiers(standard, { batch: half }))

  test('gives a new tier the standard rates for what is not mentioned', () => {
    expect(shownTiers(current)).toEqual([
      'batch 0: input 1, output 4, cacheRead 0.5 | 200000: input 4, output 8, cacheRead 0.5',
    ])
  })

  test('takes the stated rates of a known tier, and keeps its other rates', () => {
    const stated = withTiers(standard, { batch: says({ cacheRead: '0.1' }) })
    expect(shownTiers(applyStatement(current, stated))).toEqual([
      'batch 0: input 1, output 4, cacheRead 0.1 | 200000: input 4, output 8, cacheRead 0.5',
    ])
  })

  test('keeps tiers that are not mentioned, also when the standard rates change', () => {
    const next = applyStatement(current, says({ input: '3' }))
    expect(shown(next)).toContain('0: input 3')
    expect(shownTiers(next)).toEqual(shownTiers(current))
    const flex = applyStatement(current, withTiers(standard, { flex: half }))
    expect(flex.serviceTiers.map(({ serviceTier }) => serviceTier)).toEqual(['batch', 'flex'])
  })

  test('changes nothing when it is repeated', () => {
    expect(isStatedBy(current, withTiers(standard, { batch: half }))).toBe(true)
    expect(isStatedBy(current, withTiers(standard, { batch: says({ input: '1.5' }) }))).toBe(false)
    expect(isStatedBy(current, withTiers(standard, { flex: half }))).toBe(false)
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

test('mergeStatements merges tiers by name, and refuses those that contradict each other', () => {
  const one = withTiers(says({ input: '2' }), { batch: says({ input: '1' }) })
  const other = withTiers(says({ input: '2' }), {
    batch: says({ output: '4' }, [200_000, { input: '3' }]),
    flex: says({ input: '1' }),
  })
  const merged = mergeStatements(one, other)
  expect(merged && shownTiers(merged)).toEqual([
    'batch 0: input 1, output 4 | 200000: input 3',
    'flex 0: input 1',
  ])
  const contrary = withTiers(says({ input: '2' }), { batch: says({ input: '1.5' }) })
  expect(mergeStatements(one, contrary)).toBeUndefined()
  expect(mergeStatements(says({ input: '2' }), says({ input: '2' }))).not.toHaveProperty(
    'serviceTiers',
  )
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

  test('service tiers count, in any order', () => {
    const [half, third] = [says({ input: '1' }), says({ input: '0.7' })]
    const priced = (tiers: Record<string, Statement>) =>
      priceOf(withTiers(says({ input: '2' }), tiers))
    const both = priced({ batch: half, flex: third })
    expect(isSameTerms(both, priced({ flex: third, batch: half }))).toBe(true)
    expect(isSameTerms(both, priced({ flex: half, batch: half }))).toBe(false)
    expect(isSameTerms(both, priced({ batch: half }))).toBe(false)
    expect(isSameTerms(priced({ batch: half }), both)).toBe(false)
    expect(isSameTerms(priced({ batch: half }), priced({ flex: half }))).toBe(false)
  })

  test('a rate of cache writes for one hour counts', () => {
    const known = priceOf(says({ input: '1', cacheWrite1h: '2' }))
    expect(isSameTerms(known, priceOf(says({ input: '1' })))).toBe(false)
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
    { input: '1', cacheWrite: '1.25', cacheWrite1h: '0' },
    { input: '1', cacheWrite: '1.25' },
  ],
  [
    { input: '1', cacheWrite1h: '2' },
    { input: '1', cacheWrite1h: '2' },
  ],
  [
    { input: '0', cacheRead: '0' },
    { input: '0', cacheRead: '0' },
  ],
])('withoutEmptyCacheRates(%o) is %o', (given, expected) => {
  const texts = Object.entries(withoutEmptyCacheRates(rates(given)))
  expect(Object.fromEntries(texts.map(([kind, rate]) => [kind, String(rate)]))).toEqual(expected)
})
