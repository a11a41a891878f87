import { describe, expect, test } from 'vitest'
import { type DateFormat, readDate } from './dates.ts'

describe('usage dates of a file', () => {
  test.each<[DateFormat, string, string]>([
    ['iso', '2026-03-31', '2026-03-31T00:00:00.000Z'],
    ['iso', '2026-03-31T12:00:00Z', '2026-03-31T12:00:00.000Z'],
    ['iso', '2026-03-31T12:00:00+02:00', '2026-03-31T10:00:00.000Z'],
    ['iso', '2023-11-16 18:15:46.6805900', '2023-11-16T18:15:46.680Z'],
    ['iso', '2023-11-16 18:15:46.999999999', '2023-11-16T18:15:46.999Z'],
    ['iso', '2023-11-16 18:15', '2023-11-16T18:15:00.000Z'],
    ['iso', '2023-11-16 18:15:46 UTC', '2023-11-16T18:15:46.000Z'],
    ['iso', '2023-11-16 18:15:46.5+00', '2023-11-16T18:15:46.500Z'],
    ['iso', '2023-11-16 18:15:46 -05:30', '2023-11-16T23:45:46.000Z'],
    ['unix-seconds', '1723560043', '2024-08-13T14:40:43.000Z'],
    ['unix-seconds', '1723560043.0', '2024-08-13T14:40:43.000Z'],
    ['unix-seconds', '1723560043.9999', '2024-08-13T14:40:43.999Z'],
    ['unix-milliseconds', '1723560043123', '2024-08-13T14:40:43.123Z'],
    ['unix-milliseconds', '1723560043123.9', '2024-08-13T14:40:43.123Z'],
  ])('%s %s is %s', (format, text, usageDate) => {
    expect(readDate(text, format)).toEqual({ ok: true, usageDate })
  })

  test.each<[DateFormat, string, RegExp]>([
    ['iso', '2026-02-30', /not a date such as/],
    ['iso', '03/31/2026', /not a date such as/],
    ['iso', 'yesterday', /not a date such as/],
    ['iso', '1723560043', /--date-format/],
    ['unix-seconds', '2026-03-31', /not a time in unix-seconds/],
    ['unix-seconds', '-5', /not a time in unix-seconds/],
    ['unix-seconds', '172356004312', /is the format right/],
    ['unix-milliseconds', '1723560043', /is the format right/],
  ])('%s %s is refused', (format, text, reason) => {
    expect(readDate(text, format)).toEqual({ ok: false, reason: expect.stringMatching(reason) })
  })
})
