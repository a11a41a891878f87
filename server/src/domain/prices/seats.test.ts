import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundToMinorUnit } from '../currency.ts'
import { decimal, decimalFromInteger, sum, ZERO } from '../money.ts'
import { instantOf, lifetimeOf } from '../time/dates.ts'
import { partsOf } from '../time/parts.ts'
import { startOfDay } from '../time/period.ts'
import { contains, type Range } from '../time/range.ts'
import { type Billed, type BillingCycleName, billedPeriods, NOT_MOVED } from '../time/schedule.ts'
import { chargesOf, type PeriodFee, roundedAmount } from './charges.ts'
import { feesIn } from './fees.ts'
import { cutAtSeats, type Seats, seatsOn } from './seats.ts'
import type { PricedStrategy } from './strategy.ts'

const instant = (text: string) => Temporal.Instant.from(text)
const zones = [
  'UTC',
  'America/New_York',
  // Clocks skip midnight.
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Pacific/Chatham',
  // Skipped 30 December 2011.
  'Pacific/Apia',
]

function billed(fields: Partial<Billed> & { startDate: string }): Billed {
  const dates = { endDate: null, endAt: null, ...fields }
  const timeZone = fields.timeZone ?? 'UTC'
  return {
    ...{
      billingCycle: 'monthly',
      customCycleDays: null,
      billingDay: null,
      moved: NOT_MOVED,
      succession: null,
    },
    timeZone,
    ...dates,
    ...lifetimeOf(dates, timeZone),
    ...fields,
  }
}

const seatStrategy = (rate: string): PricedStrategy => ({
  ...{ id: 'seat', name: 'Seats', chargeType: 'seat_based' },
  rate: decimal(rate),
})

/** Charges of a window, cut at instants as invoices of parts cut it. */
function charged(subscription: Billed, seats: Seats, { rate = '12', window }: Charged) {
  const charges = chargesOf({
    window,
    parts: partsOf(subscription, [], window),
    strategies: [seatStrategy(rate)],
    fixed: { pricings: [], rates: [] },
    quantityIn: () => ZERO,
    quantityBefore: () => ZERO,
    seats,
    startsAt: instantOf(subscription.startsAt),
    timeZone: subscription.timeZone,
    currency: 'USD',
  })
  return charges.filter((one): one is PeriodFee => one.kind === 'period_fee')
}
type Charged = { rate?: string; window: Range }

const MARCH = { start: instant('2026-03-01T00:00Z'), end: instant('2026-04-01T00:00Z') }
const SINCE_MARCH = billed({ startDate: '2026-03-01' })

const shown = (charges: readonly PeriodFee[]) =>
  charges.map(({ count, days, ...charge }) => {
    const amount = roundedAmount(charge, 'USD').toFixed()
    return `${count} × ${days.daysCovered}/${days.daysFull} = ${amount}`
  })

describe('a month of seats', () => {
  test.each<[string, Seats, string[]]>([
    ['without a change', [{ from: null, count: 5 }], ['5 × 31/31 = 60']],
    [
      'with a change on the 15th',
      [
        { from: null, count: 5 },
        { from: '2026-03-15', count: 8 },
      ],
      ['5 × 14/31 = 27.1', '8 × 17/31 = 52.64'],
    ],
    [
      'with a change on its first day',
      [
        { from: null, count: 5 },
        { from: '2026-03-01', count: 8 },
      ],
      ['8 × 31/31 = 96'],
    ],
    [
      'with a change on its last day',
      [
        { from: null, count: 5 },
        { from: '2026-03-31', count: 0 },
      ],
      ['5 × 30/31 = 58.06', '0 × 1/31 = 0'],
    ],
    [
      'with a change to the same number',
      [
        { from: null, count: 5 },
        { from: '2026-03-15', count: 5 },
      ],
      ['5 × 31/31 = 60'],
    ],
    [
      'with two changes, back to the first number',
      [
        { from: null, count: 5 },
        { from: '2026-03-11', count: 9 },
        { from: '2026-03-21', count: 5 },
      ],
      ['5 × 10/31 = 19.35', '9 × 10/31 = 34.84', '5 × 11/31 = 21.29'],
    ],
  ])('%s', (_, seats, lines) => {
    expect(shown(charged(SINCE_MARCH, seats, { window: MARCH }))).toEqual(lines)
  })

  test('counts the days before a line by their own numbers of seats', () => {
    const seats: Seats = [
      { from: null, count: 5 },
      { from: '2026-03-15', count: 8 },
    ]
    const [first, second] = charged(SINCE_MARCH, seats, { window: MARCH })
    expect(first?.days.seatDaysBefore).toBe(null)
    expect(second?.days).toMatchObject({ daysBefore: 14, seatDaysBefore: 70 })
  })
})

test('the seats of a day are those of the last change on or before it', () => {
  const seats: Seats = [
    { from: null, count: 1 },
    { from: '2028-02-29', count: 2 },
    { from: '2028-03-31', count: 3 },
  ]
  const on = (day: string) => seatsOn(seats, day).count
  expect(['2028-02-28', '2028-02-29', '2028-03-30', '2028-03-31'].map(on)).toEqual([1, 2, 2, 3])
})

test('a change in the middle of an invoiced range begins with the day, not with the range', () => {
  const range = { start: instant('2026-03-14T12:00Z'), end: instant('2026-03-16T12:00Z') }
  const seats: Seats = [
    { from: null, count: 1 },
    { from: '2026-03-15', count: 2 },
  ]
  expect(cutAtSeats(range, seats, 'UTC').map(({ start, count }) => `${start} ${count}`)).toEqual([
    '2026-03-14T12:00:00Z 1',
    '2026-03-15T00:00:00Z 2',
  ])
})

