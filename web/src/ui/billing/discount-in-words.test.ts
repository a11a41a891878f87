import { expect, test } from 'vitest'
import {
  type DiscountTerms,
  durationInWords,
  isRunning,
  leftInWords,
  offInWords,
} from './discount-in-words.ts'

const terms = (some: Partial<DiscountTerms>): DiscountTerms => ({
  percentOff: null,
  amountOff: null,
  currency: null,
  duration: 'once',
  durationPeriods: null,
  ...some,
})

test('a discount shows its reduction', () => {
  expect(offInWords(terms({ percentOff: 12.5 }))).toBe('12.5% off')
  expect(offInWords(terms({ amountOff: 50, currency: 'EUR' }))).toBe('€50.00 off')
  expect(offInWords(terms({ amountOff: 5000, currency: 'JPY' }))).toBe('¥5,000 off')
})

test('a discount shows how many invoices it applies to', () => {
  expect(durationInWords(terms({ duration: 'once' }))).toBe('One invoice')
  expect(durationInWords(terms({ duration: 'repeating', durationPeriods: 1 }))).toBe('One invoice')
  expect(durationInWords(terms({ duration: 'repeating', durationPeriods: 1200 }))).toBe(
    '1,200 invoices',
  )
  expect(durationInWords(terms({ duration: 'forever' }))).toBe('Every invoice')
})

test.each([
  [{ periodsUsed: 0, periodsLeft: 3, endedAt: null }, '3 invoices left, none used', true],
  [{ periodsUsed: 2, periodsLeft: 1, endedAt: null }, 'One invoice left, 2 used', true],
  [{ periodsUsed: 3, periodsLeft: 0, endedAt: null }, 'Used up, 3 used', false],
  [{ periodsUsed: 7, periodsLeft: null, endedAt: null }, 'Every invoice, 7 used', true],
  [{ periodsUsed: 0, periodsLeft: 0, endedAt: '2026-11-01T00:00:00Z' }, 'Ended, none used', false],
])('%j is %s', (given, words, running) => {
  expect(leftInWords(given)).toBe(words)
  expect(isRunning(given)).toBe(running)
})
