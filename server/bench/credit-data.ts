import type { Pool } from 'pg'
import { newId } from '../src/platform/id.ts'
import { createDeals, createPlan, MONTH, type Plan } from './billing-data.ts'

const SIGNALS = 10

/**
 * Creates a customer with paid credit and subscriptions to plans with ten priced signals each, with
 * usage of all signals in every quarter of an hour of the month. Returns its id.
 */
export async function createCreditCustomer(
  pool: Pool,
  organizationId: string,
  subscriptions: number,
): Promise<string> {
  const plan = await createPlan(pool, organizationId, SIGNALS)
  const [deal] = await createDeals(pool, organizationId, { plan, count: 1 })
  if (!deal) throw new Error('no deal was made')
  const { customerId } = deal
  const plans = [plan]
  while (plans.length < subscriptions) {
    const other = await createPlan(pool, organizationId, SIGNALS)
    plans.push(other)
    await pool.query(
      `insert into subscriptions select (jsonb_populate_record(subscriptions,
         jsonb_build_object('id', $2::uuid, 'plan_id', $3::uuid, 'agent_id', $4::uuid))).*
       from subscriptions where customer_id = $1 and plan_id = $5`,
      [customerId, newId(), other.planId, other.agentId, plan.planId],
    )
  }
  for (const one of plans) await addUsage(pool, { organizationId, customerId, plan: one })
  await giveCredit(pool, { organizationId, customerIds: [customerId], amount: 1_000_000 })
  await pool.query('vacuum analyze subscriptions, usage_rollups, usage_days, customer_credits')
  return customerId
}

async function addUsage(
  pool: Pool,
  { organizationId, customerId, plan }: { organizationId: string; customerId: string; plan: Plan },
) {
  await pool.query(
    `insert into usage_rollups (customer_id, bucket, agent_id, signal_id, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select $1::uuid, bucket, $2::uuid, signal_id, $3::uuid, 3, 7, 0.01, 0, 0, 0
     from unnest($4::uuid[]) signal_id,
       generate_series($5::timestamptz, $6::timestamptz - interval '15 minutes', '15 minutes') bucket`,
    [customerId, plan.agentId, organizationId, plan.signalIds, MONTH.start, MONTH.end],
  )
  await pool.query(
    `insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, is_backfill,
       organization_id, sum(event_count), sum(quantity), sum(cost), 0, 0, 0
     from usage_rollups where customer_id = $1 and agent_id = $2 group by 1, 2, 3, 4, 5, 6`,
    [customerId, plan.agentId],
  )
}

/** Gives each customer paid credit that covers the month. */
export async function giveCredit(
  pool: Pool,
  {
    organizationId,
    customerIds,
    amount,
  }: { organizationId: string; customerIds: readonly string[]; amount: number },
): Promise<void> {
  await pool.query(
    `with grants as (
       insert into credit_grants (customer_id, id, organization_id, currency, kind, amount, priority,
         effective_at, source, source_id, name, created_at)
       select customer_id, gen_random_uuid(), $2, 'USD', 'paid', $3, 50, $4, 'manual',
         gen_random_uuid(), 'Bought', $4
       from unnest($1::uuid[]) customer_id returning *
     )
     insert into customer_credits (customer_id, id, organization_id, grant_id, currency, amount,
       kind, booked_at, created_at)
     select customer_id, id, organization_id, id, currency, amount, 'grant', created_at, created_at
     from grants`,
    [customerIds, organizationId, amount, MONTH.start],
  )
}
