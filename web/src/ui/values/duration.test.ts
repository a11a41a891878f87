import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

const START = '2026-03-15T12:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(START) + ms).toISOString()

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min 0 s'],
  [3_599_999, '59 min 59 s'],
  [3_600_000, '1 h 0 min'],
  [90_000_000, '25 h 0 min'],
])('%d milliseconds are shown as %s', (ms, text) => {
  expect(formatDuration(START, after(ms))).toBe(text)
})

test('an end before its start is not a duration', () => {
  expect(formatDuration(START, after(-1))).toBe('–')
})
