import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, sum, ZERO } from '../money.ts'
import { instantOf, lifetimeOf } from '../time/dates.ts'
import { partsOf } from '../time/parts.ts'
import { type Range, subtract } from '../time/range.ts'
import { type Billed, type BillingCycleName, billedPeriods, NOT_MOVED } from '../time/schedule.ts'
import { chargesOf } from './charges.ts'
import type { EarningFacts } from './earning-facts.ts'
import type { FeeEarning } from './earnings.ts'
import { feesIn } from './fees.ts'
import type { Seats } from './seats.ts'
import type { PricedStrategy } from './strategy.ts'

const HOUR_MS = 60 * 60_000
const FIRST = Date.parse('2026-01-10T00:00:00Z')
const HOURS = 150 * 24

const STRATEGIES: readonly PricedStrategy[] = [
  { id: 'platform', name: 'Platform', chargeType: 'recurring', rate: decimal('10') },
  { id: 'seat', name: 'Seats', chargeType: 'seat_based', rate: decimal('3.1') },
  { id: 'setup', name: 'Set-up', chargeType: 'onetime', rate: decimal('99') },
]

const at = (hours: number) => Temporal.Instant.fromEpochMilliseconds(FIRST + hours * HOUR_MS)
const hour = fc.integer({ min: 0, max: HOURS })
const timeOf = ([from, length]: [number, number]): Range => ({
  start: at(from),
  end: at(from + length),
})
const time = fc.tuple(hour, fc.integer({ min: 1, max: 40 * 24 })).map(timeOf)

const subscription = fc
  .record({
    timeZone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
    day: fc.integer({ min: 1, max: 28 }),
    length: fc.option(fc.integer({ min: 0, max: 90 })),
    billingCycle: fc.constantFrom<BillingCycleName>('monthly', 'yearly', 'custom'),
  })
  .map(({ timeZone, day, length, billingCycle }): Billed => {
    const start = Temporal.PlainDate.from({ year: 2026, month: 2, day })
    const endDate = length === null ? null : start.add({ days: length }).toString()
    const dates = { startDate: start.toString(), endDate, endAt: null }
    const cycle = { billingCycle, customCycleDays: billingCycle === 'custom' ? 9 : null }
    const own = {
      ...dates,
      ...cycle,
      billingDay: null,
      moved: NOT_MOVED,
      succession: null,
      timeZone,
    }
    return { ...own, ...lifetimeOf(dates, timeZone) }
  })

const count = fc.integer({ min: 0, max: 3 })
const seats = fc
  .record({
    first: count,
    changes: fc.uniqueArray(fc.record({ day: fc.integer({ min: 1, max: 28 }), count }), {
      selector: ({ day }) => day,
      maxLength: 4,
    }),
  })
  .map(({ first, changes }): Seats => {
    const later = changes.map(({ day, count: seatsCount }) => {
      const from = Temporal.PlainDate.from({ year: 2026, month: 3, day }).toString()
      return { from, count: seatsCount }
    })
    return [{ from: null, count: first }, ...later.toSorted((a, b) => (a.from < b.from ? -1 : 1))]
  })

const scene = fc.record({
  subscription,
  seats,
  invoiced: fc.array(time, { maxLength: 3 }),
  cuts: fc.uniqueArray(hour, { minLength: 2, maxLength: 40 }),
  left: fc.array(fc.nat(40), { maxLength: 5 }),
})

/** Returns the ranges between the sorted cuts, without some of them. */
function windowsOf(cuts: readonly number[], left: readonly number[]): Range[] {
  const sorted = cuts.toSorted((a, b) => a - b)
  const all = sorted.slice(1).map((end, index) => ({ start: at(sorted[index] ?? 0), end: at(end) }))
  return all.filter((_, index) => index === 0 || !left.includes(index))
}

function factsOf(own: Billed, { seats: ownSeats, invoiced }: { seats: Seats; invoiced: Range[] }) {
  const facts: EarningFacts = {
    subscription: { ...own, seats: ownSeats },
    periods: billedPeriods(own, [], { start: at(0), end: at(HOURS) }),
    currency: 'USD',
    strategies: STRATEGIES,
    final: { invoiced, usage: [], fees: [], onetime: [] },
  }
  return facts
}

