import { describe, expect, test } from 'vitest'
import {
  formatAmount,
  formatChange,
  formatCost,
  formatCostShort,
  formatCount,
  formatCountShort,
  formatEditable,
  formatPercent,
  formatPoints,
  formatPrice,
  formatRounded,
  plainDecimal,
} from './money.ts'

describe('an amount has the decimals of its currency', () => {
  test.each([
    ['1234.5', 'USD', '$1,234.50'],
    ['0', 'USD', '$0.00'],
    [49, 'EUR', '€49.00'],
    ['1234.5', 'JPY', '¥1,235'],
    ['1.2345', 'BHD', 'BHD\u00a01.235'],
    ['-12.5', 'USD', '−$12.50'],
    ['12345678901234567.89', 'USD', '$12,345,678,901,234,567.89'],
  ])('%s %s is %s', (value, currency, text) => {
    expect(formatAmount(value, currency)).toBe(text)
  })
})

describe('a price has the decimals of its currency, and more where it needs them', () => {
  test.each([
    ['0.9', 'USD', '$0.90'],
    ['0.0000000000125', 'USD', '$0.0000000000125'],
    [1.25e-8, 'USD', '$0.0000000125'],
    ['12', 'JPY', '¥12'],
    ['12.5', 'JPY', '¥12.5'],
  ])('%s %s is %s', (value, currency, text) => {
    expect(formatPrice(value, currency)).toBe(text)
  })
})

describe('a cost has all of its decimals, and at least two', () => {
  test.each([
    ['0.0000125', '$0.0000125'],
    ['0.5', '$0.50'],
    ['3', '$3.00'],
    ['0.1000', '$0.10'],
    ['12345678901.1234567891', '$12,345,678,901.1234567891'],
  ])('%s is %s', (value, text) => {
    expect(formatCost(value)).toBe(text)
  })
})

test('a count has groups of three', () => {
  expect([formatCount(1234567), formatCount('0.5'), formatCount('9007199254740993')]).toEqual([
    '1,234,567',
    '0.5',
    '9,007,199,254,740,993',
  ])
})

test('a rounded sum keeps two significant digits if it is tiny', () => {
  expect(formatRounded('1234.5678', 'USD')).toBe('$1,234.57')
  expect(formatRounded(0, 'USD')).toBe('$0.00')
  expect(formatRounded('0.1', 'USD')).toBe('$0.10')
  expect(formatRounded('0.05', 'USD')).toBe('$0.05')
  expect(formatRounded('0.0065', 'USD')).toBe('$0.0065')
  expect(formatRounded('0.0000126', 'USD')).toBe('$0.000013')
  expect(formatRounded(-0.0025, 'USD')).toBe('−$0.0025')
  expect(formatRounded(1.2e-7, 'USD')).toBe('$0.00000012')
  expect(formatRounded('0.4', 'JPY')).toBe('¥0.4')
})

test('a share has one decimal, a change its sign', () => {
  expect(formatPercent(97.9756097561)).toBe('98.0%')
  expect(formatChange(12.54)).toBe('+12.5%')
  expect(formatChange(-3)).toBe('−3.0%')
  expect(formatPoints(0)).toBe('0.0 points')
})

test('a number is typed without groups and to its last digit', () => {
  expect(plainDecimal(1.25e-7)).toBe('0.000000125')
  expect(plainDecimal(-1.5)).toBe('-1.5')
  expect(plainDecimal(1234567.5)).toBe('1234567.5')
  expect(plainDecimal('9007199254740993')).toBe('9007199254740993')
  expect(formatCountShort('1500')).toBe('1.5K')
})

test.each([
  ['0.00750000001', '$0.0075'],
  ['0.000012345678', '$0.00001235'],
  ['839.171234', '$839.17'],
  ['1.23456', '$1.235'],
  ['5', '$5.00'],
  [0, '$0.00'],
])('the cost %s is shown as %s in a column', (value, text) => {
  expect(formatCostShort(value)).toBe(text)
})

test.each([
  [1234.5, 'USD', '1234.50'],
  ['13.7', 'EUR', '13.70'],
  [1235, 'JPY', '1235'],
  [-0.5, 'USD', '-0.50'],
])('%s %s in a field is %s', (value, currency, text) => {
  expect(formatEditable(value, currency)).toBe(text)
})