const scene = fc.record({
  timeZone: fc.constantFrom(...zones),
  // Around a leap day, around the day that Apia skipped, and around changes of clocks.
  year: fc.constantFrom(2011, 2026, 2028),
  month: fc.constantFrom(1, 2, 3, 10, 12),
  day: fc.constantFrom(1, 15, 29, 30, 31),
  billingCycle: fc.constantFrom<BillingCycleName>('monthly', 'yearly', 'custom'),
  billingDay: fc.option(fc.constantFrom(1, 28, 31)),
  length: fc.option(fc.integer({ min: 0, max: 400 })),
  rate: fc.constantFrom('12', '3.1', '0.01', '99.999'),
  first: fc.integer({ min: 0, max: 9 }),
  changes: fc.uniqueArray(
    fc.record({ after: fc.integer({ min: 0, max: 420 }), count: fc.integer({ min: 0, max: 9 }) }),
    { maxLength: 12, selector: ({ after }) => after },
  ),
  cuts: fc.array(fc.integer({ min: 1, max: 420 * 24 }), { maxLength: 8 }),
})

test.each([
  ['2011-12-30', ['5 × 30/31 = 58.06', '8 × 1/31 = 3.1']],
  ['2011-12-31', ['5 × 30/31 = 58.06', '8 × 1/31 = 3.1']],
])('a day that the zone skipped counts with the one before, change on %s', (from, lines) => {
  const timeZone = 'Pacific/Apia'
  const subscription = billed({ startDate: '2011-12-01', timeZone })
  const monthAt = (date: string) => startOfDay(Temporal.PlainDate.from(date), timeZone)
  const window = { start: monthAt('2011-12-01'), end: monthAt('2012-01-01') }
  const seats: Seats = [
    { from: null, count: 5 },
    { from, count: 8 },
  ]
  expect(shown(charged(subscription, seats, { window }))).toEqual(lines)
})

test('the lines of a period add up to its fee by days, to the cent, however it is cut', () => {
  fc.assert(
    fc.property(scene, ({ year, month, day, length, changes, cuts, first, rate, ...terms }) => {
      const start = Temporal.PlainDate.from({ year, month, day })
      const dayAfter = (days: number) => start.add({ days }).toString()
      const subscription = billed({
        ...{ billingCycle: terms.billingCycle, billingDay: terms.billingDay },
        customCycleDays: terms.billingCycle === 'custom' ? 9 : null,
        timeZone: terms.timeZone,
        startDate: start.toString(),
        endDate: length === null ? null : dayAfter(length),
      })
      const { timeZone } = subscription
      const sorted = changes.toSorted((a, b) => a.after - b.after)
      const seats: Seats = [
        { from: null, count: first },
        ...sorted.map(({ after, count }) => ({ from: dayAfter(after), count })),
      ]
      const from = startOfDay(start, timeZone)
      const range = { start: from, end: startOfDay(start.add({ days: 420 }), timeZone) }
      const times = cuts.map((hours) => from.add({ hours })).toSorted(Temporal.Instant.compare)
      for (const period of billedPeriods(subscription, [], range)) {
        const bounds = [period.start, ...times.filter((at) => contains(period, at)), period.end]
        const windows = bounds.slice(1).map((end, n) => ({ start: bounds[n] ?? end, end }))
        const lines = windows.flatMap((window) => charged(subscription, seats, { rate, window }))
        const due = roundToMinorUnit(feeByDays(period, { seats, rate, timeZone }), 'USD')
        const billedAmount = sum(lines.map((line) => roundedAmount(line, 'USD')))
        expect(billedAmount.toFixed()).toBe(due.toFixed())
      }
    }),
  )
})

type Priced = { seats: Seats; rate: string; timeZone: string }

/** Adds the seats of each day, one after the other, and divides their fee once. */
function feeByDays(period: Range & { daysFull: number }, { seats, rate, timeZone }: Priced) {
  let seatDays = 0
  const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  const last = dateOf(period.end)
  for (
    let day = dateOf(period.start);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const begins = day.toZonedDateTime(timeZone)
    // A day that the zone skipped has no time of its own: it is one more day of the one before.
    const own = begins.toPlainDate().equals(day) ? day : day.subtract({ days: 1 })
    if (contains(period, own.toZonedDateTime(timeZone).toInstant())) {
      const date = own.toString()
      const known = seats.filter(({ from }) => from === null || from <= date)
      seatDays += known[known.length - 1]?.count ?? 0
    }
  }
  return decimal(rate).times(decimalFromInteger(seatDays)).div(decimalFromInteger(period.daysFull))
}

test('each day earns the seats of that day', () => {
  const seats: Seats = [
    { from: null, count: 5 },
    { from: '2026-03-15', count: 8 },
  ]
  const subscription = { ...SINCE_MARCH, seats }
  const days = Array.from({ length: 31 }, (_, n) => {
    const start = MARCH.start.add({ hours: 24 * n })
    return { start, end: start.add({ hours: 24 }) }
  })
  const earned = feesIn(
    {
      subscription,
      periods: billedPeriods(subscription, [], MARCH),
      currency: 'USD',
      strategies: [seatStrategy('31')],
      final: { invoiced: [], usage: [], fees: [], onetime: [] },
    },
    days,
  )
  const amounts = earned.map(([fee]) => Number(fee?.amount.toFixed()))
  expect(amounts).toEqual([...Array(14).fill(5), ...Array(17).fill(8)])
})
