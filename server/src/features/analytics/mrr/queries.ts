import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { SeatsFrom } from '../../../domain/prices/seats.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { BillingCycleName } from '../../../domain/time/schedule.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { covering } from '../../earnings/facts/covering.ts'
import { type EarningFilter, inFilter } from '../../earnings/facts/earning-filter.ts'
import { keptByPlace, kinds } from '../../earnings/read/kept-rows.ts'
import { joinSeatChanges } from '../../subscriptions/seats/seats.ts'

/** A count of running subscriptions with identical monthly fees. */
export type Running = {
  planId: string
  agentId: string
  currency: string
  billingCycle: BillingCycleName
  customCycleDays: number | null
  /** The number of seats before the first change. */
  seatsCount: number
  /** Where the plan has prices for new subscriptions, otherwise empty. */
  startDate: string
  /** Of a subscription with own prices, otherwise null. */
  id: string | null
  customerId: string | null
  seatChanges: readonly SeatsFrom[] | null
  /** The time zone in which seats change; empty where they do not. */
  timeZone: string
  count: string
}

/**
 * Counts the subscriptions running at an instant, grouped by what determines their monthly fees.
 */
export async function countRunning(db: Db, filter: EarningFilter, at: Date): Promise<Running[]> {
  const instant = { start: at.getTime(), end: at.getTime() + 1 }
  const { rows } = await sql<Running>`
    select subscriptions.plan_id, subscriptions.agent_id, pricing_plans.currency,
      subscriptions.billing_cycle, subscriptions.custom_cycle_days, subscriptions.seats_count,
      case when for_new.plan_id is null then '' else subscriptions.start_date::text end as start_date,
      own.subscription_id as id, own.customer_id, seats.changes as seat_changes,
      case when seats.changes is null then ''
        else coalesce(subscriptions.timezone, customers.timezone) end as time_zone,
      count(*) as count
    from subscriptions join pricing_plans on pricing_plans.id = subscriptions.plan_id
    join customers on customers.id = subscriptions.customer_id
    left join (
      select distinct pricing_strategies.plan_id from strategy_prices
      join pricing_strategies on pricing_strategies.id = strategy_prices.strategy_id
      where strategy_prices.organization_id = ${filter.organizationId}
        and strategy_prices.audience = 'new'
    ) for_new on for_new.plan_id = subscriptions.plan_id
    left join (
      select distinct customer_id, subscription_id from subscription_prices
      where organization_id = ${filter.organizationId}
    ) own on own.customer_id = subscriptions.customer_id and own.subscription_id = subscriptions.id
    ${joinSeatChanges(inFilter({ ...filter, agentId: undefined }, 'subscription_seats'))}
    where ${inFilter(filter, 'subscriptions')} and ${covering(instant)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.execute(db)
  return rows
}

/** Revenue of a window by currency, without one-time fees. */
export async function sumRecurring(
  tx: Tx,
  { organizationId, customerId }: { organizationId: string; customerId: string | undefined },
  times: { window: Range<number>; horizon: number },
): Promise<{ currency: string; amount: Decimal }[]> {
  const filter = { organizationId, customerId, agentId: undefined }
  const kept = await keptByPlace(tx, filter, { ...times, figures: ['earned'] })
  const { rows } = await sql<{ currency: string; amount: Decimal }>`
    select currency, sum(earned) as amount from ${kept} kept
    where kind in ${kinds('usage', 'pool', 'recurring', 'seat_based')} and currency <> ''
    group by currency order by currency`.execute(tx)
  return rows
}
