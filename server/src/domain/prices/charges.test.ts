import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from '../money.ts'
import { lifetimeOf } from '../time/dates.ts'
import { partsOf } from '../time/parts.ts'
import { startOfDay } from '../time/period.ts'
import { contains, type Range } from '../time/range.ts'
import { type Billed, type BillingCycleName, NOT_MOVED } from '../time/schedule.ts'
import { type Charge, type ChargeFacts, chargesOf } from './charges.ts'
import { parseTiers, type TieredModel, type UsagePricing } from './pricing.ts'
import type { PricedStrategy, UsageStrategy } from './strategy.ts'

/** [upper, rate] of each tier, in whole cents; the last upper is null. */
type Row = readonly [upper: number | null, cents: number]
type Model = 'flat' | TieredModel
type Use = { at: Temporal.Instant; strategyId: string; units: number }

const NO_FIXED = { pricings: [], rates: [] }
const cents = (count: number) => decimalFromInteger(count).times(decimal('0.01'))
const instant = (text: string) => Temporal.Instant.from(text)

function pricingOf(model: Model, rows: readonly Row[]): UsagePricing {
  if (model === 'flat') return { pricingModel: model, rate: cents(rows[0]?.[1] ?? 0) }
  const tiers = rows.map(([upper, rate], position) => {
    return { lower: rows[position - 1]?.[0] ?? 0, upper, rate: cents(rate).toFixed() }
  })
  const parsed = parseTiers(tiers, model)
  if (!parsed.ok) throw new Error(parsed.problems.join('; '))
  return { pricingModel: model, tiers: parsed.tiers }
}