type Fee = Pick<FeeEarning, 'strategyId' | 'amount'>

function shownByStrategy(fees: readonly Fee[]): string[] {
  const byStrategy = Map.groupBy(fees, ({ strategyId }) => strategyId)
  return Array.from(byStrategy, ([id, own]) => `${id} ${sumOf(own)}`).toSorted()
}

const sumOf = (fees: readonly Fee[]) => sum(fees.map(({ amount }) => amount)).toFixed()

test('each window has the fees that an invoice of its uninvoiced range would bill, to the last digit', () => {
  fc.assert(
    fc.property(scene, ({ subscription: own, seats: ownSeats, invoiced, cuts, left }) => {
      const windows = windowsOf(cuts, left)
      const earned = feesIn(factsOf(own, { seats: ownSeats, invoiced }), windows)
      const billed = windows.map((window) =>
        partsOf(own, [], window)
          .flatMap((part) =>
            subtract({ start: part.start, end: part.end }, invoiced).map((open) => ({
              ...part,
              ...open,
            })),
          )
          .flatMap((part) =>
            chargesOf({
              window: part,
              parts: [part],
              strategies: STRATEGIES,
              fixed: { pricings: [], rates: [] },
              quantityIn: () => ZERO,
              quantityBefore: () => ZERO,
              seats: ownSeats,
              startsAt: instantOf(own.startsAt),
              timeZone: own.timeZone,
              currency: 'USD',
            }),
          )
          .map(({ strategy, amount }) => ({ strategyId: strategy.id, amount })),
      )
      expect(earned.map(shownByStrategy)).toEqual(billed.map(shownByStrategy))
    }),
  )
})

test('the windows of a finalized fee add up to it, and it is not charged again', () => {
  const own: Billed = {
    startDate: '2026-03-01',
    endDate: null,
    endAt: null,
    startsAt: new Date('2026-03-01T00:00:00Z'),
    endsAt: null,
    billingCycle: 'monthly',
    customCycleDays: null,
    billingDay: null,
    moved: NOT_MOVED,
    succession: null,
    timeZone: 'UTC',
  }
  const march = {
    start: Temporal.Instant.from('2026-03-01T00:00Z'),
    end: Temporal.Instant.from('2026-04-01T00:00Z'),
  }
  const line = { ...march, strategyId: 'platform', name: 'Platform', isInvoiced: true }
  const open = factsOf(own, { seats: [{ from: null, count: 0 }], invoiced: [march] })
  const kind = 'recurring' as const
  const fee = { ...line, kind, rate: decimal('10'), count: 1, amount: decimal('7') }
  const onetime = { ...line, strategyId: 'setup', amount: decimal('80') }
  const facts = { ...open, final: { ...open.final, fees: [fee], onetime: [onetime] } }
  const days = Array.from({ length: 32 }, (_, index) => {
    const start = march.start.add({ hours: 24 * index })
    return { start, end: start.add({ hours: 24 }) }
  })
  const earned = feesIn(facts, days)
  const amountOf = (fees: FeeEarning[], kind: FeeEarning['kind'], isInvoiced: boolean) =>
    sumOf(fees.filter((one) => one.kind === kind && (one.line?.isInvoiced ?? false) === isInvoiced))

  expect(amountOf(earned.slice(0, 31).flat(), 'recurring', true)).toBe('7')
  expect(amountOf(earned.slice(0, 1).flat(), 'onetime', true)).toBe('80')
  expect(amountOf(earned.flat(), 'onetime', true)).toBe('80')
  expect(amountOf(earned.slice(0, 31).flat(), 'recurring', false)).toBe('0')
  const aDay = decimal('10').div(decimal('30')).toFixed()
  expect(shownByStrategy(earned[31] ?? [])).toEqual([`platform ${aDay}`, 'seat 0'])
})
