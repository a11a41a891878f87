import { describe, expect, test } from 'vitest'
import { isAbove, isDecimal } from './decimal-text.ts'
import {
  splitLast,
  startsOf,
  type TierRow,
  tierProblems,
  tierRow,
  toTiers,
  withoutRow,
  withRow,
} from './tiers.ts'

const MISSING = 'Missing'
const rows = (...typed: [string, string][]): TierRow[] =>
  typed.map(([upTo, rate]) => tierRow(upTo, rate))
const typedOf = (all: readonly TierRow[]) => all.map(({ upTo, rate }) => [upTo, rate])

describe('a typed number', () => {
  test.each([
    ['0', true],
    ['0.0000125', true],
    [' 12 ', true],
    ['123456789012345678901234567890.5', true],
    ['', false],
    ['-1', false],
    ['.5', false],
    ['5.', false],
    ['1,000', false],
    ['1e3', false],
    ['∞', false],
  ])('%j is a number: %s', (text, is) => expect(isDecimal(text)).toBe(is))

  test.each([
    ['1001', '1000', true],
    ['1000', '1000', false],
    ['1000.0', '1000', false],
    ['1000.01', '1000', true],
    ['999', '1000', false],
    ['0100', '99', true],
    ['9007199254740993', '9007199254740992', true],
    ['0.1', '0.09', true],
  ])('%s is above %s: %s', (text, other, is) => expect(isAbove(text, other)).toBe(is))
})

test('a tier begins where the previous one ends', () => {
  const all = rows(['1000', '1'], ['10000', '0.9'], ['', '0.7'])
  expect(startsOf(all)).toEqual(['0', '1000', '10000'])
  expect(startsOf(withRow(all, 0, { upTo: '2000' }))).toEqual(['0', '2000', '10000'])
})

test('adding a tier splits the last one, whose end must be typed; the new one keeps its rate', () => {
  const split = splitLast(rows(['1000', '1'], ['', '0.9']))
  expect(typedOf(split)).toEqual([
    ['1000', '1'],
    ['', '0.9'],
    ['', '0.9'],
  ])
  expect(tierProblems(split, MISSING)).toEqual({ 'tiers[1].upper': MISSING })
})

test('removing a tier closes the gap, and the last one stays', () => {
  const all = rows(['1000', '1'], ['10000', '0.9'], ['', '0.7'])
  const rest = withoutRow(all, 1)
  expect(startsOf(rest)).toEqual(['0', '1000'])
  expect(tierProblems(rest, MISSING)).toEqual({})
  expect(withoutRow(rest, 1)).toEqual(rest)
  expect(rest[0]?.key).toBe(all[0]?.key)
})

test('problems are reported by row and field', () => {
  const all = rows(['1000', 'x'], ['1000', '0.9'], ['', ''])
  expect(tierProblems(all, MISSING)).toEqual({
    'tiers[0].rate': 'Enter a number with digits and a point, such as 0.9',
    'tiers[1].upper': 'Must be above 1000, where the tier starts',
    'tiers[2].rate': MISSING,
  })
})

test('typed values are sent unchanged, and the last tier has no end', () => {
  expect(toTiers(rows([' 1000 ', '0.0000125'], ['', '0.10']))).toEqual([
    { lower: '0', upper: '1000', rate: '0.0000125' },
    { lower: '1000', upper: null, rate: '0.10' },
  ])
})
