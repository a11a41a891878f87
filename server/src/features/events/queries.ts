import { type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Decimal } from '../../domain/money.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import type { JsonObject } from '../../platform/json/json-object.ts'
import { findAnywhere } from '../customers/find-anywhere.ts'
import type { UsedService } from '../usage/batch/parse-record.ts'
import { withUsage } from '../usage/closed-sums/usage-rows.ts'
import type { CostLines } from '../usage/cost-lines.ts'
import { type EventStatus, rawEventIdOf } from '../usage/ingest/event-row.ts'
import { readParts, type StoredParts } from '../usage/stored-event.ts'
import type { UncostedReason } from '../usage/uncosted-service.ts'

/** Which events are meant: a half-open range of usage dates, and whose they are. */
export type EventFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  signalId: string | undefined
  runId: string | undefined
  /** In which state, or in any without a cost; undefined: in any. */
  eventProcessed: EventStatus | 'UNCOSTED' | undefined
}

/** Half-open; epoch milliseconds. */
export type UsageWindow = Range<number>

export type StoredEvent = {
  id: string
  customerId: string
  customerExternalId: string | null
  customerName: string
  organizationId: string
  agentId: string
  agentName: string
  agentCode: string
  signalId: string
  signalName: string
  signalShortName: string
  rawIngestEventId: string
  runId: string | null
  idempotencyKey: string | null
  usageDate: Date
  quantity: Decimal
  metadata: JsonObject
  services: UsedService[]
  /** The prices that made its cost, as text; null without a cost. */
  prices: string | null
  usageCost: Decimal | null
  usageCostData: Static<typeof CostLines>
  eventProcessed: EventStatus
  eventProcessedAt: Date
  createdAt: Date
  updatedAt: Date
}

function matches(filter: EventFilter) {
  const { organizationId, customerId, agentId, signalId, runId } = filter
  const conditions = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  if (runId !== undefined) conditions.push(sql`run_id = ${runId}`)
  return sql.join(conditions, sql` and `)
}

/** The events of a state; those without a cost are few, and have an index of their own. */
function inState({ eventProcessed }: EventFilter) {
  if (eventProcessed === undefined) return sql``
  if (eventProcessed === 'PROCESSED') return sql`and usage_cost is not null`
  if (eventProcessed === 'UNCOSTED') return sql`and event_processed <> 'PROCESSED'`
  return sql`and event_processed = ${eventProcessed} and event_processed <> 'PROCESSED'`
}

/** How many events of a rollup are meant; it does not know for which reason others have no cost. */
function countOf({ eventProcessed }: EventFilter) {
  return eventProcessed === undefined ? sql`event_count` : sql`event_count - uncosted_event_count`
}

const instant = (epochMilliseconds: number) => sql`${new Date(epochMilliseconds)}::timestamptz`

