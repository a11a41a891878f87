import type { Pool } from 'pg'
import { ALL_STALE } from '../test/support/change-facts.ts'
import { createDeals, createPlan } from './billing-data.ts'
import { withoutIndexes } from './filling.ts'

/** Distribution of an organization's usage. */
export type Shape = {
  events: number
  customers: number
  /** Customers use the agent of their plan, and some plans have tiers or bill in euros. */
  isOfPlans?: boolean
  /** All customers have one plan with graduated prices. */
  isTiered?: boolean
}

const AGENTS = 20
const SIGNALS_OF_AGENT = 5 / 2
const MODELS = 40
export const DAYS = 395
/** One customer has three in ten events. */
const LARGEST_SHARE = 0.3

/**
 * Creates customers with one subscription each, and events of thirteen months with all their sums.
 */
export async function createWork(
  pool: Pool,
  organizationId: string,
  { events, customers, isOfPlans = false }: Shape,
): Promise<void> {
  const all: string[] = []
  for (let agent = 0; agent < AGENTS; agent += 1) {
    const signals = agent % 2 === 0 ? Math.floor(SIGNALS_OF_AGENT) : Math.ceil(SIGNALS_OF_AGENT)
    const plan = await createPlan(pool, organizationId, signals)
    const deals = await createDeals(pool, organizationId, { plan, count: customers / AGENTS })
    all.push(...deals.map(({ customerId }) => customerId))
  }
  await spreadStarts(pool)
  if (isOfPlans) await spreadPrices(pool)
  const { rows: signals } = await pool.query(
    `select signals.id, agent_id from signals join agents on agents.id = agent_id
     where signals.organization_id = $1 order by agent_id, signals.id`,
    [organizationId],
  )
  const places = isOfPlans ? placesOf(signals) : [{ first: 1, count: signals.length }]
  await withoutIndexes(pool, FILLED, async () => {
    // Inserted in order of time, as if recorded when they happened.
    await pool.query(
      `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
       quantity, usage_cost, created_at, prices, payload)
     select ($2::uuid[])[customer], at,
       overlay(gen_random_uuid()::text placing ${FIRST_OF_ID} from 1 for 15)::uuid, $1,
       ($4::uuid[])[place], ($3::uuid[])[place], 1 + n % 5, 0.0025, now(),
       'AZql4nw-fU6jxC8fbz-aEAi2e-6o5e-6', json_build_object('model', 'model-' || n % $9,
         'modelProvider', 'bench', 'inputTokens', 1000, 'outputTokens', 100, 'quantity', 1 + n % 5)
     from (
       select n, customer, ($10::int[])[part] + floor(random() * ($11::int[])[part])::int as place
       from (
         select n, customer, 1 + (customer - 1) * array_length($10::int[], 1) / $7::int as part
         from (
           select n, case when random() < $6 then 1 else 1 + floor(random() * $7::int)::int end as customer
           from generate_series($5::int, 1, -1) n
         ) drawn
       ) placed
     ) made, lateral (
       select date_trunc('milliseconds', now() - (n::float / $5) * $8 * interval '1 day') as at
     ) happened`,
      [
        organizationId,
        all,
        signals.map(({ id }) => id),
        signals.map(({ agent_id }) => agent_id),
        events,
        LARGEST_SHARE,
        customers,
        DAYS,
        MODELS,
        places.map(({ first }) => first),
        places.map(({ count }) => count),
      ],
    )
    await addUp(pool)
  })
  await pool.query('vacuum analyze')
}

/** Prefix of an event id that encodes the event's time, as in a UUIDv7. */
const FIRST_OF_ID = `regexp_replace(
  lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), '^(.{8})(.{4})$', '\\1-\\2-7')`

/** Returns the customer with the most events. */
export async function largestCustomer(pool: Pool): Promise<string> {
  const { rows } = await pool.query(
    'select customer_id from customer_days group by 1 order by sum(event_count) desc limit 1',
  )
  return rows[0].customer_id
}

/** Distributes customers over three time zones and start days, all before the first event. */
async function spreadStarts(pool: Pool): Promise<void> {
  await pool.query(
    `update customers set timezone =
       (array['UTC', 'America/New_York', 'Asia/Kolkata'])[1 + get_byte(uuid_send(id), 15) % 3]`,
  )
  await pool.query(
    `update subscriptions set start_date = begun.day, anchor_date = null,
       starts_at = begun.day::timestamp at time zone begun.timezone
     from (
       select id, timezone, date '2025-09-01' + get_byte(uuid_send(id), 14) % 28 as day
       from customers
     ) begun where begun.id = subscriptions.customer_id`,
  )
}

