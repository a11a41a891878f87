import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToMinorUnit } from '../../../domain/currency.ts'
import { Decimal, decimal, decimalFromInteger, sum, ZERO } from '../../../domain/money.ts'
import { amountAfter } from '../../../domain/prices/advance.ts'
import { type ChargeFacts, chargesOf } from '../../../domain/prices/charges.ts'
import {
  type Calculation,
  type EarlierLine,
  explainLine,
  type Step,
} from '../../../domain/prices/explain-line.ts'
import type { UsagePricing } from '../../../domain/prices/pricing.ts'
import type { Seats } from '../../../domain/prices/seats.ts'
import { packagesFrom, pricingFrom } from '../../../domain/test-support.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import type { Part } from '../../../domain/time/parts.ts'
import type { DraftLine } from '../../invoices/drafts/computed-invoice.ts'
import type { Usage } from '../../rating/usage.ts'
import type { BilledUsage } from '../facts/billed-queries.ts'
import { beforeLine, inLine, type UsageFacts } from '../facts/usage-facts.ts'
import { chargeLine } from '../lines/charge-lines.ts'
import { lateUsageLines } from '../lines/late-usage.ts'
import { amountLine, type LineContext } from '../lines/lines.ts'

/** Multiplies a calculation out again, from nothing but its figures. */
function replay({ count, rate, divisor, flatFee }: Calculation): Decimal {
  const product = count.times(rate)
  return (divisor === null ? product : product.div(divisor)).plus(flatFee)
}

type Explained = { line: DraftLine; pricing: UsagePricing | null; earlier: readonly EarlierLine[] }

/** Expects the steps of a line to be multiplied out to its amount, to the last digit. */
function expectExplained({ line, pricing, earlier }: Explained, currency: string): void {
  const steps = explainLine(line, { currency, pricing, earlier })
  const amounts = steps.map((step) => amountOf(step, { earlier, currency }))
  expect(sum(amounts).toFixed()).toBe(line.amount.toFixed())
  expect(steps.map(({ kind }) => kind)).not.toContain('unexplained')
  const units = steps.flatMap(({ quantity }) => quantity ?? [])
  if (units.length > 0) expect(sum(units).toFixed()).toBe(line.quantity.toFixed())
}

/** Returns the amount of a step, computed again from its calculations or the line that it names. */
function amountOf(step: Step, known: { earlier: readonly EarlierLine[]; currency: string }) {
  const { kind, calculations, lineId } = step
  if (kind === 'billed') {
    const line = known.earlier.find(({ id }) => id === lineId)
    return (line?.amount ?? decimal('0.1')).neg()
  }
  for (const one of calculations) expect(one.amount.toFixed()).toBe(replay(one).toFixed())
  const total = roundToMinorUnit(sum(calculations.map(replay)), known.currency)
  expect(step.amount.toFixed()).toBe((kind === 'before' ? total.neg() : total).toFixed())
  return kind === 'before' ? total.neg() : total
}

const rate = fc.bigInt({ min: 0n, max: 10n ** 7n }).map((digits) => Decimal.of(digits, 5).toFixed())
const units = fc.integer({ min: 0, max: 130 })
const pricing = fc.oneof(
  rate.map((each): UsagePricing => ({ pricingModel: 'flat', rate: decimal(each) })),
  fc
    .record({ rate, size: fc.integer({ min: 1, max: 40 }) })
    .map(({ rate: each, size }) => packagesFrom(each, String(size))),
  fc
    .record({
      model: fc.constantFrom('graduated', 'volume'),
      bound: fc.integer({ min: 1, max: 100 }),
      rates: fc.tuple(rate, rate),
      fees: fc.tuple(units, units),
    })
    .map(({ model, bound, rates, fees }) =>
      pricingFrom(model, [
        [String(bound), rates[0], String(fees[0])],
        [null, rates[1], String(fees[1])],
      ]),
    ),
  fc
    .record({ size: fc.integer({ min: 1, max: 100 }), fee: rate, overage: rate })
    .map(({ size, fee, overage }) =>
      pricingFrom('credit_pool', [
        [String(size), fee],
        [null, overage],
      ]),
    ),
)
const seats = fc.record({ first: units, second: units, day: fc.integer({ min: 2, max: 31 }) }).map(
  ({ first, second, day }): Seats => [
    { from: null, count: first },
    { from: `2026-01-${String(day).padStart(2, '0')}`, count: second },
  ],
)
/** Days on which January is cut into parts. */
const cuts = fc.uniqueArray(fc.integer({ min: 2, max: 31 }), { maxLength: 2 })

