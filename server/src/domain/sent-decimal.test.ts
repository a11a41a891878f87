import { expect, test } from 'vitest'
import { parseSentDecimal } from './sent-decimal.ts'

test.each([
  [0.1, '0.1'],
  ['0.1', '0.1'],
  ['10.50', '10.5'],
  [-3, '-3'],
  [1e-7, '0.0000001'],
  ['123456789012345', '123456789012345'],
])('%j is %s', (sent, expected) => {
  expect(parseSentDecimal(sent)?.toFixed()).toBe(expected)
})

const texts = ['', ' 1', '1e3', '1,5', '+1', 'NaN', '0.1000000000000000055', '9007199254740993']
test.each([...texts, Number.NaN, Infinity, null, undefined, true, [1], { rawJSON: '1' }])(
  '%j is refused',
  (sent) => {
    expect(parseSentDecimal(sent)).toBeUndefined()
  },
)
