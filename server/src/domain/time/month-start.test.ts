import { expect, test } from 'vitest'
import { nextMonthStart } from './dates.ts'

test.each([
  ['UTC', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z'],
  ['UTC', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['UTC', '2028-02-29T23:59:59Z', '2028-03-01T00:00:00Z'],
  ['UTC', '2026-12-31T12:00:00Z', '2027-01-01T00:00:00Z'],
  // East of UTC a month ends earlier, west of it later.
  ['Pacific/Auckland', '2026-01-31T10:59:59Z', '2026-01-31T11:00:00Z'],
  ['Pacific/Auckland', '2026-01-31T11:00:00Z', '2026-02-28T11:00:00Z'],
  ['Pacific/Honolulu', '2026-02-01T09:59:59Z', '2026-02-01T10:00:00Z'],
  // Daylight saving time changes within the month.
  ['America/New_York', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z'],
  ['Europe/Berlin', '2026-10-15T00:00:00Z', '2026-10-31T23:00:00Z'],
])('in %s the month after %s begins at %s', (timeZone, instant, start) => {
  expect(nextMonthStart(new Date(instant), timeZone)).toEqual(new Date(start))
})
