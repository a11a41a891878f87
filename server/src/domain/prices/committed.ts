import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from '../money.ts'
import type { BillingCycleName } from '../time/schedule.ts'
import { priceInForce } from './price-in-force.ts'
import { priceUsage } from './pricing.ts'
import type { PricedStrategy, StrategyPrice } from './strategy.ts'

type Committed = {
  billingCycle: BillingCycleName
  customCycleDays: number | null
  seatsCount: number
  strategies: readonly PricedStrategy[]
  startDate: string
}

const MONTHS_OF_YEAR = decimal('12')
const DAYS_OF_YEAR = decimal('365')

/**
 * Returns the monthly fees of a running subscription that do not depend on usage: recurring fees,
 * seats and pools, at the prices of a period that would begin today.
 */
export function committedPerMonth(subscription: Committed, today: string): Decimal {
  const { startDate: subscriptionStart, strategies } = subscription
  const at = { periodStart: today, subscriptionStart }
  const fees = sum(strategies.map((strategy) => feeOf(priceInForce(strategy, at), subscription)))
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

function feeOf(price: StrategyPrice, { seatsCount }: Committed): Decimal {
  switch (price.chargeType) {
    case 'usage':
      return priceUsage(price.pricing, ZERO).fixedFee
    case 'recurring':
      return price.rate
    case 'seat_based':
      return price.rate.times(decimalFromInteger(seatsCount))
    case 'onetime':
      return ZERO
  }
}
