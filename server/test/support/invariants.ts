import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { TestDatabase } from './database.ts'
import { readDetails } from './event-details.ts'

type Pool = TestDatabase['pool']

/** Result of a query when the stored rows equal those computed from the events. */
const NO_DIFFERENCE: unknown[] = []

const BUCKET = `date_bin('15 minutes', e.usage_date, timestamptz '2000-01-01 00:00Z')`
const SAME_PLACE = `organization_id, customer_id, agent_id, signal_id, bucket`

/** Selects the rows that only one side has, so that a failure shows both sides. */
const difference = (stored: string, implied: string) => `
  with stored as (${stored}), implied as (${implied})
  select 'stored' as side, s.* from (table stored except all table implied) s
  union all
  select 'implied by the events', i.* from (table implied except all table stored) i
  limit 20`

const USAGE_ROLLUPS = difference(
  `select ${SAME_PLACE}, sum(event_count) as events, sum(quantity), sum(cost),
          sum(uncosted_event_count) as uncosted
     from usage_rollups group by ${SAME_PLACE}`,
  `select e.organization_id, e.customer_id, e.agent_id, e.signal_id, ${BUCKET} as bucket,
          count(*)::numeric, sum(e.quantity), sum(coalesce(e.usage_cost, 0)),
          count(*) filter (where e.usage_cost is null)::numeric
     from usage_events e
    group by 1, 2, 3, 4, 5`,
)

const USAGE_DAYS = difference(
  `select organization_id, customer_id, agent_id, signal_id, day, is_backfill, sum(event_count),
          sum(quantity), sum(rejected_event_count), sum(rejected_quantity), sum(cost),
          sum(uncosted_event_count)
     from usage_days group by 1, 2, 3, 4, 5, 6`,
  `select organization_id, customer_id, agent_id, signal_id,
          (bucket at time zone 'UTC')::date, is_backfill, sum(event_count), sum(quantity),
          sum(rejected_event_count), sum(rejected_quantity), sum(cost), sum(uncosted_event_count)
     from usage_rollups group by 1, 2, 3, 4, 5, 6`,
)

const SUMS = 'sum(event_count), sum(quantity), sum(cost), sum(uncosted_event_count)'

const CUSTOMER_DAYS = difference(
  `select organization_id, customer_id, day, is_backfill, ${SUMS} from customer_days group by 1, 2, 3, 4`,
  `select organization_id, customer_id, day, is_backfill, ${SUMS} from usage_days group by 1, 2, 3, 4`,
)

/** Costs that arrive later may be in the row of their usage or in a separate row. */
const SOME = `having sum(event_count) <> 0 or sum(cost) <> 0 or sum(uncosted_event_count) <> 0`
const ORGANIZATION_DAYS = difference(
  `select organization_id, day, agent_id, signal_id, ${SUMS} from organization_days
    group by 1, 2, 3, 4 ${SOME}`,
  `select organization_id, day, agent_id, signal_id, ${SUMS} from usage_days
    group by 1, 2, 3, 4 ${SOME}`,
)

const MODEL_SUMS = `sum(service_count), sum(input_tokens), sum(output_tokens),
  sum(cache_read_tokens), sum(cache_write_tokens), sum(quantity), sum(cost)`
const ORGANIZATION_MODELS = difference(
  `select organization_id, day, provider, model, ${MODEL_SUMS} from organization_models
    group by 1, 2, 3, 4`,
  `select organization_id, (bucket at time zone 'UTC')::date, provider, model, ${MODEL_SUMS}
    from model_rollups group by 1, 2, 3, 4`,
)

const REJECTED = difference(
  `select ${SAME_PLACE}, sum(rejected_event_count)::numeric, sum(rejected_quantity)
     from usage_rollups group by ${SAME_PLACE}`,
  `select e.organization_id, e.customer_id, e.agent_id, e.signal_id, ${BUCKET} as bucket,
          count(*) filter (where e.rejected_quantity > 0)::numeric, sum(e.rejected_quantity)
     from usage_events e group by 1, 2, 3, 4, 5`,
)

const PROVISIONAL = difference(
  `select customer_id, event_id, quantity, settles_at from provisional_outcomes`,
  `select customer_id, id, provisional_quantity, settles_at from usage_events
    where provisional_quantity is not null or settles_at is not null`,
)

const MODEL_ROLLUPS = difference(
  `select ${SAME_PLACE}, provider, model, sum(service_count) as services, sum(input_tokens),
          sum(output_tokens), sum(cache_read_tokens), sum(cache_write_tokens), sum(quantity)
     from model_rollups group by ${SAME_PLACE}, provider, model having sum(service_count) <> 0`,
  `select e.organization_id, e.customer_id, e.agent_id, e.signal_id, ${BUCKET} as bucket,
          s ->> 'modelProvider', s ->> 'model', count(*)::numeric,
          sum((s ->> 'inputTokens')::numeric), sum((s ->> 'outputTokens')::numeric),
          sum((s ->> 'cacheReadTokens')::numeric), sum((s ->> 'cacheWriteTokens')::numeric),
          sum((s ->> 'quantity')::numeric)
     from usage_events e join event_details using (customer_id, id)
     cross join json_array_elements(services) s
    group by 1, 2, 3, 4, 5, 6, 7`,
)

const MODEL_COSTS = difference(
  `select ${SAME_PLACE}, sum(cost) as cost from model_rollups group by ${SAME_PLACE}`,
  `select e.organization_id, e.customer_id, e.agent_id, e.signal_id, ${BUCKET} as bucket,
          sum(coalesce(e.usage_cost, 0))
     from usage_events e
    group by 1, 2, 3, 4, 5`,
)