function billed(fields: Partial<Billed> = {}): Billed {
  const dates = { startDate: '2026-01-15', endDate: null, endAt: null, ...fields }
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

type World = {
  subscription: Billed
  strategies: readonly PricedStrategy[]
  seatsCount: number
  uses: readonly Use[]
}

function factsOf({ subscription, strategies, seatsCount, uses }: World, window: Range) {
  const unitsIn = ({ id }: UsageStrategy, range: Range) =>
    decimalFromInteger(
      uses
        .filter(({ strategyId, at }) => strategyId === id && contains(range, at))
        .reduce((all, { units }) => all + units, 0),
    )
  const facts: ChargeFacts = {
    window,
    parts: partsOf(subscription, [], window),
    strategies,
    fixed: NO_FIXED,
    quantityIn: unitsIn,
    quantityBefore: (strategy, { period, start }) =>
      unitsIn(strategy, { start: period.start, end: start }),
    seats: [{ from: null, count: seatsCount }],
    startsAt: subscription.startsAt.toTemporalInstant(),
    timeZone: subscription.timeZone,
    currency: 'USD',
  }
  return facts
}

const PLAN: readonly PricedStrategy[] = [
  {
    id: 'page',
    name: 'Pages',
    chargeType: 'usage',
    signalId: 'page',
    pricing: pricingOf('graduated', [
      [100, 10],
      [null, 5],
    ]),
  },
  {
    id: 'look-up',
    name: 'Look-ups',
    chargeType: 'usage',
    signalId: 'look-up',
    pricing: pricingOf('credit_pool', [
      [50, 2_000],
      [null, 50],
    ]),
  },
  { id: 'platform', name: 'Platform', chargeType: 'recurring', rate: decimal('10') },
  { id: 'seat', name: 'Seats', chargeType: 'seat_based', rate: decimal('3.1') },
  { id: 'setup', name: 'Set-up', chargeType: 'onetime', rate: decimal('99') },
]
const JANUARY = { startDate: '2026-01-01' }
const USES: Use[] = [
  { at: instant('2026-01-05T00:00:00Z'), strategyId: 'page', units: 90 },
  { at: instant('2026-01-11T00:00:00Z'), strategyId: 'page', units: 30 },
  { at: instant('2026-01-11T00:00:00Z'), strategyId: 'look-up', units: 52 },
]
const WORLD: World = { subscription: billed(JANUARY), strategies: PLAN, seatsCount: 2, uses: USES }

const range = (start: string, end: string): Range => ({
  start: instant(`${start}T00:00:00Z`),
  end: instant(`${end}T00:00:00Z`),
})

/**
 * Renders each charge as its strategy, the amount due before it, and its amount, to ten decimals.
 */
const shown = (charges: readonly Charge[]) =>
  charges.map(({ strategy, amountBefore, amount }) =>
    [strategy.id, amountBefore.round(10), amount.round(10)].map(String).join(' '),
  )

test('a period owes its usage, its fees and, if it is the first, the one-time fee', () => {
  expect(shown(chargesOf(factsOf(WORLD, range('2026-01-01', '2026-02-01'))))).toEqual([
    'page 0 11',
    'look-up 0 21',
    'platform 0 10',
    'seat 0 6.2',
    'setup 0 99',
  ])
  expect(shown(chargesOf(factsOf(WORLD, range('2026-02-01', '2026-03-01'))))).toEqual([
    'page 0 0',
    'look-up 0 20',
    'platform 0 10',
    'seat 0 6.2',
  ])
})

test('a part owes the amount due until its end less that until its start, unrounded', () => {
  expect(shown(chargesOf(factsOf(WORLD, range('2026-01-01', '2026-01-11'))))).toEqual([
    'page 0 9',
    'look-up 0 20',
    'platform 0 3.2258064516',
    'seat 0 2',
    'setup 0 99',
  ])
  expect(shown(chargesOf(factsOf(WORLD, range('2026-01-11', '2026-02-01'))))).toEqual([
    'page 9 2',
    'look-up 20 1',
    'platform 3.2258064516 6.7741935484',
    'seat 2 4.2',
  ])
})

test('a window over two periods has a charge for each of them', () => {
  const charges = chargesOf(factsOf(WORLD, range('2026-01-11', '2026-02-11')))
  expect(shown(charges).filter((one) => one.startsWith('page'))).toEqual(['page 9 2', 'page 0 0'])
})

test('in a part without a midnight no fee is due', () => {
  const hours = { start: instant('2026-01-11T01:00:00Z'), end: instant('2026-01-11T23:00:00Z') }
  const kinds = chargesOf(factsOf(WORLD, hours)).map(({ kind }) => kind)
  expect(kinds).toEqual(['usage', 'usage'])
})

test('where the subscription covers nothing, nothing is due', () => {
  expect(chargesOf(factsOf(WORLD, range('2025-11-01', '2026-01-01')))).toEqual([])
})

test('the first finalized invoice of a period fixes its prices, and those of no other period', () => {
  const window = range('2026-01-01', '2026-03-01')
  const [first, second] = [range('2026-01-03', '2026-01-04'), range('2026-01-05', '2026-02-01')]
  const half = pricingOf('flat', [[null, 50]])
  const fixed = {
    pricings: [
      { strategyId: 'page', pricing: half, ...first },
      { strategyId: 'page', pricing: pricingOf('flat', [[null, 1]]), ...second },
    ],
    rates: [
      { strategyId: 'platform', rate: decimal('7'), ...first },
      { strategyId: 'platform', rate: decimal('8'), ...second },
      { strategyId: 'seat', rate: decimal('1'), ...second },
    ],
  }
  expect(shown(chargesOf({ ...factsOf(WORLD, window), fixed }))).toEqual([
    'page 0 60',
    'page 0 0',
    'look-up 0 21',
    'look-up 0 20',
    'platform 0 7',
    'platform 0 10',
    'seat 0 2',
    'seat 0 6.2',
    'setup 0 99',
  ])
})

const MODELS = ['flat', 'graduated', 'volume', 'credit_pool'] as const
const RANGE = { start: instant('2025-12-30T00:00:00Z'), end: instant('2026-07-01T00:00:00Z') }

describe('for any plan, usage, schedule and cuts', () => {
  const rate = fc.integer({ min: 0, max: 1_000 })
  const bounds = (model: Model) => {
    const count = { flat: [0, 0], credit_pool: [1, 1], graduated: [0, 4], volume: [0, 4] }[model]
    const [minLength = 0, maxLength = 0] = count
    return fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength, maxLength })
  }
  const rowsOf = (model: Model) =>
    bounds(model).chain((uppers) =>
      fc
        .array(rate, { minLength: uppers.length + 1, maxLength: uppers.length + 1 })
        .map((rates): Row[] => {
          const sorted = uppers.toSorted((a, b) => a - b)
          return rates.map((each, position) => [sorted[position] ?? null, each])
        }),
    )
  const tariff = fc
    .constantFrom(...MODELS)
    .chain((model) => rowsOf(model).map((rows) => ({ model, rows })))
  const minutes = fc.integer({ min: 0, max: 180 * 24 * 60 })
  const at = fc.oneof(
    minutes,
    // Some times fall exactly on midnight UTC.
    minutes.map((minute) => Math.floor(minute / 1_440) * 1_440),
  )
  const day = fc.integer({ min: 0, max: 120 }).map((days) => dateAfter(days))
  const subscription = fc
    .record({
      timeZone: fc.constantFrom('UTC', 'America/New_York', 'Pacific/Chatham'),
      startDate: day,
      length: fc.option(fc.integer({ min: 0, max: 90 })),
      billingCycle: fc.constantFrom<BillingCycleName>('monthly', 'yearly', 'custom'),
      customCycleDays: fc.integer({ min: 1, max: 40 }),
    })
    .map(({ length, startDate, billingCycle, customCycleDays, timeZone }) => {
      const end = Temporal.PlainDate.from(startDate).add({ days: length ?? 0 })
      const endDate = length === null ? null : end.toString()
      const days = billingCycle === 'custom' ? customCycleDays : null
      return billed({ startDate, endDate, billingCycle, customCycleDays: days, timeZone })
    })
  const scene = fc.record({
    subscription,
    tariffs: fc.array(tariff, { minLength: 1, maxLength: 3 }),
    fee: rate,
    seatsCount: fc.integer({ min: 0, max: 9 }),
    uses: fc.array(fc.record({ at, units: fc.integer({ min: 0, max: 20 }), of: fc.nat(2) }), {
      maxLength: 30,
    }),
    cuts: fc.array(at, { maxLength: 8 }),
  })

  test('charges of the parts of a period add up to those of the period, to the last digit', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const world = worldOf(drawn)
        const whole = totals(chargesOf(factsOf(world, RANGE)))
        const inParts = totals(
          windowsOf(drawn.cuts).flatMap((window) => chargesOf(factsOf(world, window))),
        )
        expect(inParts).toEqual(whole)
      }),
    )
  })

  test('the amount due before a part is the sum of the parts before it', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const world = worldOf(drawn)
        const due = new Map<string, Decimal>()
        for (const window of windowsOf(drawn.cuts)) {
          for (const charge of chargesOf(factsOf(world, window))) {
            const key = keyOf(charge)
            const before = due.get(key) ?? ZERO
            expect(charge.amountBefore.toFixed()).toBe(before.toFixed())
            due.set(key, before.plus(charge.amount))
          }
        }
      }),
    )
  })

  test('counting unit by unit and day by day gives the same amounts', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const world = worldOf(drawn)
        for (const window of windowsOf(drawn.cuts)) {
          for (const charge of chargesOf(factsOf(world, window))) {
            const expected = slowly(world, charge, drawn)
            const error = charge.amount.minus(expected).abs()
            // A prorated fee may be a quotient that never ends.
            expect(
              error.lt(decimal('0.000000000000000000000000000001')),
              `${charge.amount} is not ${expected}`,
            ).toBe(true)
          }
        }
      }),
    )
  })

  type Drawn = typeof scene extends fc.Arbitrary<infer T> ? T : never

  function worldOf({ subscription, tariffs, fee, seatsCount, uses }: Drawn): World {
    const usage = tariffs.map(
      ({ model, rows }, index): PricedStrategy => ({
        id: `${index}`,
        name: model,
        chargeType: 'usage',
        signalId: `${index}`,
        pricing: pricingOf(model, rows),
      }),
    )
    const fees = (['recurring', 'seat_based', 'onetime'] as const).map(
      (chargeType): PricedStrategy => ({
        id: chargeType,
        name: chargeType,
        chargeType,
        rate: cents(fee),
      }),
    )
    return {
      subscription,
      strategies: [...usage, ...fees],
      seatsCount,
      uses: uses.map(({ at, units, of }) => ({ at: after(at), units, strategyId: `${of}` })),
    }
  }

  function slowly({ subscription, uses }: World, charge: Charge, { tariffs, fee }: Drawn): Decimal {
    if (charge.kind === 'onetime_fee') return cents(fee)
    const { part } = charge
    if (charge.kind === 'period_fee') {
      const { timeZone } = subscription
      const times = charge.strategy.chargeType === 'seat_based' ? charge.count : 1
      const covered = daysBegunIn(part, timeZone)
      const full = daysBegunIn(part.period.full, timeZone)
      return cents(fee * times * covered).div(decimalFromInteger(full))
    }
    const { model, rows } = tariffs[Number(charge.strategy.id)] ?? { model: 'flat', rows: [] }
    const unitsUntil = (end: Temporal.Instant) =>
      uses
        .filter(({ strategyId }) => strategyId === charge.strategy.id)
        .filter(({ at }) => contains({ start: part.period.start, end }, at))
        .reduce((all, { units }) => all + units, 0)
    const until = slowPrice(model, rows, unitsUntil(part.end))
    const isFirst = part.start.equals(part.period.start)
    return cents(isFirst ? until : until - slowPrice(model, rows, unitsUntil(part.start)))
  }
})