const dayOf = (day: number) =>
  Temporal.Instant.from('2026-01-01T00:00Z').add({ hours: 24 * (day - 1) })
const WHOLE = { start: dayOf(1), end: dayOf(32) }
const JANUARY = {
  ...WHOLE,
  full: WHOLE,
  ...{ daysCovered: 31, daysFull: 31 },
  deal: { start: WHOLE.start, days: 31 },
}

function partsCutAt(days: readonly number[]): Part[] {
  const bounds = [1, ...days.toSorted((a, b) => a - b), 32]
  return bounds.slice(1).map((end, at) => ({
    start: dayOf(bounds[at] ?? 1),
    end: dayOf(end),
    period: JANUARY,
  }))
}

const usageOf = (quantity: number): Usage => ({
  quantity: decimalFromInteger(quantity),
  cost: ZERO,
  eventCount: quantity,
})

const lineContext = (currency: string): LineContext => ({
  currency,
  timeZone: 'UTC',
  agent: { id: 'agent', name: 'Agent' },
  window: JANUARY,
  lastPeriodStart: dateAt(JANUARY.start),
})

type World = {
  currency: string
  tariff: UsagePricing
  parts: readonly Part[]
  /** Units of each part. */
  counts: readonly number[]
  seats: Seats
  fee: string
}

/** Returns the lines of all charges of January, one for each part. */
function chargedLines({ currency, tariff, parts, counts, seats: held, fee }: World): DraftLine[] {
  const countIn = (part: Part) => counts[parts.indexOf(part)] ?? 0
  const before = (part: Part) => counts.slice(0, parts.indexOf(part)).reduce((a, b) => a + b, 0)
  const facts: ChargeFacts = {
    window: JANUARY,
    parts,
    strategies: [
      { id: 'page', name: 'Pages', chargeType: 'usage', signalId: 'page', pricing: tariff },
      { id: 'platform', name: 'Platform', chargeType: 'recurring', rate: decimal(fee) },
      { id: 'seat', name: 'Seats', chargeType: 'seat_based', rate: decimal(fee) },
      { id: 'setup', name: 'Set-up', chargeType: 'onetime', rate: decimal(fee) },
    ],
    fixed: { pricings: [], rates: [] },
    quantityIn: (_, part) => decimalFromInteger(countIn(part)),
    quantityBefore: (_, part) => decimalFromInteger(before(part)),
    seats: held,
    startsAt: JANUARY.start,
    currency,
    timeZone: 'UTC',
  }
  const context = lineContext(currency)
  const usage = { billed: [], billedCost: ZERO, invoiced: [], usageOf: () => usageOf(0) }
  return chargesOf(facts).map((charge) =>
    chargeLine(context, charge, { signals: new Map(), usage }),
  )
}

test.each(['USD', 'JPY', 'KWD'])(
  'every line can be multiplied out again to the cent: parts, tiers, seats and fees in %s',
  (currency) => {
    fc.assert(
      fc.property(
        fc.record({
          tariff: pricing,
          parts: cuts.map(partsCutAt),
          counts: fc.array(units, { minLength: 3, maxLength: 3 }),
          seats,
          fee: rate,
          agreed: fc.integer({ min: -1_000, max: 1_000 }).map(decimalFromInteger),
        }),
        ({ agreed, ...world }) => {
          for (const line of chargedLines({ ...world, currency })) {
            expectExplained({ line, pricing: line.pricing, earlier: [] }, currency)
          }
          const amount = {
            type: 'proration',
            description: '',
            amount: agreed,
            sourceId: null,
          } as const
          const line = amountLine(lineContext(currency), amount)
          expectExplained({ line, pricing: null, earlier: [] }, currency)
        },
      ),
      { numRuns: 300 },
    )
  },
)