const OTHER_COST_SUMS = `sum(service_count), sum(computed_cost), sum(uncomputed_count),
  sum(reported_cost), sum(uncomputed_reported_cost)`
const OTHER_COSTS = difference(
  `select kind, organization_id, customer_id, agent_id, signal_id, day, provider, model,
          ${OTHER_COST_SUMS}
     from other_cost_days group by 1, 2, 3, 4, 5, 6, 7, 8
   having sum(service_count) <> 0 or sum(computed_cost) <> 0 or sum(uncomputed_count) <> 0
       or sum(reported_cost) <> 0 or sum(uncomputed_reported_cost) <> 0`,
  `select kind, e.organization_id, e.customer_id, e.agent_id, e.signal_id,
          (e.usage_date at time zone 'UTC')::date, s ->> 'modelProvider', s ->> 'model',
          count(*)::numeric, coalesce(sum((s ->> 'computedCost')::numeric), 0),
          count(*) filter (where s ->> 'computedCost' is null)::numeric,
          coalesce(sum((s ->> 'reportedCostUsd')::numeric), 0),
          coalesce(sum((s ->> 'reportedCostUsd')::numeric)
            filter (where s ->> 'computedCost' is null), 0)
     from usage_events e join event_details using (customer_id, id)
     cross join json_array_elements(services) s
     join (values ('customer_paid'), ('reported')) kinds (kind)
       on case kind when 'reported' then s ->> 'reportedCostUsd' is not null
          else s ->> 'paidBy' = 'customer' end
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
)

// A key is <model>/<dimension>, and a model's name may contain slashes. Keys have no provider, so a
// model is compared across all its providers.
const COST_BY_MODEL = difference(
  `select ${SAME_PLACE}, model, sum(cost) as cost
     from model_rollups
    group by ${SAME_PLACE}, model
   having sum(cost) <> 0`,
  `select e.organization_id, e.customer_id, e.agent_id, e.signal_id, ${BUCKET} as bucket,
          regexp_replace(d.key, '/[^/]*$', ''), sum((d.value ->> 'cost')::numeric)
     from usage_events e join event_details using (customer_id, id)
     cross join json_each(usage_cost_data) d
    group by 1, 2, 3, 4, 5, 6
   having sum((d.value ->> 'cost')::numeric) <> 0`,
)

const EVENT_COSTS = `
  select e.id, e.event_processed, e.usage_cost, usage_cost_data
    from usage_events e join event_details using (customer_id, id)
   where coalesce(e.usage_cost, 0) <> (
           select coalesce(sum((d.value ->> 'cost')::numeric), 0) from json_each(usage_cost_data) d
         )
   limit 20`

const UNCOSTED_SERVICES = difference(
  `select distinct customer_id, event_id from uncosted_services`,
  `select customer_id, id from usage_events where usage_cost is null`,
)

/**
 * False for costs that a double cannot hold exactly: they are summed exactly but written as JSON
 * numbers.
 */
export type InvariantOptions = { costDataIsExact?: boolean }

/** Asserts that every figure in the rollups equals the sum of its events. */
export async function expectRollupsToMatchEvents(
  pool: Pool,
  { costDataIsExact = true }: InvariantOptions = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    await readDetails(client)
    await expectNoDifference(client, costDataIsExact)
  } finally {
    await client.query('drop table if exists event_details')
    client.release()
  }
}

async function expectNoDifference(client: PoolClient, costDataIsExact: boolean): Promise<void> {
  const rows = async (text: string) => (await client.query(text)).rows
  expect(await rows(USAGE_ROLLUPS), 'usage_rollups').toEqual(NO_DIFFERENCE)
  expect(await rows(USAGE_DAYS), 'usage_days').toEqual(NO_DIFFERENCE)
  expect(await rows(CUSTOMER_DAYS), 'customer_days').toEqual(NO_DIFFERENCE)
  expect(await rows(ORGANIZATION_DAYS), 'organization_days').toEqual(NO_DIFFERENCE)
  expect(await rows(ORGANIZATION_MODELS), 'organization_models').toEqual(NO_DIFFERENCE)
  expect(await rows(REJECTED), 'what was rejected').toEqual(NO_DIFFERENCE)
  expect(await rows(PROVISIONAL), 'provisional_outcomes').toEqual(NO_DIFFERENCE)
  expect(await rows(MODEL_ROLLUPS), 'model_rollups').toEqual(NO_DIFFERENCE)
  expect(await rows(MODEL_COSTS), 'cost in model_rollups').toEqual(NO_DIFFERENCE)
  expect(await rows(OTHER_COSTS), 'other_cost_days').toEqual(NO_DIFFERENCE)
  expect(await rows(UNCOSTED_SERVICES), 'uncosted_services').toEqual(NO_DIFFERENCE)
  if (!costDataIsExact) return
  expect(await rows(COST_BY_MODEL), 'cost by model in model_rollups').toEqual(NO_DIFFERENCE)
  expect(await rows(EVENT_COSTS), 'usage_cost and the costs inside it').toEqual(NO_DIFFERENCE)
}

/** Asserts at the end of a file that records usage that the rollups still match the events. */
export const expectRollupsToAddUp = ({ database }: TestApp, options?: InvariantOptions) =>
  expectRollupsToMatchEvents(database.pool, options)
