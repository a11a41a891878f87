import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decimal, decimal, ZERO } from '../money.ts'
import { lifetimeOf } from '../time/dates.ts'
import { partsOf } from '../time/parts.ts'
import { startOfDay } from '../time/period.ts'
import { isBefore, type Range } from '../time/range.ts'
import { type Billed, billedPeriods, NOT_MOVED } from '../time/schedule.ts'
import {
  amountAfter,
  daysToGiveBack,
  type FeeClaim,
  feePartsOf,
  type GivenBack,
  partsInAdvance,
} from './advance.ts'
import { chargesOf, type PeriodFee, roundedAmount } from './charges.ts'
import type { Seats } from './seats.ts'
import type { BillTiming, FeeStrategy } from './strategy.ts'

const NO_FIXED = { pricings: [], rates: [] }
const INSTANT = { milliseconds: 1 }
const CURRENCY = 'EUR'

type Schedule = Pick<Billed, 'billingCycle' | 'customCycleDays' | 'billingDay' | 'timeZone'>

type World = {
  schedule: Schedule
  startDate: string
  /** Length in days, and the days after the start from which the end is known. */
  lasts: number
  knownAfter: number
  /** Days after the start at which invoices are cut in addition to the ends of periods. */
  cuts: readonly number[]
  /** Invoices that are voided after the next one and made again, by their place. */
  voided: readonly number[]
  /** True if the invoice at the start is voided at once. */
  isStartVoid: boolean
  rate: Decimal
  /** Seats from days after the start on: the first from the start, each more than those before. */
  seats: readonly { after: number; count: number }[]
}

const DAY = (text: string) => Temporal.PlainDate.from(text)

function subscriptionOf({ schedule, startDate, lasts }: World, isEndKnown: boolean): Billed {
  const endDate = DAY(startDate)
    .add({ days: lasts - 1 })
    .toString()
  const dates = { startDate, endDate: isEndKnown ? endDate : null, endAt: null }
  return {
    ...schedule,
    ...dates,
    moved: NOT_MOVED,
    succession: null,
    ...lifetimeOf(dates, schedule.timeZone),
  }
}

/** A line of an invoice, with its claim if it is in advance. */
type Line = { claim: FeeClaim; periodStart: number; isAdvance: boolean }

