import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountNumber } from '../../domain/json-amount.ts'
import { decimal } from '../../domain/money.ts'
import { plainNumber } from './plain-number.ts'

test.each([
  [0, '0'],
  [-0, '0'],
  [12.5, '12.5'],
  [9.007199164668998e23, '900719916466899800000000'],
  [-1e21, '-1000000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.25e-8, '-0.0000000125'],
])('%d is written as %s', (value, text) => {
  expect(plainNumber(value)).toBe(text)
})

const digits = fc.stringMatching(/^[0-9]{1,30}$/)

test('every decimal is written in plain notation with at most 17 significant digits, and read as its nearest float', () => {
  fc.assert(
    fc.property(fc.boolean(), digits, digits, (isNegative, whole, decimals) => {
      const value = decimal(`${isNegative ? '-' : ''}${whole}.${decimals}`)
      const text = plainNumber(amountNumber(value))
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      const significant = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
      expect(significant.length).toBeLessThanOrEqual(17)
      expect(JSON.parse(text)).toBe(Number(value.toFixed()))
    }),
  )
})

test('every float is read back unchanged', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainNumber(value)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(JSON.parse(text)).toBe(value === 0 ? 0 : value)
    }),
  )
})