/** Prices one unit after another, in cents. */
function slowPrice(model: Model, rows: readonly Row[], units: number): number {
  const rateOf = (unit: number) => rows.find(([upper]) => upper === null || unit <= upper)?.[1] ?? 0
  let price = model === 'credit_pool' ? (rows[0]?.[1] ?? 0) : 0
  for (let unit = 1; unit <= units; unit += 1) {
    const isInPool = model === 'credit_pool' && unit <= (rows[0]?.[0] ?? 0)
    if (!isInPool) price += rateOf(model === 'volume' ? units : unit)
  }
  return price
}

function daysBegunIn(within: Range, timeZone: string): number {
  let days = 0
  let date = within.start.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 1 })
  const last = within.end.toZonedDateTimeISO(timeZone).toPlainDate()
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    if (contains(within, startOfDay(date, timeZone))) days += 1
  }
  return days
}

function dateAfter(days: number): string {
  return Temporal.PlainDate.from('2026-01-01').add({ days }).toString()
}

function after(minute: number): Temporal.Instant {
  return RANGE.start.add({ minutes: minute })
}

/** Cuts the range at the given minutes. */
function windowsOf(cuts: readonly number[]): Range[] {
  const inside = [...new Set(cuts)].filter((cut) => cut > 0).sort((a, b) => a - b)
  const times = [RANGE.start, ...inside.map(after), RANGE.end]
  return times.slice(1).map((end, index) => ({ start: times[index] ?? RANGE.start, end }))
}

function keyOf(charge: Charge): string {
  const period = 'part' in charge ? charge.part.period.start : 'once'
  return `${charge.strategy.id} ${period}`
}

/** Sums the charges by strategy and period, with the part that is a pool's fee. */
function totals(charges: readonly Charge[]): Record<string, string> {
  const byKey = Map.groupBy(charges, keyOf)
  return Object.fromEntries(
    [...byKey].map(([key, some]) => {
      const fixed = sum(some.map((charge) => (charge.kind === 'usage' ? charge.fixedFee : ZERO)))
      return [key, `${sum(some.map(({ amount }) => amount)).toFixed()} ${fixed.toFixed()}`]
    }),
  )
}
