import { expect, test } from 'vitest'
import { amountNumber, isExactAsJson, isShowable } from './json-amount.ts'
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

test('a number of JSON is the float that is nearest to the amount, whatever its digits', () => {
  const digits = [
    '0',
    '1',
    '9',
    '3',
    '1234567',
    '123456789012345',
    '999999999999999',
    '1234567890123456',
  ]
  const zeros = Array.from({ length: 26 }, (_, count) => '0'.repeat(count))
  const texts = digits.flatMap((text) =>
    zeros.flatMap((more) => [`${text}${more}`, `0.${more}${text}`, `12.${more}${text}`]),
  )
  for (const text of texts.flatMap((one) => [one, `-${one}`])) {
    const value = decimal(text)
    // Equals the number that a JSON parser reads from the text.
    expect([text, amountNumber(value)]).toEqual([text, Number(value.toFixed())])
  }
})
