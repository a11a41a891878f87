import { expect, test } from 'vitest'
import { lifetimeOf } from './dates.ts'
import { type Billed, billedPeriods, billingAt, NOT_MOVED, type PastSchedule } from './schedule.ts'

/** Monthly in UTC from 1 January 2026, without an end. */
function billed(fields: Partial<Billed> = {}): Billed {
  const dates = { startDate: '2026-01-01', endDate: null, endAt: null, ...fields }
  const timeZone = fields.timeZone ?? 'UTC'
  return {
    billingCycle: 'monthly',
    customCycleDays: null,
    billingDay: null,
    moved: NOT_MOVED,
    succession: null,
    timeZone,
    ...dates,
    ...lifetimeOf(dates, timeZone),
    ...fields,
  }
}

/**
 * A former monthly schedule, from January until the period of March was moved to end on the 25th.
 */
const UNTIL_MARCH: PastSchedule = {
  billingCycle: 'monthly',
  customCycleDays: null,
  billingDay: null,
  fromDate: '2026-01-01',
  untilDate: '2026-03-01',
  movedPeriodDate: null,
  cycleFrom: null,
}
const MOVED = { anchorDate: '2026-03-25', periodDate: '2026-03-01' }

/**
 * Renders each period from January to June: its first day, and its days over those of a full
 * period.
 */
function periodsOf(subscription: Billed, past: readonly PastSchedule[] = []): string[] {
  const range = {
    start: Temporal.Instant.from('2026-01-01T00:00:00Z'),
    end: Temporal.Instant.from('2026-07-01T00:00:00Z'),
  }
  return billedPeriods(subscription, past, range).map(
    ({ start, daysCovered, daysFull }) =>
      `${start.toString().slice(0, 10)} ${daysCovered}/${daysFull}`,
  )
}

test('periods of a former schedule stay, and the moved period is prorated against a regular one', () => {
  expect(periodsOf(billed({ moved: MOVED }), [UNTIL_MARCH])).toEqual([
    '2026-01-01 31/31',
    '2026-02-01 28/28',
    '2026-03-01 24/31',
    '2026-03-25 31/31',
    '2026-04-25 30/30',
    '2026-05-25 31/31',
    '2026-06-25 30/30',
  ])
})

test('an end inside a moved period cuts it, and nothing follows', () => {
  const subscription = billed({ moved: MOVED, endDate: '2026-03-22' })
  expect(periodsOf(subscription, [UNTIL_MARCH]).slice(2)).toEqual(['2026-03-01 22/31'])
})

test('an end before a move cuts the former schedule', () => {
  const subscription = billed({ moved: MOVED, endDate: '2026-02-10' })
  expect(periodsOf(subscription, [UNTIL_MARCH])).toEqual(['2026-01-01 31/31', '2026-02-01 10/28'])
})

test.each([
  // A subscription that has not started has no current period, but a date for its first invoice.
  ['2025-12-31T23:59:59Z', null, '2026-02-01'],
  ['2026-01-01T00:00:00Z', '2026-01-01', '2026-02-01'],
  ['2026-03-24T23:59:59Z', '2026-03-01', '2026-03-25'],
  ['2026-03-25T00:00:00Z', '2026-03-25', '2026-04-25'],
  ['2026-06-11T00:00:00Z', null, null],
])(
  'at %s the period under way began on %s and is invoiced on %s',
  (now, start, nextInvoiceDate) => {
    const moved = now > '2026-02' ? MOVED : NOT_MOVED
    const answer = billingAt(billed({ moved, endDate: '2026-06-10' }), new Date(now))
    expect(answer.currentPeriod?.start.toISOString().slice(0, 10) ?? null).toBe(start)
    expect(answer.nextInvoiceDate).toBe(nextInvoiceDate)
  },
)

const february = { start: new Date('2026-02-01'), end: new Date('2026-03-01') }
const march = { start: new Date('2026-03-01'), end: new Date('2026-04-01') }
const april = { start: new Date('2026-04-01'), end: new Date('2026-05-01') }
const halfOfMarch = { ...march, end: new Date('2026-03-15') }

test.each([
  ['an invoice of the period before', [february], '2026-04-01'],
  ['an invoice of a part of the period', [halfOfMarch], '2026-04-01'],
  ['an early invoice of the period', [march], '2026-05-01'],
  ['one of two and a half periods', [{ ...march, end: new Date('2026-05-20') }], '2026-06-01'],
  [
    'one, and another of the rest',
    [march, { ...april, end: new Date('2026-06-02') }],
    '2026-06-11',
  ],
  ['one of all periods up to the end', [{ ...march, end: new Date('2026-06-11') }], '2026-06-11'],
  ['one beyond the end', [{ ...march, end: new Date('9999-01-01') }], '2026-06-11'],
])('after %s, the next one follows', (_, invoiced, nextInvoiceDate) => {
  const answer = billingAt(billed({ endDate: '2026-06-10' }), new Date('2026-03-20'), invoiced)
  expect(answer).toEqual({ currentPeriod: march, nextInvoiceDate })
})

test('an early invoice of thousands of years of days takes no step for each', () => {
  const daily = billed({ billingCycle: 'custom', customCycleDays: 1 })
  const invoiced = [{ start: new Date('2026-03-20'), end: new Date('9000-01-01') }]
  const { nextInvoiceDate } = billingAt(daily, new Date('2026-03-20'), invoiced)
  expect(nextInvoiceDate).toBe('9000-01-02')
})
