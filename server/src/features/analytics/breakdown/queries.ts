import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { NO_ID, REVENUE_KINDS } from '../../earnings/compute/kept-kinds.ts'
import { kinds } from '../../earnings/read/kept-rows.ts'
import {
  type Strategy,
  type StrategyRow,
  strategyOf,
} from '../../pricing-plans/strategies/strategy.ts'
import { UNPRICED_SUMS } from '../unpriced.ts'
import type { Place, PlaceSums } from './places.ts'

/** The figures of kept rows that places are sums of. */
export const FIGURES = [
  'quantity',
  'earned',
  'cost',
  'event_count',
  'uncosted_event_count',
] as const

const idOf = (column: string) =>
  sql`nullif(${sql.ref(column)}, ${sql.lit(NO_ID)}::uuid) as ${sql.ref(column)}`

const REVENUE = kinds(...REVENUE_KINDS)
const WORK = kinds('priced_work', 'unpriced_work')

const LINE = sql`case when signal_id <> ${sql.lit(NO_ID)}::uuid then 'signal'
  when kind in ${kinds('recurring')} then 'recurring'
  when kind in ${kinds('seat_based')} then 'seat_based' else 'onetime' end as line`

/** Adds kept rows up by plan, signal or fee, and currency, in a fixed order; of one plan if it is given. */
export async function sumByPlace(
  tx: Tx,
  kept: RawBuilder<unknown>,
  planId: string | undefined,
): Promise<(Place & PlaceSums)[]> {
  const { rows } = await sql<Place & PlaceSums>`
    select ${idOf('plan_id')}, ${idOf('agent_id')}, ${idOf('signal_id')}, ${LINE}, currency,
      coalesce(sum(earned) filter (where kind in ${REVENUE}), 0) as amount,
      coalesce(sum(quantity) filter (where kind in ${WORK}), 0) as quantity, sum(cost) as cost,
      sum(event_count)::double precision as event_count,
      sum(uncosted_event_count)::double precision as uncosted_events, ${UNPRICED_SUMS}
    from ${kept} kept
    where (kind in ${REVENUE} and earned <> 0 or cost <> 0 or event_count <> 0)
      ${planId === undefined ? sql`` : sql`and plan_id = ${planId}`}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(tx)
  return rows
}

/** Lists the active usage prices of plans. */
export async function listUsagePrices(
  tx: Tx,
  organizationId: string,
  planIds: readonly string[],
): Promise<Strategy[]> {
  if (planIds.length === 0) return []
  const { rows } = await sql<StrategyRow>`
    select id, plan_id, name, charge_type, pricing_model, signal_id, rate, package_size, tiers, is_active,
      created_at, updated_at
    from pricing_strategies
    where organization_id = ${organizationId} and plan_id = any(${planIds}::uuid[])
      and charge_type = 'usage' and is_active and deleted_at is null`.execute(tx)
  return rows.map(strategyOf)
}
