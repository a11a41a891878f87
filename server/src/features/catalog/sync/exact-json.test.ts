import { describe, expect, test } from 'vitest'
import { countOf, parseExactJson, rateOf } from './exact-json.ts'

test('numbers keep their source text in any position', () => {
  expect(parseExactJson('{"a": 2.5e-06, "b": [0.10, {"c": 1E400}], "d": "7", "e": null}')).toEqual({
    a: '2.5e-06',
    b: ['0.10', { c: '1E400' }],
    d: '7',
    e: null,
  })
})

describe('rateOf', () => {
  test.each([
    ['2.5e-06', '0.0000025'],
    ['2.5E-6', '0.0000025'],
    ['1e-05', '0.00001'],
    ['1.234e+2', '123.4'],
    ['5e3', '5000'],
    ['0.00000015', '0.00000015'],
    [' 0.000003 ', '0.000003'],
    ['0', '0'],
    ['0.0', '0'],
    ['-1', '-1'],
    ['-2.5e-06', '-0.0000025'],
    // Floating-point representations of 0.6 and of a third of a quarter.
    ['0.0000006000000000000001', '0.0000006'],
    ['0.00000025000000000000005', '0.00000025'],
    ['8.333333333333334e-08', '0.0000000833333333333'],
  ])('%j is %s', (text, expected) => {
    expect(rateOf(text)?.toFixed()).toBe(expected)
  })

  test.each([
    '',
    'free',
    '$1',
    '1,5',
    '.5',
    '0x10',
    'NaN',
    'Infinity',
    '1e-400',
    '1e9999',
    null,
    5,
  ])('%j is not a rate', (value) => {
    expect(rateOf(value)).toBeUndefined()
  })
})

test.each([
  ['128000', 128_000],
  ['1e6', 1_000_000],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['3000000000', undefined],
  ['max input tokens', undefined],
  [null, undefined],
])('countOf(%j) is %s', (value, expected) => {
  expect(countOf(value)).toBe(expected)
})
