import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { type KeptKind, REVENUE_KINDS } from '../../earnings/compute/kept-kinds.ts'
import { kinds } from '../../earnings/read/kept-rows.ts'
import type { Revenue } from '../../earnings/revenue.ts'
import type { Grouping } from '../../usage-figures/window.ts'

/** Figures in one currency; work of no subscription has the currency ''. Costs are in USD. */
export type RevenueSums = Revenue & {
  currency: string
  invoiced: Decimal
  cost: Decimal
  uncostedEvents: number
}

const earnedOf = (...names: readonly KeptKind[]) =>
  sql`coalesce(sum(earned) filter (where kind in ${kinds(...names)}), 0)`

/** SQL: the columns of `RevenueSums` but for the currency, of sums by kind. */
export const REVENUE_SUMS = sql`${earnedOf('usage')} as agent_earned,
  ${earnedOf('pool', 'recurring')} as recurring, ${earnedOf('seat_based')} as seat,
  ${earnedOf('onetime')} as onetime,
  coalesce(sum(invoiced) filter (where kind in ${kinds(...REVENUE_KINDS)}), 0) as invoiced,
  coalesce(sum(cost), 0) as cost,
  coalesce(sum(uncosted_event_count), 0)::double precision as uncosted_events`

/** SQL: sums of kept rows. Adding up by kind first is faster than a filter for each row. */
const BY_KIND = sql`sum(earned) as earned, sum(invoiced) as invoiced, sum(cost) as cost,
  sum(uncosted_event_count) as uncosted_event_count`

/** Adds kept rows up by currency. */
export async function sumByCurrency(tx: Tx, kept: RawBuilder<unknown>): Promise<RevenueSums[]> {
  const { rows } = await sql<RevenueSums>`
    select currency, ${REVENUE_SUMS}
    from (select currency, kind, ${BY_KIND} from ${kept} kept group by currency, kind) sums
    group by currency order by currency`.execute(tx)
  return rows
}

/** `oneDayFees` are the fees that fall on a single day: those of pools, and one-time fees. */
export type BucketSums = RevenueSums & { date: string; oneDayFees: Decimal }

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month' } as const

/** Adds kept rows up by bucket and currency, and all buckets by currency. Dates are those of `bucketsOf`. */
export async function sumByBucket(
  tx: Tx,
  kept: RawBuilder<unknown>,
  groupBy: Grouping,
): Promise<{ buckets: BucketSums[]; totals: RevenueSums[] }> {
  const { rows } = await sql<Omit<BucketSums, 'date'> & { date: string | null }>`
    select currency, date, ${REVENUE_SUMS}, ${earnedOf('pool', 'onetime')} as one_day_fees
    from (
      select currency, kind, date_trunc(${sql.lit(UNITS[groupBy])}, day::timestamp)::date as date,
        earned, invoiced, cost, uncosted_event_count
      from (select currency, kind, day, ${BY_KIND} from ${kept} kept group by currency, kind, day) days
    ) sums
    group by grouping sets ((currency), (currency, date)) order by currency`.execute(tx)
  return {
    buckets: rows.flatMap(({ date, ...sums }) => (date === null ? [] : [{ date, ...sums }])),
    totals: rows.filter(({ date }) => date === null),
  }
}

/** What a strategy earned in one currency. */
export type StrategySums = {
  strategyId: string
  strategyName: string
  planId: string
  planName: string
  currency: string
  chargeType: 'usage' | 'recurring' | 'seat_based' | 'onetime'
  quantity: Decimal
  revenue: Decimal
  /** Of its usage alone. */
  agentEarned: Decimal
}

/** Adds kept rows up by strategy and currency, in the order of plans and names. */
export async function sumByStrategy(
  tx: Tx,
  organizationId: string,
  kept: RawBuilder<unknown>,
): Promise<StrategySums[]> {
  const { rows } = await sql<StrategySums>`
    select strategies.id as strategy_id, strategies.name as strategy_name, plans.id as plan_id,
      plans.name as plan_name, sums.currency, strategies.charge_type, sums.quantity, sums.revenue,
      sums.agent_earned
    from (
      select source_id, currency, sum(quantity) as quantity, sum(earned) as revenue,
        ${earnedOf('usage')} as agent_earned
      from (
        select source_id, currency, kind, sum(quantity) as quantity, sum(earned) as earned
        from ${kept} kept where kind in ${kinds(...REVENUE_KINDS)}
        group by source_id, currency, kind
      ) by_kind
      group by source_id, currency
      having sum(quantity) <> 0 or sum(earned) <> 0 or ${earnedOf('usage')} <> 0
    ) sums
    join pricing_strategies strategies on strategies.id = sums.source_id
      and strategies.organization_id = ${organizationId}
    join pricing_plans plans on plans.id = strategies.plan_id
    order by plans.name collate "C", strategies.name collate "C", strategies.id, sums.currency`.execute(
    tx,
  )
  return rows
}
