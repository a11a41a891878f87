import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from '../money.ts'
import type { BillingCycleName } from '../time/schedule.ts'
import { priceUsage } from './pricing.ts'
import type { PricedStrategy } from './strategy.ts'

type Committed = {
  billingCycle: BillingCycleName
  customCycleDays: number | null
  seatsCount: number
  strategies: readonly PricedStrategy[]
}

const MONTHS_OF_YEAR = decimal('12')
const DAYS_OF_YEAR = decimal('365')

/**
 * Returns the monthly fees of a running subscription that do not depend on usage: recurring fees,
 * seats and pools.
 */
export function committedPerMonth(subscription: Committed): Decimal {
  const fees = sum(subscription.strategies.map((strategy) => feeOf(strategy, subscription)))
  switch (subscription.billingCycle) {
    case 'monthly':
      return fees
    case 'yearly':
      return fees.div(MONTHS_OF_YEAR)
    case 'custom': {
      const days = decimalFromInteger(subscription.customCycleDays ?? 1)
      return fees.times(DAYS_OF_YEAR).div(MONTHS_OF_YEAR).div(days)
    }
  }
}

function feeOf(strategy: PricedStrategy, { seatsCount }: Committed): Decimal {
  switch (strategy.chargeType) {
    case 'usage':
      return priceUsage(strategy.pricing, ZERO).fixedFee
    case 'recurring':
      return strategy.rate
    case 'seat_based':
      return strategy.rate.times(decimalFromInteger(seatsCount))
    case 'onetime':
      return ZERO
  }
}
