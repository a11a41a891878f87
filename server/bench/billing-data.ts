import type { Pool } from 'pg'
import { newId } from '../src/platform/id.ts'
import { ALL_STALE } from '../test/support/change-facts.ts'

/** The billed month. */
export const MONTH = { start: '2026-03-01', end: '2026-04-01' }

type Deal = { customerId: string; subscriptionId: string }

/** Creates a customer with events of four signals in the month, and their rollups. */
export async function createLargeCustomer(
  pool: Pool,
  organizationId: string,
  events: number,
): Promise<Deal> {
  const plan = await createPlan(pool, organizationId, 4)
  const [deal] = await createDeals(pool, organizationId, { plan, count: 1 })
  if (!deal) throw new Error('no deal was made')
  await pool.query(
    `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
       quantity, usage_cost, created_at, prices, payload)
     select $1, at, gen_random_uuid(), $2, $3, ($4::uuid[])[1 + n % 4], 1 + n % 5, 0.0025, at, '',
       '{"services":[]}'
     from generate_series(0, $5::int - 1) n,
       lateral (select $6::timestamptz + n * (interval '31 days' / $5::int) as at) as times`,
    [deal.customerId, organizationId, plan.agentId, plan.signalIds, events, MONTH.start],
  )
  await pool.query(
    `insert into usage_rollups (customer_id, bucket, agent_id, signal_id, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
       organization_id, count(*), sum(quantity), sum(usage_cost), 0, 0, 0
     from usage_events where customer_id = $1 group by 1, 2, 3, 4, 5`,
    [deal.customerId],
  )
  await pool.query(
    `insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, is_backfill,
       organization_id, sum(event_count), sum(quantity), sum(cost), 0, 0, 0
     from usage_rollups where customer_id = $1 group by 1, 2, 3, 4, 5, 6`,
    [deal.customerId],
  )
  await pool.query('vacuum analyze usage_events, usage_rollups, usage_days')
  return deal
}

/**
 * Creates customers with one subscription each to the same plan, with usage in ten quarters of an
 * hour. Returns their ids.
 */
export async function createSubscriptions(
  pool: Pool,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const plan = await createPlan(pool, organizationId, 2)
  const deals = await createDeals(pool, organizationId, { plan, count })
  const customerIds = deals.map(({ customerId }) => customerId)
  await pool.query(
    `insert into usage_rollups (customer_id, bucket, agent_id, signal_id, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, $2::timestamptz + n * interval '1 day', $3, ($4::uuid[])[1 + n % 2], $5,
       3, 7, 0.01, 0, 0, 0
     from unnest($1::uuid[]) customer_id, generate_series(0, 9) n`,
    [customerIds, MONTH.start, plan.agentId, plan.signalIds, organizationId],
  )
  await pool.query(
    `insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, is_backfill,
       organization_id, event_count, quantity, cost, 0, 0, 0
     from usage_rollups where agent_id = $1`,
    [plan.agentId],
  )
  await pool.query('vacuum analyze customers, subscriptions, usage_rollups, usage_days')
  return customerIds
}

export type Plan = { planId: string; agentId: string; signalIds: string[] }

/** Creates a plan with a base fee, and a price for each signal of its agent. */
export async function createPlan(
  pool: Pool,
  organizationId: string,
  signals: number,
): Promise<Plan> {
  const [planId, agentId] = [newId(), newId()]
  const signalIds = Array.from({ length: signals }, newId)
  const at = MONTH.start
  await pool.query(
    `insert into agents (id, organization_id, agent_code, name, created_at, updated_at)
     values ($1, $2, $3, 'Agent', $4, $4)`,
    [agentId, organizationId, `agent-${agentId}`, at],
  )
  await pool.query(
    `insert into signals (id, organization_id, agent_id, name, short_name, created_at, updated_at)
     select id, $2, $3, 'signal ' || n, 'signal ' || n, $4::timestamptz, $4::timestamptz
     from unnest($1::uuid[]) with ordinality as signal (id, n)`,
    [signalIds, organizationId, agentId, at],
  )
  await pool.query(
    `insert into pricing_plans (id, organization_id, name, features_list, currency, is_active,
       created_at, updated_at) values ($1, $2, 'Plan', '{}', 'USD', true, $3, $3)`,
    [planId, organizationId, at],
  )
  await pool.query(
    `insert into pricing_strategies (id, organization_id, plan_id, name, charge_type,
       pricing_model, signal_id, rate, is_active, created_at, updated_at)
     select gen_random_uuid(), $1::uuid, $2::uuid, 'Work', 'usage', 'flat', id, 0.05::numeric, true, $4::timestamptz, $4::timestamptz
     from unnest($3::uuid[]) id
     union all
     select gen_random_uuid(), $1::uuid, $2::uuid, 'Base fee', 'recurring', null, null::uuid, 49::numeric, true, $4::timestamptz, $4::timestamptz`,
    [organizationId, planId, signalIds, at],
  )
  return { planId, agentId, signalIds }
}

export async function createDeals(
  pool: Pool,
  organizationId: string,
  { plan, count }: { plan: Plan; count: number },
): Promise<Deal[]> {
  const deals = Array.from({ length: count }, () => ({
    customerId: newId(),
    subscriptionId: newId(),
  }))
  const customerIds = deals.map(({ customerId }) => customerId)
  await pool.query(
    `insert into customers (id, organization_id, external_id, name, email, created_at, updated_at)
     select id, $2, id::text, 'Customer ' || n, 'billing@example.com', $3::timestamptz,
       $3::timestamptz
     from unnest($1::uuid[]) with ordinality as customer (id, n)`,
    [customerIds, organizationId, MONTH.start],
  )
  await pool.query(
    `insert into subscriptions (customer_id, id, organization_id, name, plan_id, agent_id, status,
       start_date, is_forever, starts_at, billing_cycle, billing_model, net_terms,
       auto_collect_payment, seats_count, subscription_details, metadata, created_at, updated_at,
       invoiced_from, next_period_end)
     select customer_id, id, $3, 'Deal', $4, $5, 'active', $6::date, true, $6::timestamptz, 'monthly',
       'hybrid', 30, false, 0, '{}', '{}', $6::timestamptz,
       $6::timestamptz, $6::timestamptz, $7::timestamptz
     from unnest($1::uuid[], $2::uuid[]) as deal (customer_id, id)`,
    [
      customerIds,
      deals.map(({ subscriptionId }) => subscriptionId),
      organizationId,
      plan.planId,
      plan.agentId,
      MONTH.start,
      MONTH.end,
    ],
  )
  await pool.query(ALL_STALE)
  return deals
}