/** Bills a fifth of the plans in euros, and gives a fourth of them tiers for one signal. */
async function spreadPrices(pool: Pool): Promise<void> {
  await pool.query(
    `update pricing_plans set currency = 'EUR' from (
       select id, row_number() over (order by id) as n from pricing_plans
     ) numbered where numbered.id = pricing_plans.id and n % 5 = 0`,
  )
  await pool.query(
    `update pricing_strategies set pricing_model = 'graduated', rate = null,
       tiers = '[{"lower":"0","upper":"10","rate":"0.05"},{"lower":"10","upper":null,"rate":"0.031"}]'
     from (
       select min(pricing_strategies.id::text)::uuid as id, row_number() over (order by plan_id) as n
       from pricing_strategies where charge_type = 'usage' group by plan_id
     ) numbered where numbered.id = pricing_strategies.id and n % 4 = 0`,
  )
}

/** Returns where each agent's signals begin in the list, and how many there are. */
function placesOf(signals: readonly { agent_id: string }[]): { first: number; count: number }[] {
  const numbered = signals.map(({ agent_id }, at) => ({ agent_id, first: at + 1 }))
  return [...Map.groupBy(numbered, ({ agent_id }) => agent_id).values()].map((own) => {
    return { first: own[0]?.first ?? 1, count: own.length }
  })
}

const FILLED = ['usage_events', 'usage_rollups', 'usage_days', 'model_rollups', 'customer_days']

/** Two slots, each with half of the customers. */
const SLOT = `1 + get_byte(uuid_send(customer_id), 15) % 2`

/** Fills every table that sums the events. */
export async function addUp(pool: Pool): Promise<void> {
  await pool.query(
    `insert into usage_rollups (customer_id, bucket, agent_id, signal_id, is_backfill,
       organization_id, event_count, quantity, rejected_event_count, rejected_quantity, cost,
       uncosted_event_count)
     select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
       false, organization_id, count(*), sum(quantity), 0, 0, sum(usage_cost), 0
     from usage_events group by 1, 2, 3, 4, 5, 6 order by 2, 1, 3, 4`,
  )
  await pool.query(
    `insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
       event_count, quantity, rejected_event_count, rejected_quantity, cost, uncosted_event_count)
     select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, false,
       organization_id, sum(event_count), sum(quantity), 0, 0, sum(cost), 0
     from usage_rollups group by 1, 2, 3, 4, 5, 6 order by 2, 1, 3, 4`,
  )
  await pool.query(
    `insert into model_rollups (customer_id, bucket, agent_id, signal_id, provider, model,
       is_backfill, organization_id, service_count, input_tokens, output_tokens,
       cache_read_tokens, cache_write_tokens, quantity, cost)
     select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
       'bench', payload::json ->> 'model', false, organization_id, count(*), count(*) * 1000,
       count(*) * 100, 0, 0, sum(quantity), sum(usage_cost)
     from usage_events group by 1, 2, 3, 4, 5, 6, 7, 8 order by 2, 1, 3, 4`,
  )
  await pool.query(
    `insert into customer_days (customer_id, day, is_backfill, organization_id, event_count,
       quantity, cost, uncosted_event_count)
     select customer_id, day, false, organization_id, sum(event_count), sum(quantity), sum(cost), 0
     from usage_days group by 1, 2, 3, 4 order by 2, 1`,
  )
  await pool.query(
    `insert into organization_days (organization_id, day, agent_id, signal_id, writer_slot, event_count,
       quantity, cost, uncosted_event_count)
     select organization_id, day, agent_id, signal_id, ${SLOT}, sum(event_count), sum(quantity),
       sum(cost), 0
     from usage_days group by 1, 2, 3, 4, 5`,
  )
  await pool.query(
    `insert into organization_models (organization_id, day, provider, model, slot, service_count,
       input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, quantity, cost)
     select organization_id, (bucket at time zone 'UTC')::date, provider, model, ${SLOT},
       sum(service_count), sum(input_tokens), sum(output_tokens), 0, 0, sum(quantity), sum(cost)
     from model_rollups group by 1, 2, 3, 4, 5`,
  )
  await pool.query(ALL_STALE)
}