/** Bills a whole life as the billing clock does. Returns the sum of the rounded lines. */
function billOf(world: World, timingOf: (invoice: number) => BillTiming): Decimal {
  const { timeZone } = world.schedule
  const from = DAY(world.startDate)
  const at = (days: number) => startOfDay(from.add({ days }), timeZone)
  const feeWith = (billTiming: BillTiming): FeeStrategy => {
    return { id: 'fee', name: 'Fee', chargeType: 'seat_based', rate: world.rate, billTiming }
  }
  const start = at(0)
  const end = at(world.lasts)
  const known = subscriptionOf(world, true)
  const endless = subscriptionOf(world, false)
  const ends = billedPeriods(endless, [], { start, end }).map((period) => period.end)
  const edges = [...ends, ...world.cuts.map(at), end]
    .filter((edge) => isBefore(start, edge) && !isBefore(end, edge))
    .toSorted(Temporal.Instant.compare)
    .filter((edge, n, all) => n === 0 || !edge.equals(all[n - 1] ?? start))
  const invoices: Line[][] = []
  let nextId = 0

  function linesOf(
    window: Range,
    { billTiming, now }: { billTiming: BillTiming; now: Temporal.Instant },
    isStart = false,
  ): Line[] {
    const subscription = isBefore(now, at(world.knownAfter)) ? endless : known
    // A change is known from its day on.
    const [first, ...later] = world.seats.map(({ after, count }) => ({
      from: after === 0 ? null : from.add({ days: after }).toString(),
      count,
    }))
    const seats: Seats = [
      first ?? { from: null, count: 1 },
      ...later.filter(({ from: day }) => day && !isBefore(now, startOfDay(DAY(day), timeZone))),
    ]
    const inAdvanceLines = invoices.flat().filter(({ isAdvance }) => isAdvance)
    const claims = inAdvanceLines.map(({ claim }) => claim)
    const range = { start: window.start, end: window.end.add(INSTANT) }
    const all = billedPeriods(subscription, [], range)
    const inAdvance = isStart
      ? all.slice(0, 1).map((period) => ({ ...period, period }))
      : partsInAdvance(all, window)
    const parts = isStart ? [] : partsOf(subscription, [], window)
    const charges = chargesOf({
      window,
      parts,
      feeParts: (strategy) =>
        feePartsOf({ parts, inAdvance, claims, freed: [], seats, timeZone }, strategy),
      strategies: [feeWith(billTiming)],
      fixed: NO_FIXED,
      quantityIn: () => ZERO,
      quantityBefore: () => ZERO,
      seats,
      startsAt: start,
      timeZone,
      currency: CURRENCY,
    })
    const isAdvance = billTiming === 'advance'
    const fees = charges
      .filter((one): one is PeriodFee => one.kind === 'period_fee')
      .map((charge) => feeLine(charge, isAdvance))
    const endsAt = subscription.endsAt?.toTemporalInstant()
    if (endsAt === undefined || !endsAt.equals(window.end)) return settled(fees)
    const periodOf = new Map(invoices.flat().map((line) => [line.claim, line.periodStart]))
    const back = daysToGiveBack({ claims, endsAt, invoiced: [], timeZone })
    return settled([...fees, ...back.map((one) => backLine(one, periodOf.get(one.claim) ?? 0))])
  }

  /** Bills the lines of periods that other lines billed in advance as `settleFees` does. */
  function settled(lines: readonly Line[]): Line[] {
    const before = invoices.flat()
    const all: Line[] = []
    for (const line of lines) {
      const others = [...before, ...all].filter((one) => one.periodStart === line.periodStart)
      const { claim } = line
      const billed = {
        unitDays: others.reduce((sum, one) => sum + unitDaysOf(one), 0),
        amount: others.reduce((sum, one) => sum.plus(one.claim.amount), ZERO),
      }
      const bill = { rate: world.rate, unitDays: unitDaysOf(line), daysFull: claim.days.daysFull }
      const isLater = before.some((one) => one.isAdvance && one.periodStart === line.periodStart)
      const amount = isLater ? amountAfter(billed, bill, CURRENCY) : claim.amount
      all.push({ ...line, claim: { ...claim, amount } })
    }
    return all
  }

  function claimOf(
    fields: Pick<FeeClaim, 'kind' | 'count' | 'days' | 'sourceId' | 'amount'> & Range,
  ): FeeClaim {
    nextId += 1
    return { lineId: `${nextId}`, strategyId: 'fee', isFinal: true, rate: world.rate, ...fields }
  }
  function feeLine(charge: PeriodFee, isAdvance: boolean): Line {
    const { part, range, count, days } = charge
    const kind = part.addedSeats === undefined ? 'fee' : 'seats'
    const amount = roundedAmount(charge, CURRENCY)
    const sourceId = part.sourceId ?? null
    const claim = claimOf({ kind, count, days, sourceId, amount, ...range })
    return { claim, periodStart: part.period.start.epochMilliseconds, isAdvance }
  }
  function backLine({ claim, range, days }: GivenBack, periodStart: number): Line {
    const { count, lineId: sourceId } = claim
    const fields = { kind: 'given_back' as const, count, days, sourceId, amount: ZERO }
    return { claim: claimOf({ ...fields, ...range }), periodStart, isAdvance: true }
  }

  const billTiming = timingOf(0)
  if (billTiming === 'advance' && !world.isStartVoid) {
    invoices.push(linesOf({ start, end: start.add(INSTANT) }, { billTiming, now: start }, true))
  }
  const windows = edges.map((edge, n) => ({ start: edges[n - 1] ?? start, end: edge }))
  let last: { window: Range; lines: Line[] } | undefined
  for (const [n, window] of windows.entries()) {
    const terms = { billTiming: timingOf(n), now: window.end }
    const lines = linesOf(window, terms)
    invoices.push(lines)
    const before = last
    last = { window, lines }
    if (!before || !world.voided.includes(n)) continue
    if (lines.some(({ claim }) => follows(claim, before.lines))) continue
    invoices.splice(invoices.indexOf(before.lines), 1)
    invoices.push(linesOf(before.window, terms))
  }
  return invoices.flat().reduce((sum, { claim }) => sum.plus(claim.amount), ZERO)
}

