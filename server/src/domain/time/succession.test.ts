import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf, lastDayBefore, lifetimeOf, localDate } from './dates.ts'
import { countDays, startOfDay } from './period.ts'
import { contains, intersect, type Range } from './range.ts'
import {
  type Billed,
  type BilledPeriod,
  type BillingCycleName,
  billedPeriods,
  cycleStartOf,
  NOT_MOVED,
  type PastSchedule,
} from './schedule.ts'

function billed(fields: Partial<Billed> & { startDate: string }): Billed {
  const dates = { endDate: null, endAt: null, ...fields }
  const timeZone = fields.timeZone ?? 'UTC'
  return {
    ...{ billingCycle: 'monthly', customCycleDays: null, billingDay: null },
    ...{ moved: NOT_MOVED, succession: null, timeZone },
    ...dates,
    ...lifetimeOf(dates, timeZone),
    ...fields,
  }
}

type Deal = { before: Billed; after: Billed }

/** Ends a subscription before a day and starts its successor on it, with the same terms. */
function changed(subscription: Billed, day: string): Deal {
  const { timeZone, startDate, endDate, endAt, moved, succession } = subscription
  const isInMoved = moved !== null && day < moved.anchorDate
  const ended = {
    startDate,
    endDate: Temporal.PlainDate.from(day).subtract({ days: 1 }).toString(),
    endAt: null,
  }
  const started = { startDate: day, endDate, endAt }
  const links = { replacesId: null, replacedById: null, ...succession }
  return {
    before: {
      ...subscription,
      ...ended,
      ...lifetimeOf(ended, timeZone),
      succession: { ...links, cycleFrom: links.cycleFrom ?? null, replacedById: 'after' },
    },
    after: {
      ...subscription,
      ...started,
      ...lifetimeOf(started, timeZone),
      moved: isInMoved ? moved : NOT_MOVED,
      succession: {
        ...{ replacesId: 'before', replacedById: null },
        cycleFrom: isInMoved ? (links.cycleFrom ?? null) : cycleStartOf(subscription),
      },
    },
  }
}

const shown = ({ start, end, daysCovered, daysFull, deal }: BilledPeriod, timeZone = 'UTC') => {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  return `${dayOf(start)} > ${dayOf(end)} ${daysCovered}/${daysFull}, deal ${dayOf(deal.start)} ${deal.days}`
}

const YEAR = {
  start: Temporal.Instant.from('2026-01-01T00:00Z'),
  end: Temporal.Instant.from('2026-05-01T00:00Z'),
}

describe('a successor keeps the periods of its predecessor', () => {
  test('a change in the middle of a month cuts the period on both sides', () => {
    const { before, after } = changed(billed({ startDate: '2026-01-31' }), '2026-03-15')
    expect(billedPeriods(before, [], YEAR).map((one) => shown(one))).toEqual([
      '2026-01-31 > 2026-02-28 28/28, deal 2026-01-31 28',
      '2026-02-28 > 2026-03-15 15/31, deal 2026-02-28 31',
    ])
    expect(billedPeriods(after, [], YEAR).map((one) => shown(one))).toEqual([
      '2026-03-15 > 2026-03-31 16/31, deal 2026-02-28 31',
      '2026-03-31 > 2026-04-30 30/30, deal 2026-03-31 30',
      '2026-04-30 > 2026-05-31 31/31, deal 2026-04-30 31',
    ])
  })

  test('a change on the first day of a period cuts nothing', () => {
    const { before, after } = changed(billed({ startDate: '2026-01-31' }), '2026-03-31')
    expect(billedPeriods(before, [], YEAR).map((one) => shown(one))).toEqual([
      '2026-01-31 > 2026-02-28 28/28, deal 2026-01-31 28',
      '2026-02-28 > 2026-03-31 31/31, deal 2026-02-28 31',
    ])
    expect(billedPeriods(after, [], YEAR).map((one) => shown(one))).toEqual([
      '2026-03-31 > 2026-04-30 30/30, deal 2026-03-31 30',
      '2026-04-30 > 2026-05-31 31/31, deal 2026-04-30 31',
    ])
  })

  test('a change on the last day leaves one day to the successor', () => {
    const { before, after } = changed(billed({ startDate: '2026-01-01' }), '2026-01-31')
    expect(billedPeriods(before, [], YEAR).map((one) => shown(one))).toEqual([
      '2026-01-01 > 2026-01-31 30/31, deal 2026-01-01 31',
    ])
    expect(shown(billedPeriods(after, [], YEAR)[0] as BilledPeriod)).toBe(
      '2026-01-31 > 2026-02-01 1/31, deal 2026-01-01 31',
    )
  })

  test('in a first stub the deal begins with the stub', () => {
    const first = billed({ startDate: '2026-01-11', billingDay: 1 })
    const { before, after } = changed(first, '2026-01-20')
    expect(billedPeriods(before, [], YEAR).map((one) => shown(one))).toEqual([
      '2026-01-11 > 2026-01-20 9/31, deal 2026-01-11 21',
    ])
    expect(shown(billedPeriods(after, [], YEAR)[0] as BilledPeriod)).toBe(
      '2026-01-20 > 2026-02-01 12/31, deal 2026-01-11 21',
    )
  })

  test('a moved period stays the moved one', () => {
    const past: PastSchedule = {
      ...{ billingCycle: 'monthly', customCycleDays: null, billingDay: null, cycleFrom: null },
      ...{ fromDate: '2026-01-01', untilDate: '2026-03-01', movedPeriodDate: null },
    }
    const moved = { anchorDate: '2026-03-25', periodDate: '2026-03-01' }
    const subscription = billed({ startDate: '2026-01-01', moved })
    const { before, after } = changed(subscription, '2026-03-10')
    expect(
      billedPeriods(before, [past], YEAR)
        .map((one) => shown(one))
        .slice(2),
    ).toEqual(['2026-03-01 > 2026-03-10 9/31, deal 2026-03-01 24'])
    expect(billedPeriods(after, [past], YEAR).map((one) => shown(one))).toEqual([
      '2026-03-10 > 2026-03-25 15/31, deal 2026-03-01 24',
      '2026-03-25 > 2026-04-25 31/31, deal 2026-03-25 31',
      '2026-04-25 > 2026-05-25 30/30, deal 2026-04-25 30',
    ])
  })
})

