import type { Pool } from 'pg'
import { addUp } from './analytics-data.ts'
import { createDeals, createPlan } from './billing-data.ts'

const SIGNALS = 2
const TIERS = JSON.stringify([
  { lower: '0', upper: '10', rate: '0.05' },
  { lower: '10', upper: '50', rate: '0.031' },
  { lower: '50', upper: null, rate: '0.0137' },
])

export type TieredShape = { subscriptions: number; events: number; firstDay: string }

/**
 * Creates subscriptions of one customer each to one tiered plan, all starting the same day, with
 * events on every day since. Their revenue depends on the usage up to each day, so it is not a sum
 * of days.
 */
export async function createTieredWork(
  pool: Pool,
  organizationId: string,
  { subscriptions, events, firstDay }: TieredShape,
): Promise<void> {
  const plan = await createPlan(pool, organizationId, SIGNALS)
  await pool.query(
    `update pricing_strategies set pricing_model = 'graduated', rate = null, tiers = $2
     where plan_id = $1 and charge_type = 'usage'`,
    [plan.planId, TIERS],
  )
  const deals = await createDeals(pool, organizationId, { plan, count: subscriptions })
  await pool.query(
    `update subscriptions set start_date = $2::date, starts_at = $2::date::timestamp at time zone 'UTC',
       invoiced_from = $2::date::timestamp at time zone 'UTC' where organization_id = $1`,
    [organizationId, firstDay],
  )
  await pool.query(
    `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
       quantity, usage_cost, created_at, prices, payload)
     select ($2::uuid[])[1 + n % $5::int], at, gen_random_uuid(), $1, $3,
       ($4::uuid[])[1 + n / $5::int % array_length($4::uuid[], 1)], 1 + n % 5, 0.0025, at, 'AZql4nw-fU6jxC8fbz-aEAi2e-6o5e-6',
       json_build_object('model', 'model-' || n % 10, 'modelProvider', 'bench',
         'inputTokens', 1000, 'outputTokens', 100, 'quantity', 1 + n % 5)
     from generate_series(0, $6::int - 1) n, lateral (
       select date_trunc('milliseconds', $7::date::timestamp at time zone 'UTC'
         + (now() - $7::date::timestamp at time zone 'UTC') * (n::float / $6::int)) as at
     ) happened`,
    [
      organizationId,
      deals.map(({ customerId }) => customerId),
      plan.agentId,
      plan.signalIds,
      subscriptions,
      events,
      firstDay,
    ],
  )
  await addUp(pool)
  await pool.query('vacuum analyze')
}
