import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '../money.ts'
import { priceInForce } from './price-in-force.ts'
import type { DatedPrices, FeeStrategy, PlanPrice, StrategyPrice } from './strategy.ts'

const fee = (rate: number): StrategyPrice => ({
  chargeType: 'recurring',
  rate: decimal(String(rate)),
})
const strategy = (dated?: Partial<DatedPrices>): FeeStrategy => ({
  ...{ id: 'fee', name: 'Fee', chargeType: 'recurring', rate: decimal('1') },
  ...(dated && { dated: { plan: [], own: [], ...dated } }),
})
const rateOf = (price: StrategyPrice) => (price.chargeType === 'usage' ? '' : price.rate.toFixed())
const rateIn = (
  dated: Partial<DatedPrices>,
  periodStart: string,
  subscriptionStart = periodStart,
) => rateOf(priceInForce(strategy(dated), { periodStart, subscriptionStart }))

const from = (day: string, rate: number, audience: PlanPrice['audience'] = 'everyone') => ({
  ...{ from: day, audience },
  price: fee(rate),
})

describe('the price of a period is', () => {
  test('the first one without any other, and before any other begins', () => {
    const at = { periodStart: '2026-03-01', subscriptionStart: '2026-01-01' }
    expect(rateOf(priceInForce(strategy(), at))).toBe('1')
    expect(rateIn({ plan: [from('2026-03-02', 2)] }, '2026-03-01')).toBe('1')
  })

  test('the latest of the plan that has begun on its first day, in any order of rows', () => {
    const plan = [from('2026-06-01', 3), from('2026-03-01', 2)]
    expect(rateIn({ plan }, '2026-03-01')).toBe('2')
    expect(rateIn({ plan }, '2026-05-31')).toBe('2')
    expect(rateIn({ plan }, '2026-06-01')).toBe('3')
  })

  test('one for new subscriptions only of those that start on its day or later', () => {
    const plan = [from('2026-03-01', 2, 'new')]
    expect(rateIn({ plan }, '2026-04-01', '2026-02-28')).toBe('1')
    expect(rateIn({ plan }, '2026-04-01', '2026-03-01')).toBe('2')
  })

  test('a later one for everyone also of those that had the one for new subscriptions', () => {
    const plan = [from('2026-03-01', 2, 'new'), from('2026-06-01', 3)]
    expect(rateIn({ plan }, '2026-05-01', '2026-04-01')).toBe('2')
    expect(rateIn({ plan }, '2026-06-01', '2026-04-01')).toBe('3')
  })

  test('of two from one day that for new subscriptions, of those it applies to', () => {
    const plan = [from('2026-03-01', 3, 'new'), from('2026-03-01', 2)]
    for (const prices of [plan, plan.toReversed()]) {
      expect(rateIn({ plan: prices }, '2026-03-01', '2026-03-01')).toBe('3')
      expect(rateIn({ plan: prices }, '2026-03-01', '2026-01-01')).toBe('2')
    }
  })

  test('the own one of the subscription, until the price of the plan applies again', () => {
    const plan = [from('2026-02-01', 2), from('2026-06-01', 3)]
    const own = [
      { from: null, price: fee(7) },
      { from: '2026-05-01', price: null },
      { from: '2026-07-01', price: fee(8) },
    ]
    for (const prices of [own, own.toReversed()]) {
      const rates = ['01', '04', '05', '06', '07'].map((month) =>
        rateIn({ plan, own: prices }, `2026-${month}-01`, '2026-01-01'),
      )
      expect(rates).toEqual(['7', '7', '2', '3', '8'])
    }
  })
})

test('random prices of a plan and of a subscription come to what a walk from day to day finds', () => {
  const DAYS = 40
  const day = (n: number) => Temporal.PlainDate.from('2026-02-10').add({ days: n }).toString()
  const dayNumber = fc.integer({ min: 0, max: DAYS })
  const audience = fc.constantFrom('everyone' as const, 'new' as const)
  const plan = fc.uniqueArray(fc.record({ at: dayNumber, audience, rate: fc.nat(99) }), {
    selector: (one) => `${one.at} ${one.audience}`,
    maxLength: 6,
  })
  const own = fc.uniqueArray(
    fc.record({
      at: fc.option(dayNumber, { nil: null }),
      rate: fc.option(fc.nat(99), { nil: null }),
    }),
    { selector: (one) => one.at, maxLength: 4 },
  )
  fc.assert(
    fc.property(plan, own, dayNumber, dayNumber, (ofPlan, ofDeal, a, b) => {
      const [start, period] = [Math.min(a, b), Math.max(a, b)]
      // From the first day on: what applies is replaced by what begins on a day.
      let planRate = 1
      let ownRate = ofDeal.find(({ at }) => at === null)?.rate ?? null
      for (let at = 0; at <= period; at += 1) {
        for (const group of ['everyone', 'new'] as const) {
          const begins = ofPlan.find((one) => one.at === at && one.audience === group)
          if (begins && (group === 'everyone' || start >= at)) planRate = begins.rate
        }
        const begins = ofDeal.find((one) => one.at === at)
        if (begins) ownRate = begins.rate
      }
      const dated = {
        plan: ofPlan.map((one) => from(day(one.at), one.rate, one.audience)),
        own: ofDeal.map(({ at, rate }) => ({
          from: at === null ? null : day(at),
          price: rate === null ? null : fee(rate),
        })),
      }
      expect(rateIn(dated, day(period), day(start))).toBe(String(ownRate ?? planRate))
    }),
  )
})
