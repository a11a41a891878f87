import { describe, expect, test } from 'vitest'
import { day, instant, period, scheduleFrom, shown } from '../test-support.ts'
import { type PeriodSchedule, periodAt, periodByIndex, periodsBetween } from './period.ts'

describe('the end of a subscription', () => {
  const ending = (end: PeriodSchedule['end'], timeZone = 'UTC') =>
    scheduleFrom({ start: '2025-01-01', end, timeZone })
  const lastDay = (text: string) => ({ lastDay: day(text) })
  const before = (text: string) => ({ before: instant(text) })

  test.each([
    ['a last day includes that day', lastDay('2025-02-10'), 1, '2025-02-11T00:00:00Z', 10],
    [
      'a last day on the last of a period cuts nothing',
      lastDay('2025-01-31'),
      0,
      '2025-02-01T00:00:00Z',
      31,
    ],
    [
      'a last day that starts a period leaves one day of it',
      lastDay('2025-02-01'),
      1,
      '2025-02-02T00:00:00Z',
      1,
    ],
    ['the first day can be the last', lastDay('2025-01-01'), 0, '2025-01-02T00:00:00Z', 1],
    [
      'an instant is the exact end, and the day begun counts',
      before('2025-02-10T15:00:00Z'),
      1,
      '2025-02-10T15:00:00Z',
      10,
    ],
    [
      'an instant at midnight leaves that day out',
      before('2025-02-10T00:00:00Z'),
      1,
      '2025-02-10T00:00:00Z',
      9,
    ],
    [
      'an instant on a period boundary cuts nothing',
      before('2025-02-01T00:00:00Z'),
      0,
      '2025-02-01T00:00:00Z',
      31,
    ],
    [
      'a subscription of one second still covers its day',
      before('2025-01-01T00:00:01Z'),
      0,
      '2025-01-01T00:00:01Z',
      1,
    ],
  ])('%s', (_, end, lastIndex, expectedEnd, daysCovered) => {
    const last = period(ending(end), lastIndex)
    expect([last.end.toString(), last.daysCovered]).toEqual([expectedEnd, daysCovered])
    expect(periodByIndex(ending(end), lastIndex + 1)).toBeUndefined()
  })

  test('is the local end of the last day', () => {
    const schedule = ending(lastDay('2025-01-10'), 'America/New_York')
    expect(period(schedule, 0).end.toString()).toBe('2025-01-11T05:00:00Z')
  })

  test('leaves the full period as it is, for proration', () => {
    const { full, daysFull } = period(ending(lastDay('2025-02-10')), 1)
    expect([shown(full), daysFull]).toEqual(['2025-02-01 > 2025-03-01', 28])
  })

  test.each([
    ['before the start', lastDay('2024-12-31')],
    ['at the start', before('2025-01-01T00:00:00Z')],
  ])('%s leaves no period at all', (_, end) => {
    expect(periodByIndex(ending(end), 0)).toBeUndefined()
    expect(periodAt(ending(end), instant('2025-01-01T00:00:00Z'))).toBeUndefined()
    const year = { start: instant('2024-06-01T00:00:00Z'), end: instant('2025-06-01T00:00:00Z') }
    expect(periodsBetween(ending(end), year)).toEqual([])
  })
})
