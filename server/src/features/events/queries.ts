import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import type { EventStatus } from '../usage/ingest/event-row.ts'
import type { UncostedReason } from '../usage/uncosted-service.ts'

/** Which events are meant: a half-open range of usage dates, and whose they are. */
export type EventFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  signalId: string | undefined
  /** In which state; undefined: in any. */
  eventProcessed: EventStatus | undefined
}

/** Half-open; epoch milliseconds. */
export type UsageWindow = Range<number>

export type StoredEvent = {
  id: string
  customerId: string
  customerExternalId: string
  organizationId: string
  agentId: string
  signalId: string
  signalName: string
  signalShortName: string
  rawIngestEventId: string
  runId: string | null
  usageDate: Date
  quantity: Decimal
  metadata: Record<string, unknown>
  usageCost: Decimal | null
  usageCostData: Record<string, { cost: number; units: number; costPerUnit: number }>
  eventProcessed: EventStatus
  eventProcessedAt: Date
  createdAt: Date
  updatedAt: Date
}

function matches(filter: EventFilter) {
  const { organizationId, customerId, agentId, signalId } = filter
  const conditions = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  return sql.join(conditions, sql` and `)
}

/** The events of a state; those without a cost are few, and have an index of their own. */
function inState({ eventProcessed }: EventFilter) {
  if (eventProcessed === undefined) return sql``
  if (eventProcessed === 'PROCESSED') return sql`and event_processed = 'PROCESSED'`
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

/** Counts the events of whole buckets, which the rollups have added up. */
export async function countEventsInBuckets(
  db: Db,
  filter: EventFilter,
  { start, end }: UsageWindow,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(${countOf(filter)}), 0)::bigint as count from usage_rollups
    where ${matches(filter)}
      and bucket >= ${instant(start)} and bucket < ${instant(end)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** How many events each bucket of a window has, latest first; empty buckets are left out. */
export async function listBucketCounts(
  db: Db,
  filter: EventFilter,
  { start, end, limit }: UsageWindow & { limit: number },
): Promise<{ bucket: number; eventCount: number }[]> {
  const { rows } = await sql<{ bucket: Date; eventCount: string }>`
    select bucket, sum(${countOf(filter)})::bigint as event_count from usage_rollups
    where ${matches(filter)}
      and bucket >= ${instant(start)} and bucket < ${instant(end)}
    group by bucket order by bucket desc limit ${limit}`.execute(db)
  return rows.map(({ bucket, eventCount }) => ({
    bucket: bucket.getTime(),
    eventCount: Number(eventCount),
  }))
}

/** Events by usage date, latest first, then by id. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
  { start, end, offset, limit }: UsageWindow & { offset: number; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    with page as materialized (
      select * from usage_events
      where ${matches(filter)} ${inState(filter)}
        and usage_date >= ${instant(start)} and usage_date < ${instant(end)}
      order by usage_date desc, id desc offset ${offset} limit ${limit}
    )
    select page.id, page.customer_id,
      customers.external_id as customer_external_id,
      page.organization_id, page.agent_id,
      page.signal_id, signals.name as signal_name,
      signals.short_name as signal_short_name,
      page.raw_event_id as raw_ingest_event_id, page.run_id,
      page.usage_date, page.quantity, page.metadata,
      page.usage_cost, page.usage_cost_data::jsonb as usage_cost_data,
      page.event_processed, page.event_processed_at,
      page.created_at, page.updated_at
    from page
    join customers on customers.id = page.customer_id
    join signals on signals.id = page.signal_id
    order by page.usage_date desc, page.id desc`.execute(db)
  return rows
}

export type BackfillGroup = {
  model: string
  provider: string
  reason: UncostedReason
  count: number
  oldestEventDate: Date
}

/** What holds back the costs of events in a window, the most first; and how many events it is. */
export async function listBackfillGroups(
  db: Db,
  organizationId: string,
  { start, end }: UsageWindow,
): Promise<{ groups: BackfillGroup[]; totalEvents: number }> {
  const { rows: groups } = await sql<BackfillGroup>`
    select model, provider, reason, count(*)::int as count, min(usage_date) as oldest_event_date
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