const cycles = fc.constantFrom<{ billingCycle: BillingCycleName; customCycleDays: number | null }>(
  { billingCycle: 'monthly', customCycleDays: null },
  { billingCycle: 'yearly', customCycleDays: null },
  { billingCycle: 'custom', customCycleDays: 1 },
  { billingCycle: 'custom', customCycleDays: 10 },
  { billingCycle: 'custom', customCycleDays: 45 },
)
const terms = fc
  .record({
    timeZone: fc.constantFrom(
      ...['UTC', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Chatham'],
    ),
    startDay: fc.integer({ min: 0, max: 700 }),
    cycle: cycles,
    billingDay: fc.option(fc.integer({ min: 1, max: 31 })),
    length: fc.option(fc.integer({ min: 20, max: 600 })),
    changes: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ startDay, cycle, length, ...others }) => {
    const start = Temporal.PlainDate.from('2015-01-01').add({ days: startDay })
    const endDate = length === null ? null : start.add({ days: length }).toString()
    return { ...others, ...cycle, startDate: start.toString(), endDate }
  })

test('in any zone and cycle, the periods of a deal are those without changes, cut at the changes', () => {
  fc.assert(
    fc.property(terms, ({ changes, ...own }) => {
      const whole = billed(own)
      let last = whole
      const members: Billed[] = []
      let day = Temporal.PlainDate.from(own.startDate)
      const cuts: Temporal.Instant[] = []
      for (const days of changes) {
        day = day.add({ days })
        const at = startOfDay(day, own.timeZone)
        if (whole.endsAt !== null && at.epochMilliseconds >= whole.endsAt.getTime()) break
        const { before, after } = changed(last, day.toString())
        members.push(before)
        cuts.push(at)
        last = after
      }
      members.push(last)
      const range: Range = {
        start: instantOf(whole.startsAt).subtract({ hours: 24 * 40 }),
        end: instantOf(whole.startsAt).add({ hours: 24 * 700 }),
      }
      const plain = billedPeriods(whole, [], range)
      const parts = members.flatMap((one) => billedPeriods(one, [], range))
      const expected = plain.flatMap((period) => {
        const bounds = [
          period.start,
          ...cuts.filter((at) => contains(period, at) && !at.equals(period.start)),
          period.end,
        ]
        return bounds
          .slice(1)
          .map((end, n) => ({ ...period, start: bounds[n] as Temporal.Instant, end }))
      })
      expect(parts.map(({ start, end }) => `${start} ${end}`)).toEqual(
        expected.map(({ start, end }) => `${start} ${end}`),
      )
      for (const [n, part] of parts.entries()) {
        const period = expected[n] as BilledPeriod
        expect(part.full).toEqual(period.full)
        expect(part.daysFull).toBe(period.daysFull)
        expect(part.daysCovered).toBe(countDays(part, own.timeZone))
        expect(part.deal.start.toString()).toBe(period.deal.start.toString())
        const isCut = part.daysCovered !== period.daysCovered
        const untilRegularEnd = { start: period.deal.start, end: period.full.end }
        expect(part.deal.days).toBe(
          isCut ? countDays(untilRegularEnd, own.timeZone) : period.daysCovered,
        )
      }
      for (const period of plain) {
        const own = parts.filter((part) => intersect(part, period))
        expect(own.reduce((days, one) => days + one.daysCovered, 0)).toBe(period.daysCovered)
      }
    }),
  )
})

test('the day before a change is the last day of the predecessor', () => {
  const { before, after } = changed(
    billed({ startDate: '2026-01-01', timeZone: 'Asia/Tokyo' }),
    '2026-03-15',
  )
  expect(before.endsAt).toEqual(after.startsAt)
  expect(before.endsAt && lastDayBefore(before.endsAt, 'Asia/Tokyo')).toBe('2026-03-14')
  expect(localDate(after.startsAt, 'Asia/Tokyo')).toBe('2026-03-15')
})