const unitDaysOf = ({ claim: { kind, count, days } }: Line) =>
  (kind === 'given_back' ? -count : count) * days.daysCovered

/** An invoice that a later one follows from is not voided. */
const follows = ({ sourceId }: FeeClaim, lines: readonly Line[]) =>
  lines.some(({ claim }) => claim.lineId === sourceId)

const inAdvance = () => 'advance' as const
const inArrears = () => 'arrears' as const

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    cycle: fc.constantFrom('monthly' as const, 'yearly' as const, 'custom' as const),
    days: fc.integer({ min: 1, max: 100 }),
    billingDay: fc.option(fc.integer({ min: 1, max: 31 })),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/Sao_Paulo'),
  })
  .map(({ cycle, days, billingDay, timeZone }) => ({
    billingCycle: cycle,
    customCycleDays: cycle === 'custom' ? days : null,
    billingDay,
    timeZone,
  }))

const worlds: fc.Arbitrary<World> = fc
  .record({
    schedule: schedules,
    startDate: fc.constantFrom(
      '2026-01-01',
      '2026-01-31',
      '2024-02-29',
      '2026-03-28',
      '2011-12-15',
    ),
    lasts: fc.integer({ min: 1, max: 420 }),
    known: fc.integer({ min: 0, max: 100 }),
    cuts: fc.array(fc.integer({ min: 1, max: 419 }), { maxLength: 3 }),
    voided: fc.array(fc.nat({ max: 12 }), { maxLength: 2 }),
    cents: fc.integer({ min: 0, max: 100_000 }),
    seats: fc.integer({ min: 0, max: 9 }),
    more: fc.array(
      fc.record({ after: fc.integer({ min: 1, max: 420 }), by: fc.integer({ min: 1, max: 9 }) }),
      { maxLength: 4 },
    ),
    isStartVoid: fc.boolean(),
  })
  .map(({ known, cents, seats, more, ...world }) => ({
    ...world,
    knownAfter: Math.floor((world.lasts * known) / 100),
    rate: decimal((cents / 1000).toFixed(3)),
    seats: growing(seats, more),
  }))

/** Returns seats that only grow: fewer seats give nothing back in advance. */
function growing(first: number, more: readonly { after: number; by: number }[]): World['seats'] {
  let count = first
  const days = new Map([[0, first]])
  for (const { after, by } of more.toSorted((a, b) => a.after - b.after)) {
    count += by
    days.set(after, count)
  }
  return [...days].map(([after, seats]) => ({ after, count: seats }))
}

test('a fee in advance comes to the same money as in arrears over a life with seats by date, to the cent', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const [arrears, advance] = [billOf(world, inArrears), billOf(world, inAdvance)]
      expect(advance.toFixed()).toBe(arrears.toFixed())
    }),
    { numRuns: 300 },
  )
})

test('no day is billed twice or lost if the timing of a fee changes', () => {
  const timings = fc.array(fc.constantFrom('arrears' as const, 'advance' as const), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(worlds, timings, (some, timing) => {
      // A void period is billed again with the timing of today.
      const world = { ...some, voided: [] }
      const changing = billOf(world, (n) => timing[n % timing.length] ?? 'arrears')
      expect(changing.toFixed()).toBe(billOf(world, inArrears).toFixed())
    }),
    { numRuns: 120 },
  )
})
