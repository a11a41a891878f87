import { describe, expect, test } from 'vitest'
import { givenPlan, givenStrategy, givenUnpricedOffer } from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { decimal } from '../../../domain/money.ts'
import { listLiveStrategies } from './live-strategies.ts'

const t = useTestApp()
const { api } = t

describe('tiers', () => {
  test('bounds and rates may be text, and need not be whole', async () => {
    const { planId, signalId } = await givenUnpricedOffer(api)
    const tiers = [
      { lower: '0', upper: '0.5', rate: '0.000000000001' },
      { lower: 0.5, upper: '1000000000000000', rate: 1e-7 },
      { lower: 1e15, upper: null, rate: 12345678901234.56, flatFee: '0.30' },
    ]
    const strategy = await givenStrategy(api, planId, {
      chargeType: 'usage',
      pricingModel: 'graduated',
      signalId,
      tiers,
    })
    expect(strategy.tiers).toEqual([
      { lower: 0, upper: 0.5, rate: 1e-12, flatFee: 0 },
      { lower: 0.5, upper: 1e15, rate: 1e-7, flatFee: 0 },
      { lower: 1e15, upper: null, rate: 12345678901234.56, flatFee: 0.3 },
    ])
    const [priced] = await listLiveStrategies(t.dependencies.db, t.organization.id, planId)
    if (priced?.chargeType !== 'usage' || !('tiers' in priced.pricing)) {
      throw new Error('not tiered')
    }
    expect(priced.pricing.tiers.map(({ rate }) => rate.toFixed())).toEqual([
      '0.000000000001',
      '0.0000001',
      '12345678901234.56',
    ])
  })
})

describe('rates', () => {
  test.each([
    [0.1, 0.1, '0.1'],
    [1e-7, 1e-7, '0.0000001'],
    ['0.000000000001', 1e-12, '0.000000000001'],
    [12345678901234.56, 12345678901234.56, '12345678901234.56'],
    ['0.30', 0.3, '0.3'],
    [0.30000000000000004, 0.30000000000000004, '0.30000000000000004'],
    ['90000000000000', 9e13, '90000000000000'],
    [-0, 0, '0'],
    ['-0.0', 0, '0'],
  ])('keeps %s exactly', async (rate, shown, exact) => {
    const { id: planId } = await givenPlan(api)
    const strategy = await givenStrategy(api, planId, { chargeType: 'recurring', rate })
    expect(strategy.rate).toBe(shown)
    const { rows } = await t.database.pool.query(
      'select trim_scale(rate)::text as rate from pricing_strategies where id = $1',
      [strategy.id],
    )
    expect(rows).toEqual([{ rate: exact }])
    const [live] = await listLiveStrategies(t.dependencies.db, t.organization.id, planId)
    expect(live?.chargeType === 'recurring' && live.rate.eq(decimal(exact))).toBe(true)
  })
})
