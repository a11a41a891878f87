import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextAttempt } from './next-attempt.ts'

const ATTEMPTS_MAX = 10
const now = new Date('2026-03-15T12:00:00Z')
const after = (attempts: number, more: object = {}, random = 0) =>
  nextAttempt({ attempts, status: 500, retryAfter: null, ...more }, now, random)

const waitOf = (step: ReturnType<typeof after>) =>
  step.kind === 'retry' ? (step.at.getTime() - now.getTime()) / 1_000 : step.kind

test.each([
  [1, 5],
  [2, 5 * 60],
  [3, 30 * 60],
  [4, 2 * 3_600],
  [5, 5 * 3_600],
  [6, 10 * 3_600],
  [7, 14 * 3_600],
  [8, 20 * 3_600],
  [9, 24 * 3_600],
  [10, 'failed'],
])('after attempt %i waits %s seconds', (attempts, expected) => {
  expect(waitOf(after(attempts))).toBe(expected)
})

test('makes ten attempts over three days', () => {
  const waits = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, n) => Number(waitOf(after(n + 1))))
  expect(waits.reduce((total, one) => total + one, 0) / 86_400).toBeCloseTo(3.15, 1)
})

describe('an answer', () => {
  test.each([200, 201, 204, 299])('%i succeeds', (status) => {
    expect(after(1, { status })).toEqual({ kind: 'succeeded' })
  })
  test.each([null, 100, 199, 301, 302, 307, 308, 400, 404, 429, 500, 503])('%s fails', (status) => {
    expect(after(1, { status }).kind).toBe('retry')
  })
  test('410 ends everything, on the last attempt too', () => {
    expect(after(1, { status: 410 })).toEqual({ kind: 'gone' })
    expect(after(10, { status: 410 })).toEqual({ kind: 'gone' })
  })
})

describe('Retry-After', () => {
  test.each([
    ['7', 7],
    ['3', 5],
    ['Sun, 15 Mar 2026 12:01:00 GMT', 60],
    ['Sun, 15 Mar 2026 11:00:00 GMT', 5],
    ['999999999', 86_400],
    ['soon', 5],
    ['-4', 5],
    ['', 5],
  ])('%s waits %i seconds after the first attempt', (retryAfter, expected) => {
    expect(waitOf(after(1, { status: 429, retryAfter }))).toBe(expected)
  })
})

test('every failure ends or waits for the next one, never longer than about a day', () => {
  const statuses = fc.option(fc.integer({ min: 100, max: 999 }))
  const attempts = fc.integer({ min: 1, max: 20 })
  const random = fc.double({ min: 0, max: 1, noNaN: true })
  const retryAfter = fc.option(fc.oneof(fc.string(), fc.nat().map(String)))
  fc.assert(
    fc.property(statuses, attempts, random, retryAfter, (status, count, jitter, asked) => {
      const answer = { attempts: count, status, retryAfter: asked }
      const step = nextAttempt(answer, now, jitter)
      if (step.kind !== 'retry') return
      expect(count).toBeLessThan(ATTEMPTS_MAX)
      expect(step.at.getTime() - now.getTime()).toBeGreaterThanOrEqual(5_000)
      expect(step.at.getTime() - now.getTime()).toBeLessThanOrEqual(1.1 * 86_400_000)
      const plain = nextAttempt({ ...answer, retryAfter: null }, now, 0)
      if (plain.kind === 'retry') expect(step.at >= plain.at).toBe(true)
    }),
  )
})
