import { forAll } from '../../../platform/batching/for-all.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Actor } from '../../auth/principal.ts'
import { recordPlanChange } from '../../changelog/service.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { markPlan } from '../../earning-marks/sweep.ts'
import { publishPlan } from '../publish-plan.ts'
import { touchStrategies } from '../strategies/price-queries.ts'
import type { Strategy } from '../strategies/strategy.ts'

type Changed = {
  organizationId: string
  actor: Actor
  prices: readonly {
    strategy: Pick<Strategy, 'id' | 'planId'>
    price: { id: string }
    from: unknown
    to: unknown
  }[]
}

/**
 * Stores what follows from changes of dated prices of locked plans: the next versions of the strategies, the mark of kept
 * earnings, the entry in the history, and the event of each plan.
 */
export async function storeChanges(
  tx: Tx,
  { organizationId, actor, prices }: Changed,
  moment: Moment,
): Promise<void> {
  const ids = prices.map(({ strategy }) => strategy.id)
  await touchStrategies(tx, organizationId, ids, moment.now)
  const byPlan = [...Map.groupBy(prices, ({ strategy }) => strategy.planId)]
  await forAll(byPlan, async ([planId, own]) => {
    const changes = own.map(({ strategy, price, from, to }) => {
      return { field: `strategy.${strategy.id}.prices.${price.id}`, from, to }
    })
    await markPlan(tx, { organizationId, id: planId }, moment.now)
    await recordPlanChange(tx, { organizationId, planId, actor, changes }, moment.businessNow)
    await publishPlan(tx, { organizationId, id: planId }, 'updated', moment)
  })
}