/** Counts single events: for the parts of a window that fill no whole bucket, and by state. */
export async function countEvents(
  db: Db,
  filter: EventFilter,
  { start, end }: UsageWindow,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from usage_events
    where ${matches(filter)} ${inState(filter)}
      and usage_date >= ${instant(start)} and usage_date < ${instant(end)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Rollups, of which a row adds up a quarter of an hour or a UTC day. */
export type RollupStep = 'bucket' | 'day'

/** Days of all customers are added up once more, and so is all work of a customer. */
function rollupsOf(step: RollupStep, { customerId, agentId, signalId }: EventFilter) {
  if (step === 'bucket') return sql.table('usage_rollups')
  if (customerId === undefined) return sql.table('organization_days')
  const isOfWork = agentId !== undefined || signalId !== undefined
  return sql.table(isOfWork ? 'usage_days' : 'customer_days')
}

export function inSteps(step: RollupStep, { start, end }: UsageWindow) {
  const at = (time: number) => (step === 'day' ? sql`${dateText(time)}::date` : instant(time))
  return sql`${sql.ref(step)} >= ${at(start)} and ${sql.ref(step)} < ${at(end)}`
}

const dateText = (epochMilliseconds: number) =>
  new Date(epochMilliseconds).toISOString().slice(0, 10)

const countIn = (filter: EventFilter) =>
  sql`select coalesce(sum(${countOf(filter)}), 0)::bigint as count from`

/** Counts the events of whole quarters of an hour, which the rollups have added up. */
export async function countEventsInBuckets(
  db: Db,
  filter: EventFilter,
  window: UsageWindow,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    ${countIn(filter)} usage_rollups
    where ${matches(filter)} and ${inSteps('bucket', window)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Counts the events of whole UTC days: of months that are over their sums are read. */
export async function countEventsInDays(
  db: Db,
  filter: EventFilter,
  { start, end }: UsageWindow,
): Promise<number> {
  const dates = { startDate: dateText(start), endDate: dateText(end - 1) }
  const { rows } = await withUsage(db, { ...filter, dates }, {}, (tx, used) =>
    sql<{ count: string }>`${countIn(filter)} ${used}`.execute(tx),
  )
  return Number(rows[0]?.count ?? 0)
}

/** How many events each step of a window has, latest first; empty steps are left out. */
export async function listStepCounts(
  db: Db,
  filter: EventFilter,
  { step, window, limit }: { step: RollupStep; window: UsageWindow; limit: number },
): Promise<{ start: number; eventCount: number }[]> {
  const start = step === 'day' ? sql`${sql.ref(step)}::timestamp at time zone 'UTC'` : sql.ref(step)
  const { rows } = await sql<{ start: Date; eventCount: string }>`
    select ${start} as start, sum(${countOf(filter)})::bigint as event_count from ${rollupsOf(step, filter)}
    where ${matches(filter)} and ${inSteps(step, window)}
    group by ${sql.ref(step)} order by ${sql.ref(step)} desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ start: row.start.getTime(), eventCount: Number(row.eventCount) }))
}

type ReadParts = 'metadata' | 'services' | 'idempotencyKey' | 'usageCostData' | 'rawIngestEventId'
/** A row of events whose record is still to be read. */
type EventParts = Omit<StoredEvent, ReadParts> & StoredParts & { rawEventId: string | null }

/**
 * The events of `page` with what they name, in the order of lists; of before, with the record that lies
 * beside. Those are looked for first: Citus cannot do it for each event of a page.
 */
const eventParts = (customerId: string | undefined) => sql`
  , records as materialized (
    select customer_id, id, payload::text as payload from raw_usage_events
    where (customer_id, id) in (select customer_id, raw_event_id from page where payload is null)
      ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}
  )
  select page.id, page.customer_id, customers.external_id as customer_external_id,
    customers.name as customer_name, page.organization_id, page.agent_id,
    agents.name as agent_name, agents.agent_code, page.signal_id, signals.name as signal_name,
    signals.short_name as signal_short_name, page.raw_event_id,
    page.run_id, page.usage_date, page.quantity, page.usage_cost,
    coalesce(page.payload, records.payload) as payload,
    page.prices, page.kept_metadata, page.kept_services,
    page.kept_cost_data::jsonb as kept_cost_data,
    coalesce(page.event_processed, 'PROCESSED') as event_processed,
    coalesce(page.event_processed_at, page.created_at) as event_processed_at, page.created_at,
    coalesce(page.updated_at, page.created_at) as updated_at
  from page
  left join records on records.customer_id = page.customer_id and records.id = page.raw_event_id
  join customers on customers.id = page.customer_id
  join agents on agents.id = page.agent_id
  join signals on signals.id = page.signal_id
  order by page.usage_date desc, page.id desc`

function toStoredEvent(event: EventParts): StoredEvent {
  const { rawEventId, payload, prices, keptMetadata, keptServices, keptCostData, ...fields } = event
  const parts = { payload, prices, keptMetadata, keptServices, keptCostData }
  return {
    ...fields,
    ...readParts(parts),
    prices,
    rawIngestEventId: rawEventId ?? rawEventIdOf(event.id),
  }
}

/**
 * By its id alone. Ids are in order of arrival, so an index that knows the ids of some pages finds it
 * among very many.
 */
export async function findEvent(db: Db, key: ScopedId): Promise<StoredEvent | undefined> {
  const row = await findAnywhere(db, { ...key, table: 'usage_events' }, async (customerId) => {
    const { rows } = await sql<EventParts>`
      with page as materialized (
        select * from usage_events where id = ${key.id} and organization_id = ${key.organizationId}
          ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}
      )
      ${eventParts(customerId)}`.execute(db)
    return rows[0]
  })
  return row && toStoredEvent(row)
}

/** Events by usage date, latest first, then by id. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
  { start, end, offset, limit }: UsageWindow & { offset: number; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await sql<EventParts>`
    with page as materialized (
      select * from usage_events
      where ${matches(filter)} ${inState(filter)}
        and usage_date >= ${instant(start)} and usage_date < ${instant(end)}
      order by usage_date desc, id desc offset ${offset} limit ${limit}
    )
    ${eventParts(filter.customerId)}`.execute(db)
  return rows.map(toStoredEvent)
}

/** An event as a place in the order of lists, which it never leaves. */
export type EventPlace = { usageDate: Date; id: string }

/** The next events behind a place in the same order; without one, the first. */
export async function listEventsBehind(
  db: Db,
  filter: EventFilter,
  { window, place, limit }: { window: UsageWindow; place: EventPlace | undefined; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await sql<EventParts>`
    with page as materialized (
      select * from usage_events
      where ${matches(filter)} ${inState(filter)}
        and usage_date >= ${instant(window.start)} and usage_date < ${instant(window.end)}
        ${place ? sql`and (usage_date, id) < (${place.usageDate}::timestamptz, ${place.id}::uuid)` : sql``}
      order by usage_date desc, id desc limit ${limit}
    )
    ${eventParts(filter.customerId)}`.execute(db)
  return rows.map(toStoredEvent)
}

export type BackfillGroup = {
  model: string
  provider: string
  reason: UncostedReason
  count: number
  customerCount: number
  oldestEventDate: Date
}

/** What holds back the costs of events in a window, the most first; and how many events it is. */
export async function listBackfillGroups(
  db: Db,
  organizationId: string,
  { start, end }: UsageWindow,
): Promise<{ groups: BackfillGroup[]; totalEvents: number }> {
  const { rows: groups } = await sql<BackfillGroup>`
    select model, provider, reason, count(*)::int as count,
      count(distinct customer_id)::int as customer_count, min(usage_date) as oldest_event_date
    from uncosted_services
    where organization_id = ${organizationId}
      and usage_date >= ${instant(start)} and usage_date < ${instant(end)}
    group by provider, model, reason order by count desc, provider, model, reason`.execute(db)
  const { rows: totals } = await sql<{ count: number }>`
    select count(*)::int as count from usage_events
    where organization_id = ${organizationId} and event_processed <> 'PROCESSED'
      and usage_date >= ${instant(start)} and usage_date < ${instant(end)}`.execute(db)
  return { groups, totalEvents: totals[0]?.count ?? 0 }
}
