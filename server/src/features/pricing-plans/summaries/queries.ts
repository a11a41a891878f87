import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { selectPlans } from '../queries.ts'
import { strategySelection } from '../strategies/queries.ts'
import type { StrategyRow } from '../strategies/strategy.ts'

type Plans = { organizationId: string; planIds: readonly string[] }

/** Returns the ids of the plans that exist and are not deleted. */
export async function listLivePlanIds(
  db: Db,
  { organizationId, planIds }: Plans,
): Promise<string[]> {
  const rows = await selectPlans(db)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${planIds}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

type CountedStrategy = StrategyRow & { position: string; priceCount: string }

/** Lists the first active strategies of each plan, each with its plan's total count. */
export async function listFirstStrategies(
  db: Db,
  { organizationId, planIds, perPlan }: Plans & { perPlan: number },
): Promise<CountedStrategy[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('pricingStrategies')
        .select(strategySelection)
        .select([
          sql<string>`row_number() over (partition by plan_id order by created_at, id)`.as(
            'position',
          ),
          sql<string>`count(*) over (partition by plan_id)`.as('priceCount'),
        ])
        .where('organizationId', '=', organizationId)
        .where(sql<SqlBool>`plan_id = any(${planIds}::uuid[])`)
        .where('isActive', '=', sql.lit(true))
        .where('deletedAt', 'is', null)
        .as('counted'),
    )
    .selectAll()
    .where(sql<SqlBool>`position <= ${perPlan}`)
    .orderBy('planId')
    .orderBy(sql`position`)
    .execute()
}

/** Counts subscriptions that have not ended, by plan; plans without any are omitted. */
export async function countLiveSubscriptions(
  db: Db,
  { organizationId, planIds }: Plans,
  businessNow: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['planId', sql<string>`count(*)`.as('count')])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`plan_id = any(${planIds}::uuid[])`)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', businessNow)]))
    .where('deletedAt', 'is', null)
    .groupBy('planId')
    .execute()
  return new Map(rows.map(({ planId, count }) => [planId, Number(count)]))
}
