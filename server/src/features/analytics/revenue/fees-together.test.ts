import { expect, test } from 'vitest'
import { decimal, ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import { usageOfOne } from '../../../domain/prices/earnings.ts'
import { parseTiers } from '../../../domain/prices/pricing.ts'
import type { PricedStrategy } from '../../../domain/prices/strategy.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { billedPeriods } from '../../../domain/time/schedule.ts'
import { revenueIn } from '../../earnings/earned.ts'
import type { EarningSubscription } from '../../earnings/facts/earning-filter.ts'
import { addRevenue, NO_REVENUE } from '../../earnings/revenue.ts'
import type { EarnerUsage } from '../../earnings/usage/earner-usage.ts'
import { feesTogether } from './fees-together.ts'

const STARTS_AT = new Date('2026-01-07T00:00:00Z')
const MARCH = {
  start: instantOf(new Date('2026-03-01T00:00:00Z')),
  end: instantOf(new Date('2026-04-01T00:00:00Z')),
}

const subscription: EarningSubscription = {
  id: 'deal',
  customerId: 'acme',
  agentId: 'agent',
  planId: 'plan',
  planName: 'Pro',
  currency: 'USD',
  name: 'Deal',
  seatsCount: 2,
  startDate: '2026-01-07',
  endDate: null,
  startsAt: STARTS_AT,
  endsAt: null,
  endAt: null,
  billingCycle: 'monthly',
  customCycleDays: null,
  billingDay: null,
  timeZone: 'UTC',
  moved: null,
}
const PERIODS = billedPeriods(subscription, [], MARCH)

const work = (id: string, rate: string): PricedStrategy => ({
  id,
  name: 'Work',
  chargeType: 'usage',
  signalId: `signal of ${id}`,
  pricing: { pricingModel: 'flat', rate: decimal(rate) },
})
const fee = (chargeType: 'recurring' | 'seat_based', rate: string): PricedStrategy => ({
  id: `${chargeType} ${rate}`,
  name: 'Fee',
  chargeType,
  rate: decimal(rate),
})

function earner(strategies: readonly PricedStrategy[], other: Partial<EarningFacts> = {}) {
  const facts: EarningFacts = {
    subscription: { startsAt: STARTS_AT, timeZone: 'UTC', seatsCount: 2 },
    periods: PERIODS,
    currency: 'USD',
    strategies,
    final: { invoiced: [], usage: [], fees: [], onetime: [] },
    ...other,
  }
  const none: EarnerUsage = {
    subscription,
    facts,
    billingsOf: () => [],
    count: 1,
    intervals: [],
    ...usageOfOne(() => ZERO),
  }
  return none
}

const FEES = [fee('recurring', '49.10'), fee('seat_based', '7')]

test('those who owe the same without any usage are one, whatever their plan prices and in which order', () => {
  const all = [
    earner([...FEES, work('a', '0.5')]),
    { ...earner([work('b', '0.25'), ...FEES.toReversed()]), count: 3 },
  ]
  const [one, ...more] = feesTogether(all)
  expect(more).toEqual([])
  expect(one?.count).toBe(4)
  const revenueOf = revenueIn(MARCH)
  const apart = all.map(revenueOf).reduce(addRevenue, NO_REVENUE)
  expect(one && revenueOf(one)).toEqual(apart)
  expect(apart.recurring.gt(ZERO)).toBe(true)
})

test.each([
  ['other fees', earner([fee('recurring', '49.11'), fee('seat_based', '7')])],
  ['a pool, whose fee is due at no usage', earner([...FEES, pool()])],
  ['another currency', earner(FEES, { currency: 'EUR' })],
  ['other periods', earner(FEES, { periods: PERIODS.slice(1) })],
  [
    'more seats',
    earner(FEES, { subscription: { startsAt: STARTS_AT, timeZone: 'UTC', seatsCount: 3 } }),
  ],
])('those with %s are told apart', (_, other) => {
  expect(feesTogether([earner(FEES), other])).toHaveLength(2)
})

test('whoever used something, or is invoiced, stands alone', () => {
  const invoiced = { invoiced: [MARCH], usage: [], fees: [], onetime: [] }
  const used = { ...interval(), owner: 'deal' }
  const all = [
    earner(FEES),
    earner(FEES, { final: invoiced }),
    earner(FEES, { final: invoiced }),
    { ...earner(FEES), intervals: [used] },
  ]
  expect(feesTogether(all)).toHaveLength(4)
})

function pool(): PricedStrategy {
  const input = [
    { lower: '0', upper: '5', rate: '30' },
    { lower: '5', upper: null, rate: '2' },
  ]
  const parsed = parseTiers(input, 'credit_pool')
  if (!parsed.ok) throw new Error(parsed.problems.join('; '))
  const pricing = { pricingModel: 'credit_pool', tiers: parsed.tiers } as const
  return { id: 'pool', name: 'Pool', chargeType: 'usage', signalId: 'pool', pricing }
}

function interval() {
  const [start, end] = [MARCH.start.epochMilliseconds, MARCH.end.epochMilliseconds]
  const sums = { eventCount: 1, billable: decimal('1'), cost: ZERO, uncostedEvents: 0 }
  return { start, end, signalId: 'signal of a', ...sums }
}
