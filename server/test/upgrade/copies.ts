import type { Pool } from 'pg'

/**
 * Makes a database of schema 0027 larger: some more of each event, with its record, its key and what it
 * lacks, under ids and a key of their own. The sums are left as they were.
 */
export async function copyEvents(pool: Pool, count: number): Promise<void> {
  for (const statement of [COPIES, EVENTS, RECORDS, KEYS, LACKS, 'drop table copies']) {
    await pool.query(statement.replace('COUNT', String(count)))
  }
  await pool.query('vacuum analyze')
}

const COPIES = `create table copies as
  select customer_id, events.id as event_id, raw_event_id, keys.idempotency_key, n,
    gen_random_uuid() as new_event_id, gen_random_uuid() as new_raw_event_id
  from usage_events events
  left join usage_idempotency_keys keys using (customer_id, raw_event_id)
  cross join generate_series(1, COUNT) n`

const EVENTS = `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id,
    signal_id, raw_event_id, run_id, quantity, metadata, services, usage_cost, usage_cost_data,
    event_processed, event_processed_at, created_at, updated_at)
  select customer_id, usage_date, new_event_id, organization_id, agent_id, signal_id,
    new_raw_event_id, run_id, quantity, metadata, services, usage_cost, usage_cost_data,
    event_processed, event_processed_at, created_at, updated_at
  from usage_events events join copies using (customer_id, raw_event_id)`

const RECORDS = `insert into raw_usage_events (customer_id, id, organization_id, received_at, payload)
  select customer_id, new_raw_event_id, organization_id, received_at,
    case when idempotency_key is null then payload else replace(payload::text,
      to_json(idempotency_key)::text, to_json(idempotency_key || '-' || n)::text)::json end
  from raw_usage_events records join copies using (customer_id)
  where records.id = raw_event_id`

const KEYS = `insert into usage_idempotency_keys (customer_id, idempotency_key, organization_id,
    payload_hash, event_id, raw_event_id, usage_date)
  select customer_id, idempotency_key || '-' || n, organization_id, payload_hash, new_event_id,
    new_raw_event_id, usage_date
  from usage_idempotency_keys join copies using (customer_id, raw_event_id, idempotency_key)`

const LACKS = `insert into uncosted_services
    (customer_id, event_id, provider, model, organization_id, usage_date, reason)
  select customer_id, new_event_id, provider, model, organization_id, usage_date, reason
  from uncosted_services join copies using (customer_id, event_id)`
