import { expect, test } from 'vitest'
import { answerInWords, formatDuration } from './delivery-words.ts'

test('an answer is its status, or the reason why there was none', () => {
  expect(answerInWords({ result: 'succeeded', status: 204 })).toBe('204')
  expect(answerInWords({ result: 'rejected', status: 503 })).toBe('503')
  expect(answerInWords({ result: 'timed_out', status: null })).toBe('Timed out')
  expect(answerInWords({ result: 'refused', status: null })).toBe('Refused')
})

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [14_249, '14.2 s'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})
