import { expect, test } from 'vitest'
import { decimal, sum, ZERO } from '../money.ts'
import { contains, type Range } from '../time/range.ts'
import { billedPeriods, NOT_MOVED } from '../time/schedule.ts'
import type { EarningFacts } from './earning-facts.ts'
import { askedUsage, earningsOf, edgesIn, usageEarningsOf } from './earnings.ts'
import { invoicedByLine } from './invoiced.ts'
import { parseTiers, type UsagePricing } from './pricing.ts'

const at = (text: string) => Temporal.Instant.from(`${text}Z`)
const WINDOW = { start: at('2026-02-10T00:00'), end: at('2026-05-20T00:00') }

/** A subscription billed on the first of each month; `invoiced` optionally covers February. */
function factsOf(pricing: UsagePricing, invoiced: EarningFacts['final']['invoiced'] = []) {
  const subscription = {
    startsAt: new Date('2026-01-01T00:00Z'),
    endsAt: null,
    startDate: '2026-01-01',
    endDate: null,
    endAt: null,
    billingCycle: 'monthly' as const,
    customCycleDays: null,
    billingDay: null,
    moved: NOT_MOVED,
    succession: null,
    timeZone: 'UTC',
    seats: [{ from: null, count: 1 }] as const,
  }
  const calls = { id: 'calls', name: 'Calls', chargeType: 'usage' as const, signalId: 'call' }
  return {
    subscription,
    periods: billedPeriods(subscription, [], WINDOW),
    currency: 'USD',
    strategies: [{ ...calls, pricing }],
    final: { invoiced, usage: [], fees: [], onetime: [] },
  }
}

const FLAT = { pricingModel: 'flat' as const, rate: decimal('0.05') }

function graduated(): UsagePricing {
  const input = [
    { lower: 0, upper: 40, rate: '1' },
    { lower: 40, upper: null, rate: '0.5' },
  ]
  const parsed = parseTiers(input, 'graduated')
  if (!parsed.ok) throw new Error(parsed.problems.join('; '))
  return { pricingModel: 'graduated', tiers: parsed.tiers }
}

const daysIn = ({ start, end }: { start: Temporal.Instant; end: Temporal.Instant }) =>
  decimal(String(start.until(end).total('days')))
const text = ({ start, end }: { start: Temporal.Instant; end: Temporal.Instant }) =>
  `${start.toString().slice(0, 10)} ${end.toString().slice(0, 10)}`

test('a flat price asks for a window over several periods at once, and for nothing before it', () => {
  const asked = askedUsage(factsOf(FLAT), WINDOW)

  expect(asked.map(text)).toEqual(['2026-02-10 2026-05-20'])
})

test('a flat price asks separately for the ranges before and after an invoice', () => {
  const april = { start: at('2026-04-01T00:00'), end: at('2026-05-01T00:00') }
  const asked = askedUsage(factsOf(FLAT, [april]), WINDOW)

  expect(asked.map(text)).toEqual(['2026-02-10 2026-04-01', '2026-05-01 2026-05-20'])
})

test('tiers ask for each period separately, and for the usage before the window in the first', () => {
  const asked = askedUsage(factsOf(graduated()), WINDOW)

  expect(asked.map(text)).toEqual([
    '2026-02-01 2026-02-10',
    '2026-02-10 2026-03-01',
    '2026-03-01 2026-04-01',
    '2026-04-01 2026-05-01',
    '2026-05-01 2026-05-20',
  ])
})

test('periods at one flat price earn the same together and separately', () => {
  const facts = factsOf(FLAT)
  const earned = (start: string, end: string) => {
    const window = { start: at(start), end: at(end) }
    return earningsOf(facts, window, (_, range) => daysIn(range), [])
  }
  const months = [
    ...earned('2026-02-10T00:00', '2026-03-01T00:00'),
    ...earned('2026-03-01T00:00', '2026-05-01T00:00'),
    ...earned('2026-05-01T00:00', '2026-05-20T00:00'),
  ]
  const [all] = earned('2026-02-10T00:00', '2026-05-20T00:00')

  expect(all?.quantity.toFixed()).toBe('99')
  expect(all?.amount.toFixed()).toBe('4.95')
  expect(sum(months.map(({ amount }) => amount)).eq(all?.amount ?? ZERO)).toBe(true)
})

test.each(['graduated', 'volume', 'credit_pool'] as const)(
  'a %s price earns, and is invoiced, only on days with usage or at an edge of a line or period',
  (pricingModel) => {
    const input = [
      { lower: 0, upper: 5, rate: pricingModel === 'credit_pool' ? '10' : '0.3333' },
      { lower: 5, upper: null, rate: '0.1234' },
    ]
    const parsed = parseTiers(input, pricingModel)
    if (!parsed.ok) throw new Error(parsed.problems.join('; '))
    const pricing: UsagePricing = { pricingModel, tiers: parsed.tiers }
    const march = { start: at('2026-03-01T00:00'), end: at('2026-04-01T00:00') }
    const open = factsOf(pricing, [march])
    const line = {
      ...{ strategyId: 'calls', name: 'Calls', signalId: 'call', pricing, ...march },
      ...{ periodEnd: march.end, countedFrom: null, billed: decimal('12.5'), isInvoiced: true },
    }
    const facts = { ...open, final: { ...open.final, usage: [line] } }
    const used = [at('2026-03-10T12:00'), at('2026-04-20T00:00')]
    const quantityIn = (_: string, range: Range) =>
      sum(used.map((time) => (contains(range, time) ? decimal('7') : ZERO)))
    const earnedIn = (window: Range) => [
      ...usageEarningsOf(facts, window, quantityIn),
      ...invoicedByLine({ facts, quantityIn }, window),
    ]
    const { starts, ends } = edgesIn(facts, WINDOW)
    const lastInstants = ends.map((end) => end.subtract({ nanoseconds: 1 }))
    const days = Array.from({ length: 99 }, (_, day) => {
      const start = WINDOW.start.add({ hours: 24 * day })
      return { start, end: start.add({ hours: 24 }) }
    })
    const earning = days.filter((day) => earnedIn(day).some(({ amount }) => !amount.eq(ZERO)))
    const times = [...starts, ...lastInstants, ...used]
    const expected = days.filter((day) => times.some((time) => contains(day, time)))

    expect(earning.length).toBeGreaterThan(2)
    expect(earning.filter((day) => !expected.includes(day)).map(text)).toEqual([])
    expect(expected.length).toBeLessThan(10)
  },
)
