import type { Pool } from 'pg'
import { readStoredRecord } from '../../src/features/usage/batch/parse-record.ts'
import type { CostData } from '../../src/features/usage/cost-record.ts'
import { rawEventIdOf } from '../../src/features/usage/ingest/event-row.ts'
import { pricesFromText } from '../../src/features/usage/price-text.ts'
import { storedCostData } from '../../src/features/usage/stored-cost.ts'
import { readRecordText } from '../../src/features/usage/stored-event.ts'

type Row = {
  customerId: string
  id: string
  rawEventId: string | null
  payload: string
  prices: string | null
}

/** Stores every event as versions up to schema 0027 did: in three tables, with all its parts written out. */
export async function storeAsBefore(pool: Pool): Promise<void> {
  await pool.query(
    'create index if not exists usage_events_unmoved_idx on usage_events (id) where payload is null',
  )
  const { rows } = await pool.query<Row>(
    `select customer_id as "customerId", id, raw_event_id as "rawEventId", payload, prices
     from usage_events
     where payload is not null`,
  )
  const parts = rows.map(partsOfBefore)
  await pool.query(
    `with input as (
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::json[], $5::json[], $6::json[],
         $7::text[]) as input (customer_id, id, raw_event_id, metadata, services, cost_data, key)
     ), raw as (
       insert into raw_usage_events (customer_id, id, organization_id, received_at, payload)
       select customer_id, input.raw_event_id, organization_id, created_at, payload::json
       from usage_events join input using (customer_id, id)
     ), keys as (
       insert into usage_idempotency_keys (customer_id, idempotency_key, organization_id,
         payload_hash, event_id, raw_event_id, usage_date)
       select customer_id, key, organization_id, '', id, input.raw_event_id, usage_date
       from usage_events join input using (customer_id, id) where key is not null
     )
     update usage_events events set payload = null, prices = null, idempotency_hash = null,
       raw_event_id = input.raw_event_id, kept_metadata = coalesce(kept_metadata, input.metadata),
       kept_services = coalesce(kept_services, input.services), kept_cost_data = coalesce(kept_cost_data, input.cost_data),
       event_processed = coalesce(event_processed, 'PROCESSED'),
       event_processed_at = coalesce(event_processed_at, created_at),
       updated_at = coalesce(updated_at, created_at)
     from input where events.customer_id = input.customer_id and events.id = input.id`,
    [
      rows.map(({ customerId }) => customerId),
      rows.map(({ id }) => id),
      rows.map(({ id, rawEventId }) => rawEventId ?? rawEventIdOf(id)),
      parts.map(({ metadata }) => metadata),
      parts.map(({ services }) => services),
      parts.map(({ costData }) => costData),
      parts.map(({ key }) => key),
    ],
  )
}

function partsOfBefore({ payload, prices }: Row) {
  const { metadata, services, idempotencyKey } = readStoredRecord(readRecordText(payload))
  const used = prices === null ? [] : pricesFromText(prices)
  const stored = services.map(({ calls, ...service }, index) => ({
    ...service,
    ...(calls === 1 ? {} : { calls }),
    priceId: used[index]?.priceId ?? null,
  }))
  return {
    metadata: JSON.stringify(metadata),
    services: JSON.stringify(stored),
    costData: costDataText(prices === null ? new Map() : storedCostData(services, prices)),
    key: idempotencyKey,
  }
}

/** Its numbers written out exactly. */
function costDataText(costData: CostData): string {
  const lines = [...costData].map(([key, { cost, units, costPerUnit }]) => {
    const numbers = `"cost":${cost.toFixed()},"units":${units.toFixed()},"costPerUnit":${costPerUnit.toFixed()}`
    return `${JSON.stringify(key)}:{${numbers}}`
  })
  return `{${lines.join(',')}}`
}
