import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

const CUSTOMERS_AT_ONCE = 1_000

/** Makes the sums of customers again from their events, one customer after the other. */
export async function rebuildRollups(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string | undefined },
): Promise<number> {
  let count = 0
  let after: string | undefined
  for (;;) {
    const ids = customerId ? [customerId] : await listCustomers(db, organizationId, after)
    for (const id of ids) {
      await db.transaction().execute((tx) => rebuildCustomer(tx, { organizationId, id }))
      count += 1
    }
    if (customerId || ids.length < CUSTOMERS_AT_ONCE) return count
    after = ids.at(-1)
  }
}

async function listCustomers(
  db: Db,
  organizationId: string,
  after: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where organization_id = ${organizationId}
      ${after === undefined ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${CUSTOMERS_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

const BUCKET = sql`date_bin('15 minutes', events.usage_date, timestamptz '2000-01-01 00:00Z')`

/** Nobody writes events meanwhile, so none is counted twice or not at all. */
async function rebuildCustomer(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  await sql`lock table usage_events, usage_rollups, usage_days, model_rollups
    in share row exclusive mode`.execute(tx)
  const own = sql`customer_id = ${id} and organization_id = ${organizationId}`
  await sql`delete from usage_rollups where ${own}`.execute(tx)
  await sql`delete from usage_days where ${own}`.execute(tx)
  await sql`delete from model_rollups where ${own}`.execute(tx)
  await sql`
    insert into usage_rollups (customer_id, bucket, agent_id, signal_id, is_backfill,
      organization_id, event_count, quantity, rejected_event_count, rejected_quantity, cost,
      uncosted_event_count)
    select customer_id, ${BUCKET}, agent_id, signal_id, false, organization_id, count(*),
      sum(quantity), count(*) filter (where rejected_quantity > 0), sum(rejected_quantity),
      coalesce(sum(usage_cost), 0), count(*) filter (where usage_cost is null)
    from usage_events events where ${own}
    group by customer_id, ${BUCKET}, agent_id, signal_id, organization_id`.execute(tx)
  await sql`
    insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
      event_count, quantity, rejected_event_count, rejected_quantity, cost, uncosted_event_count)
    select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, false,
      organization_id, sum(event_count), sum(quantity), sum(rejected_event_count),
      sum(rejected_quantity), sum(cost), sum(uncosted_event_count)
    from usage_rollups where ${own}
    group by customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id,
      organization_id`.execute(tx)
  await rebuildModels(tx, own)
}

/**
 * An event keeps its cost by model and not by provider: where one model came from several, the first
 * has the cost of all. What the costs by model lack of the event's stays with its first model.
 */
async function rebuildModels(tx: Tx, own: ReturnType<typeof sql>): Promise<void> {
  const tokens = (field: string) => sql`sum(coalesce((service ->> ${sql.lit(field)})::numeric, 0))`
  await sql`
    with used as materialized (
      select events.customer_id, events.id, events.organization_id, events.agent_id,
        events.signal_id, ${BUCKET} as bucket, events.usage_cost,
        service ->> 'modelProvider' as provider, service ->> 'model' as model,
        count(*) as service_count, ${tokens('inputTokens')} as input_tokens,
        ${tokens('outputTokens')} as output_tokens,
        ${tokens('cacheReadTokens')} as cache_read_tokens,
        ${tokens('cacheWriteTokens')} as cache_write_tokens, ${tokens('quantity')} as quantity
      from usage_events events cross join json_array_elements(events.services) service
      where ${own}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), costs as materialized (
      select events.id, regexp_replace(cost.key, '/[^/]*$', '') as model,
        sum((cost.value ->> 'cost')::numeric) as cost
      from usage_events events cross join json_each(events.usage_cost_data) cost
      where ${own} group by 1, 2
    ), placed as materialized (
      select used.*,
        case when row_number() over (partition by used.id, used.model order by provider) = 1
          then coalesce(costs.cost, 0) else 0 end as own_cost,
        row_number() over (partition by used.id order by used.provider, used.model) as place
      from used left join costs on costs.id = used.id and costs.model = used.model
    ), costed as materialized (
      select placed.*, own_cost + case when place = 1
        then coalesce(usage_cost, 0) - sum(own_cost) over (partition by id) else 0 end as cost
      from placed
    )
    insert into model_rollups (customer_id, bucket, agent_id, signal_id, provider, model,
      is_backfill, organization_id, service_count, input_tokens, output_tokens, cache_read_tokens,
      cache_write_tokens, quantity, cost)
    select customer_id, bucket, agent_id, signal_id, provider, model, false, organization_id,
      sum(service_count), sum(input_tokens), sum(output_tokens), sum(cache_read_tokens),
      sum(cache_write_tokens), sum(quantity), sum(cost)
    from costed
    group by customer_id, bucket, agent_id, signal_id, provider, model,
      organization_id`.execute(tx)
}
