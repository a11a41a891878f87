import { expect, test } from 'vitest'
import { decimal } from '../money.ts'
import { packagesFrom, pricingFrom } from '../test-support.ts'
import type { UsagePricing } from './pricing.ts'
import { amountsOf, scalePrice } from './scale-price.ts'
import type { StrategyPrice } from './strategy.ts'

const usage = (pricing: UsagePricing): StrategyPrice => ({
  ...{ chargeType: 'usage', signalId: 'signal' },
  pricing,
})
const scaledBy = (price: StrategyPrice, percent: string, decimals?: number) =>
  amountsOf(scalePrice(price, { percent: decimal(percent), decimals })).map((one) => one.toFixed())

test('every rate and fee grows by the percentage, exactly unless decimals are given', () => {
  const fee: StrategyPrice = { chargeType: 'recurring', rate: decimal('49') }
  expect(scaledBy(fee, '3.5')).toEqual(['50.715'])
  expect(scaledBy(fee, '3.5', 2)).toEqual(['50.72'])
  expect(scaledBy(fee, '-10')).toEqual(['44.1'])
  expect(scaledBy(usage({ pricingModel: 'flat', rate: decimal('0.015') }), '10')).toEqual([
    '0.0165',
  ])
  expect(scaledBy(usage(packagesFrom('5', '1000')), '10')).toEqual(['5.5'])
})

test('tiers keep their bounds, pools their size, and zero stays zero', () => {
  const graduated = usage(
    pricingFrom('graduated', [
      ['100', '0', '20'],
      [null, '0.5'],
    ]),
  )
  expect(scaledBy(graduated, '10')).toEqual(['0', '22', '0.55', '0'])
  const pool = usage(
    pricingFrom('credit_pool', [
      ['500', '99'],
      [null, '0.2'],
    ]),
  )
  const price = scalePrice(pool, { percent: decimal('50'), decimals: undefined })
  expect(JSON.stringify(price)).toContain('"lower":"0","upper":"500","rate":"148.5"')
})
