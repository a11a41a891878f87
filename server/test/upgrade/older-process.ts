import type pg from 'pg'

/** What processes of these schemas write for one event of one service, besides its record. */
const EVENT = `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
    raw_event_id, quantity, metadata, services, usage_cost, usage_cost_data, event_processed,
    event_processed_at, created_at, updated_at)
  select customer_id, usage_date, $1::uuid, organization_id, agent_id, signal_id, $1::uuid, 1, '{}',
    '[{"model":"m","modelProvider":"p","inputTokens":1,"outputTokens":0,"cacheReadTokens":5,
      "cacheWriteTokens":0,"quantity":0}]', 0.5, '{"m/input":{"cost":0.5,"units":1,"costPerUnit":0.5}}',
    'PROCESSED', now(), now(), now()
  from place`

const usageRollup = (columns: string, zeros: string) =>
  `insert into usage_rollups as rollup (customer_id, bucket, agent_id, signal_id,
    organization_id, event_count, quantity, cost, uncosted_event_count${columns})
  select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
    organization_id, 1, 1, 0.5, 0${zeros} from place
  on conflict (customer_id, bucket, agent_id, signal_id, is_backfill) do update
  set event_count = rollup.event_count + 1, quantity = rollup.quantity + 1, cost = rollup.cost + 0.5`

const DAY = `insert into usage_days as rollup (customer_id, day, agent_id, signal_id, is_backfill,
    organization_id, event_count, quantity, cost, uncosted_event_count, rejected_event_count,
    rejected_quantity)
  select customer_id, (usage_date at time zone 'UTC')::date, agent_id, signal_id, false,
    organization_id, 1, 1, 0.5, 0, 0, 0 from place
  on conflict (customer_id, day, agent_id, signal_id, is_backfill) do update
  set event_count = rollup.event_count + 1, quantity = rollup.quantity + 1, cost = rollup.cost + 0.5`

const modelRollup = (columns: string, values: string, added: string) =>
  `insert into model_rollups as rollup (customer_id, bucket, agent_id, signal_id, provider,
    model, organization_id, service_count, input_tokens, output_tokens, quantity, cost${columns})
  select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id, 'p', 'm',
    organization_id, 1, 1, 0, 0, 0.5${values} from place
  on conflict (customer_id, bucket, agent_id, signal_id, provider, model, is_backfill) do update
  set service_count = rollup.service_count + 1, input_tokens = rollup.input_tokens + 1,
    cost = rollup.cost + 0.5${added}`

const WRITTEN_IN: Readonly<Record<string, readonly string[]>> = {
  '0025': [usageRollup('', ''), modelRollup('', '', '')],
  '0027': [
    usageRollup(', rejected_event_count, rejected_quantity', ', 0, 0'),
    DAY,
    modelRollup(
      ', cache_read_tokens, cache_write_tokens',
      ', 5, 0',
      ', cache_read_tokens = rollup.cache_read_tokens + 5',
    ),
  ],
}

/** Where somebody works already. */
const PLACE = `create temp table place on commit preserve rows as
  select customer_id, usage_date, organization_id, agent_id, signal_id from usage_events
  order by id limit 1`

/**
 * A process of an older version that goes on recording, one event in a transaction, until it is
 * refused. Returns the ids of what it acknowledged.
 */
export async function recordUntilRefused(
  client: pg.Client,
  schema: string,
  newId: () => string,
): Promise<string[]> {
  const sums = WRITTEN_IN[schema]
  if (!sums) throw new Error(`it is not known what a process of schema ${schema} writes`)
  await client.query(PLACE)
  const acknowledged: string[] = []
  for (;;) {
    const id = newId()
    try {
      await client.query('begin')
      await client.query(EVENT, [id])
      for (const statement of sums) await client.query(statement)
      await client.query('commit')
    } catch {
      await client.query('rollback')
      return acknowledged
    }
    acknowledged.push(id)
  }
}
