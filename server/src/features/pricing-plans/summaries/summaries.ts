import { localDate } from '../../../domain/time/dates.ts'
import type { Db } from '../../../platform/database.ts'
import { toBody } from '../strategies/body.ts'
import { strategyOf } from '../strategies/strategy.ts'
import * as queries from './queries.ts'
import { PRICES_SHOWN, type PricingPlanSummaries } from './schemas.ts'

/** Returns prices and the number of live subscriptions of plans, for the list of plans. */
export async function summarizePlans(
  db: Db,
  { organizationId, planIds }: { organizationId: string; planIds: readonly string[] },
  businessNow: Date,
): Promise<PricingPlanSummaries> {
  const plans = { organizationId, planIds }
  const [live, strategies, counts] = await Promise.all([
    queries.listLivePlanIds(db, plans),
    queries.listFirstStrategies(db, { ...plans, perPlan: PRICES_SHOWN }),
    queries.countLiveSubscriptions(db, plans, businessNow),
  ])
  const byPlan = Map.groupBy(strategies, ({ planId }) => planId)
  const results = live.map((planId) => {
    const prices = byPlan.get(planId) ?? []
    return {
      planId,
      liveSubscriptions: counts.get(planId) ?? 0,
      priceCount: Number(prices[0]?.priceCount ?? 0),
      prices: prices.map((row) => toBody(strategyOf(row), localDate(businessNow, 'UTC'))),
    }
  })
  return { results }
}
