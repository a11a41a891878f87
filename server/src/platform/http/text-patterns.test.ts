import { describe, expect, test } from 'vitest'
import { DOCUMENTED_PATTERNS, LINES, NAME, ONE_LINE, ONE_LINE_NAME, TEXT } from './text-patterns.ts'

const VALID = ['Acme', 'Zoë Ünal', '株式会社', 'Ops 🚀 team', ' a', "O'Brien & Söhne", 'a\u00a0b']
const HALF_A_PAIR = 'a\ud800'
const LINE_SEPARATOR = 'a\u2028b'

const isValid = (exact: string, text: string) => new RegExp(exact, 'u').test(text)
const isShownValid = (exact: string, text: string) =>
  new RegExp(DOCUMENTED_PATTERNS[exact] ?? '').test(text)

describe.each([ONE_LINE, NAME, ONE_LINE_NAME, LINES, TEXT])('the pattern %s', (exact) => {
  test.each(VALID)('accepts %j, and so does the documented one', (text) => {
    expect(isValid(exact, text)).toBe(true)
    expect(isShownValid(exact, text)).toBe(true)
  })

  test('refuses half of a surrogate pair, which no portable pattern names', () => {
    expect(isValid(exact, HALF_A_PAIR)).toBe(false)
    expect(isShownValid(exact, HALF_A_PAIR)).toBe(true)
  })
})

test.each([ONE_LINE, NAME, ONE_LINE_NAME, LINES])(
  'the documented form of %s refuses control characters too',
  (exact) => {
    for (const text of ['a\u0007', '\u0000', 'a\u0085b', '\u001b[1m', 'a\u007f']) {
      expect(isValid(exact, text), JSON.stringify(text)).toBe(false)
      expect(isShownValid(exact, text), JSON.stringify(text)).toBe(false)
    }
  },
)

test('a text of spaces is no name', () => {
  for (const exact of [NAME, ONE_LINE_NAME]) {
    for (const text of ['', ' ', '   ']) {
      expect(isValid(exact, text)).toBe(false)
      expect(isShownValid(exact, text)).toBe(false)
    }
  }
})

test('lines may have breaks and tabs, one line neither these nor a line separator', () => {
  for (const text of ['a\nb', 'a\r\nb', 'a\tb']) {
    expect([isValid(LINES, text), isShownValid(LINES, text)]).toEqual([true, true])
    expect([isValid(ONE_LINE, text), isShownValid(ONE_LINE, text)]).toEqual([false, false])
  }
  expect(isValid(ONE_LINE, LINE_SEPARATOR)).toBe(false)
  expect(isValid(NAME, LINE_SEPARATOR)).toBe(false)
  expect(isValid(ONE_LINE_NAME, LINE_SEPARATOR)).toBe(true)
})
