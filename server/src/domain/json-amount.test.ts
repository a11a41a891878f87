import { expect, test } from 'vitest'
import { isExactAsJson, isShowable } from './json-amount.ts'
import { decimal } from './money.ts'

test.each([
  ['0', true],
  ['-12.5', true],
  ['9999999999999.99', true],
  ['90000000000000', true],
  ['-90000000000000', true],
  // Between 2^46 and the limit a float still holds whole amounts, but not every cent.
  ['75000000000000', true],
  ['75000000000000.01', false],
  ['90000000000000.01', false],
  ['180000000000000', false],
  ['-180000000000000', false],
])('%s is an amount that can be shown: %s', (text, expected) => {
  expect(isShowable(decimal(text))).toBe(expected)
})

test.each([
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['0.1', true],
  ['0.12345678901234567890', false],
])('%s is exactly a JSON number: %s', (text, expected) => {
  expect(isExactAsJson(decimal(text))).toBe(expected)
})
