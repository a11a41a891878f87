import { expect, test } from 'vitest'
import { checkRange, initialRange, rangeOf } from './replay-range.ts'

test('a range begins with the first failure, or with this day', () => {
  const now = new Date('2026-03-15T23:30:00Z')
  expect(initialRange('2026-03-14T02:03:04.500Z', now)).toEqual({
    from: '2026-03-14',
    fromTime: '02:03',
  })
  expect(initialRange(null, now)).toEqual({ from: '2026-03-15', fromTime: '' })
})

test('a time narrows its day, and needs one', () => {
  const days = { from: '2026-03-14', fromTime: '', to: '', toTime: '' }
  expect(rangeOf(days)).toEqual({ from: '2026-03-14' })
  const times = { ...days, fromTime: '02:03', to: '2026-03-15', toTime: '18:00' }
  expect(rangeOf(times)).toEqual({ from: '2026-03-14T02:03:00Z', to: '2026-03-15T18:00:00Z' })
  expect(checkRange(times)).toEqual({ from: undefined, to: undefined })
  expect(checkRange({ ...days, from: '', toTime: '18:00' })).toEqual({
    from: 'Choose the first day',
    to: 'Choose the day of this time',
  })
})
