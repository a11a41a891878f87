import { expect, test } from 'vitest'
import {
  type AttemptOutcome,
  type Health,
  healthAfter as healthAt,
  isGivenUp,
} from './failure-run.ts'

const HOUR = 3_600_000
const hours = (count: number) => new Date(Date.UTC(2026, 2, 1) + count * HOUR)
const failed = (count: number) => ({ at: hours(count), isSuccess: false })
const succeeded = (count: number) => ({ at: hours(count), isSuccess: true })
const NEW: Health = { failingSince: null, lastFailureAt: null, lastSuccessAt: null }
const healthAfter = (before: Health, outcomes: AttemptOutcome[], now = hours(1_000)) =>
  healthAt(before, outcomes, now)
const every = (step: number, last: number) =>
  Array.from({ length: Math.floor(last / step) + 1 }, (_, n) => failed(n * step))

test('an endpoint is given up after failures throughout five days', () => {
  expect(isGivenUp(NEW)).toBe(false)
  expect(isGivenUp(healthAfter(NEW, every(24, 119)))).toBe(false)
  expect(isGivenUp(healthAfter(NEW, every(24, 120)))).toBe(true)
})

test('a failure today and one five days ago are not five days of failures', () => {
  const health = healthAfter(NEW, [failed(0), failed(120)])
  expect(health.failingSince).toEqual(hours(120))
  expect(isGivenUp(health)).toBe(false)
})

test('the attempts of one delivery are one run', () => {
  const health = healthAfter(NEW, [failed(0), failed(27), failed(54)])
  expect(health.failingSince).toEqual(hours(0))
})

test('a success ends the run', () => {
  const health = healthAfter(NEW, [...every(24, 96), succeeded(97), failed(120)])
  expect(health).toEqual({
    failingSince: hours(120),
    lastFailureAt: hours(120),
    lastSuccessAt: hours(97),
  })
})

test('a failure that began before the last success does not count', () => {
  const health = healthAfter(NEW, [succeeded(2)])
  expect(healthAfter(health, [failed(1)])).toEqual(health)
})

test('a success that is stored late leaves the failures that began after it', () => {
  const health = healthAfter(NEW, [failed(1), failed(3)])
  expect(healthAfter(health, [succeeded(2)])).toMatchObject({ failingSince: hours(3) })
  expect(healthAfter(healthAfter(NEW, [failed(3)]), [succeeded(2)])).toMatchObject({
    failingSince: hours(3),
  })
})

test('after a reset, earlier failures do not count', () => {
  const reset = { ...healthAfter(NEW, every(24, 120)), failingSince: null }
  expect(isGivenUp(reset)).toBe(false)
  expect(isGivenUp(healthAfter(reset, [failed(121)]))).toBe(false)
})

test('times of a process whose clock was ahead hide no attempts', () => {
  const ahead: Health = { failingSince: null, lastFailureAt: null, lastSuccessAt: hours(50) }
  const health = healthAfter(ahead, [failed(1)], hours(2))
  expect(health.lastSuccessAt).toEqual(hours(2))
  expect(healthAfter(health, [failed(3)], hours(4))).toMatchObject({ failingSince: hours(3) })
  const failing: Health = { failingSince: hours(50), lastFailureAt: hours(50), lastSuccessAt: null }
  const capped = healthAfter(failing, [succeeded(1)], hours(2))
  expect(healthAfter(capped, [succeeded(3)], hours(4))).toMatchObject({ failingSince: null })
})