test('late usage can be multiplied out again, however often a part was settled', () => {
  const counts = fc.array(units, { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(
      pricing,
      cuts.map(partsCutAt),
      fc.array(counts, { minLength: 2, maxLength: 4 }),
      (tariff, parts, rounds) => {
        const [first = []] = rounds
        const world = { currency: 'USD', tariff, parts, counts: first }
        const lines = chargedLines({ ...world, seats: [{ from: null, count: 1 }], fee: '1' })
        const billed = lines.filter(({ type }) => type === 'usage').map(billedOf)
        const settled = billed.map((line): EarlierLine[] => [{ ...line, id: line.lineId }])
        for (const present of rounds.slice(1)) {
          const usage = factsOf(billed, settled, present)
          for (const line of lateUsageLines(lineContext('USD'), usage)) {
            const at = billed.findIndex(({ lineId }) => lineId === line.sourceId)
            expectExplained({ line, pricing: tariff, earlier: settled[at] ?? [] }, 'USD')
            settled[at]?.push({ id: `${at} ${settled[at].length}`, ...line })
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('days added to, or given back of, a period billed in advance can be multiplied out again', () => {
  const days = fc.integer({ min: 0, max: 300 })
  const type = fc.constantFrom('recurring' as const, 'seat_based' as const, 'proration' as const)
  const quantities = fc.integer({ min: -9, max: 9 })
  fc.assert(
    fc.property(type, rate, days, quantities, (kind, fee, before, count) => {
      const known = { unitDays: 0, amount: ZERO }
      const figures = { rate: decimal(fee), daysFull: 31 }
      const amount = amountAfter(known, { ...figures, unitDays: before }, 'USD')
      const unitDays = count * 4
      fc.pre(before + unitDays >= 0)
      const billed = { unitDays: before, amount }
      const line: DraftLine = {
        ...amountLine(lineContext('USD'), {
          ...{ type: kind, description: '', sourceId: null },
          amount: amountAfter(billed, { ...figures, unitDays }, 'USD'),
        }),
        quantity: decimalFromInteger(count),
        unitPrice: figures.rate,
        proration: { daysBefore: 20, daysCovered: 4, daysFull: 31, seatDaysBefore: null },
        billed: { quantity: decimalFromInteger(before), amount },
      }
      expectExplained({ line, pricing: null, earlier: [] }, 'USD')
    }),
  )
})

function billedOf(line: DraftLine, at: number): BilledUsage {
  return {
    ...line,
    lineId: `line ${at}`,
    invoiceNumber: 'INV-1',
    strategyId: 'page',
    signalId: 'page',
    signalName: 'Pages',
    // As it is stored in jsonb.
    pricing: JSON.parse(JSON.stringify(line.pricing)),
    invoiceId: 'invoice',
    finalizedAt: new Date(0),
    billedUntil: line.periodEnd,
    cost: ZERO,
    eventCount: '0',
  }
}

/** Returns the facts after usage has changed to these units of each part. */
function factsOf(
  billed: readonly BilledUsage[],
  settled: readonly (readonly EarlierLine[])[],
  present: readonly number[],
): UsageFacts {
  const keys = new Map(
    billed.flatMap((line, at) => [
      [inLine(line), present[at] ?? 0],
      [beforeLine(line), present.slice(0, at).reduce((a, b) => a + b, 0)],
    ]),
  )
  return {
    billed: billed.map((line, at) => ({
      ...line,
      quantity: sum((settled[at] ?? []).map(({ quantity }) => quantity)),
      amount: sum((settled[at] ?? []).map(({ amount }) => amount)),
    })),
    billedCost: ZERO,
    invoiced: [],
    usageOf: (key) => usageOf(keys.get(key) ?? 0),
  }
}
