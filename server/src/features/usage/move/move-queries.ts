import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { EventStatus } from '../ingest/event-row.ts'

/** An event of before, with its record from the table that it had. */
export type UnmovedEvent = {
  id: string
  customerId: string
  usageDate: Date
  usageCost: Decimal | null
  eventProcessed: EventStatus | null
  eventProcessedAt: Date | null
  createdAt: Date
  updatedAt: Date | null
  /** Set when it was costed after the schema had changed. */
  prices: string | null
  /** JSON texts, as they were written. */
  metadata: string | null
  services: string | null
  costData: string | null
  /** Null when its record is missing, which no version has ever left behind. */
  payload: string | null
}

/** In the order of their ids, in which they arrived. */
export async function listUnmovedEvents(
  tx: Tx,
  after: string,
  limit: number,
): Promise<UnmovedEvent[]> {
  const { rows } = await sql<UnmovedEvent>`
    with page as materialized (
      select * from usage_events where payload is null and id > ${after} order by id limit ${limit}
    )
    select page.id, page.customer_id, page.usage_date, page.usage_cost, page.event_processed,
      page.event_processed_at, page.created_at, page.updated_at, page.prices,
      page.kept_metadata::text as metadata, page.kept_services::text as services,
      page.kept_cost_data::text as cost_data, records.payload::text as payload
    from page left join raw_usage_events records
      on records.customer_id = page.customer_id and records.id = page.raw_event_id
    order by page.id`.execute(tx)
  return rows
}

/** Of the keys, those that the given events hold. */
export async function listHeldKeys(
  tx: Tx,
  keys: readonly { customerId: string; id: string; key: string }[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ eventId: string }>`
    select keys.event_id
    from unnest(
      ${keys.map(({ customerId }) => customerId)}::uuid[],
      ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ id }) => id)}::uuid[]
    ) as input (customer_id, key, event_id)
    join usage_idempotency_keys keys on keys.customer_id = input.customer_id
      and keys.idempotency_key = input.key and keys.event_id = input.event_id`.execute(tx)
  return new Set(rows.map(({ eventId }) => eventId))
}

/** What is written over an event of before. */
export type MovedEvent = Pick<
  UnmovedEvent,
  'id' | 'customerId' | 'usageDate' | 'eventProcessed' | 'updatedAt'
> & {
  /** Whether these were the time of its creation. */
  isSinceCreated: boolean
  payload: string
  prices: string | null
  idempotencyHash: string | null
  keptMetadata: string | null
  keptServices: string | null
  keptCostData: string | null
}

/** Returns how many were written: not those that were changed since they were read. */
export async function updateMovedEvents(tx: Tx, events: readonly MovedEvent[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update usage_events events set
      payload = input.payload, prices = input.prices, idempotency_hash = input.idempotency_hash,
      kept_metadata = input.kept_metadata, kept_services = input.kept_services,
      kept_cost_data = input.kept_cost_data,
      event_processed = nullif(input.event_processed, 'PROCESSED'),
      event_processed_at = case when not input.is_since_created then events.event_processed_at end,
      updated_at = case when not input.is_since_created then events.updated_at end
    from unnest(
      ${events.map(({ customerId }) => customerId)}::uuid[],
      ${events.map(({ usageDate }) => usageDate)}::timestamptz[],
      ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ eventProcessed }) => eventProcessed)}::text[],
      ${events.map(({ updatedAt }) => updatedAt)}::timestamptz[],
      ${events.map(({ isSinceCreated }) => isSinceCreated)}::boolean[],
      ${events.map(({ payload }) => payload)}::text[],
      ${events.map(({ prices }) => prices)}::text[],
      ${events.map(({ idempotencyHash }) => idempotencyHash)}::uuid[],
      ${events.map(({ keptMetadata }) => keptMetadata)}::json[],
      ${events.map(({ keptServices }) => keptServices)}::json[],
      ${events.map(({ keptCostData }) => keptCostData)}::json[]
    ) as input (customer_id, usage_date, id, event_processed, updated_at, is_since_created, payload,
      prices, idempotency_hash, kept_metadata, kept_services, kept_cost_data)
    where events.customer_id = input.customer_id and events.usage_date = input.usage_date
      and events.id = input.id and events.payload is null
      and events.event_processed is not distinct from input.event_processed
      and events.updated_at is not distinct from input.updated_at`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Empties the tables that events had beside their own, and ends the move. False when some event is
 * still to be moved.
 */
export async function endMove(tx: Tx): Promise<boolean> {
  // The order in which recording takes them, so that neither waits for the other in a circle.
  await sql`lock table usage_events, usage_idempotency_keys, raw_usage_events
    in access exclusive mode`.execute(tx)
  const { rows } = await sql`select from usage_events where payload is null limit 1`.execute(tx)
  if (rows.length > 0) return false
  await sql`truncate usage_idempotency_keys, raw_usage_events`.execute(tx)
  await sql`drop index usage_events_unmoved_idx`.execute(tx)
  await sql`alter table usage_events reset (autovacuum_vacuum_scale_factor)`.execute(tx)
  return true
}

/** The move gives way: who waits for it longer than this does not wait for it at all. */
export async function waitBriefly(tx: Tx, milliseconds: number): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx)
  await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(tx)
}
