import { expect, test } from 'vitest'
import { EARLIEST_DATE, LATEST_DATE } from '../../platform/dates/sent-date.ts'
import { parseWindow } from './window.ts'

test.each([
  ['1969-12-31', '9999-12-31', EARLIEST_DATE, LATEST_DATE],
  ['0000-02-29', '2200-01-01', EARLIEST_DATE, LATEST_DATE],
  ['1970-01-01T00:00:00+05:00', '9996-02-29T23:59:59Z', EARLIEST_DATE, LATEST_DATE],
  ['1970-01-01', '2199-12-31', EARLIEST_DATE, LATEST_DATE],
  ['2026-03-01', '2026-03-01', Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)],
  ['9999-12-31', '9999-12-31', LATEST_DATE, LATEST_DATE],
])('%s to %s', (startDate, endDate, start, end) => {
  expect(parseWindow({ startDate, endDate })).toEqual({ start, end })
})

test.each(['9999-02-30', '1900-02-29', '9999-13-01', '9999', 'always', '1969-12-31T25:00Z'])(
  '%s is not a date',
  (date) => {
    expect(() => parseWindow({ endDate: date })).toThrow('endDate must be an ISO 8601 date')
  },
)
