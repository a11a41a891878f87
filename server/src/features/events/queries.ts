import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { FoundBy } from '../../domain/scoped-id.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import type { Slice, SortOrder } from '../../platform/list.ts'
import { findAnywhere } from '../customers/find-anywhere.ts'
import { rejected } from '../usage/billable.ts'
import { withUsage } from '../usage/closed-sums/usage-rows.ts'
import type { StoredParts } from '../usage/costs/stored-event.ts'
import type { UncostedReason } from '../usage/costs/uncosted-service.ts'
import type { EventStatus } from '../usage/ingest/event-row.ts'

/** Selects events by owner and by a half-open range of usage dates. */
export type EventFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  signalId: string | undefined
  runId: string | undefined
  /** A status, or `UNCOSTED` for any status without a cost; undefined selects all. */
  eventProcessed: EventStatus | 'UNCOSTED' | undefined
}

/** Half-open; epoch milliseconds. */
export type UsageWindow = Range<number>

function matches(filter: EventFilter) {
  const { organizationId, customerId, agentId, signalId, runId } = filter
  const conditions = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`)
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  if (runId !== undefined) conditions.push(sql`run_id = ${runId}`)
  return sql.join(conditions, sql` and `)
}

/** Builds the condition on the status; events without a cost are few and have their own index. */
function inState({ eventProcessed }: EventFilter) {
  if (eventProcessed === undefined) return sql``
  if (eventProcessed === 'PROCESSED') return sql`and usage_cost is not null`
  if (eventProcessed === 'UNCOSTED') return sql`and event_processed <> 'PROCESSED'`
  return sql`and event_processed = ${eventProcessed} and event_processed <> 'PROCESSED'`
}

/**
 * Builds the number of matching events in a rollup, which does not know the reasons for missing
 * costs.
 */
function countOf({ eventProcessed }: EventFilter) {
  return eventProcessed === undefined ? sql`event_count` : sql`event_count - uncosted_event_count`
}

const instant = (epochMilliseconds: number) => sql`${new Date(epochMilliseconds)}::timestamptz`

/** Counts single events: for parts of a window smaller than a bucket, and by status. */
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

/** The step of a rollup row: a quarter of an hour or a UTC day. */
export type RollupStep = 'bucket' | 'day'

/**
 * Returns the smallest rollup table. Days are also summed over all customers, and over all agents
 * and signals of a customer.
 */
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

/** Counts the events of whole quarters of an hour by their rollups. */
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

/** Counts the events of whole UTC days; reads monthly sums for closed months. */
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

/** Lists the number of events in each step of a window, latest first; empty steps are omitted. */
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

/** A row of events before its record is parsed and its names are resolved. */
export type EventRow = StoredParts & {
  id: string
  customerId: string
  organizationId: string
  agentId: string
  signalId: string
  /** Null when it is derived from the event's id (`rawEventIdOf`). */
  rawEventId: string | null
  runId: string | null
  usageDate: Date
  quantity: Decimal
  /** Without the provisional units. */
  rejectedQuantity: Decimal
  /** Units whose settlement window has not passed; null without a window. */
  provisionalQuantity: Decimal | null
  settlesAt: Date | null
  usageCost: Decimal | null
  eventProcessed: EventStatus
  eventProcessedAt: Date
  createdAt: Date
  updatedAt: Date
  /** Business time, like `voidedAt`. */
  correctedAt: Date | null
  voidedAt: Date | null
}

/**
 * Columns of a single table, so that a cluster plans the query once for each shard and reads only
 * the page.
 */
const COLUMNS = sql`id, customer_id, organization_id, agent_id, signal_id, raw_event_id, run_id,
  usage_date, quantity, ${rejected('usage_events')} as rejected_quantity, provisional_quantity, settles_at,
  usage_cost, payload, corrected_work, prices, corrected_at, voided_at,
  coalesce(event_processed, 'PROCESSED') as event_processed,
  coalesce(event_processed_at, created_at) as event_processed_at, created_at,
  coalesce(updated_at, created_at) as updated_at`

/**
 * Finds an event by its id alone. Ids are in order of arrival, so a small block-range index is
 * enough.
 */
export function findEvent(db: Db, key: FoundBy): Promise<EventRow | undefined> {
  return findAnywhere(db, { ...key, table: 'usage_events' }, async (customerId) => {
    const { rows } = await sql<EventRow>`
      select ${COLUMNS} from usage_events
      where id = ${key.id} and organization_id = ${key.organizationId}
        ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}`.execute(db)
    return rows[0]
  })
}

/** Lists events by usage date, latest first, then by id. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
  { start, end, offset, limit }: UsageWindow & { offset: number; limit: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${COLUMNS} from usage_events
    where ${matches(filter)} ${inState(filter)}
      and usage_date >= ${instant(start)} and usage_date < ${instant(end)}
    order by usage_date desc, id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** Lists events by cost, then by id; events without a cost come last in both directions. */
export async function listByCost(
  db: Db,
  filter: EventFilter,
  { window, offset, limit, sortOrder }: Slice & { window: UsageWindow; sortOrder: SortOrder },
): Promise<EventRow[]> {
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<EventRow>`
    select ${COLUMNS} from usage_events
    where ${matches(filter)} ${inState(filter)}
      and usage_date >= ${instant(window.start)} and usage_date < ${instant(window.end)}
    order by usage_cost ${direction} nulls last, id ${direction} offset ${offset} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The position of an event in list order, which never changes. */
export type EventPlace = { usageDate: Date; id: string }

export type EventReading = {
  window: UsageWindow
  place: EventPlace | undefined
  sortOrder: SortOrder
  limit: number
}

/** Lists the next events after a position, by usage date; without one, the first events. */
export async function listEventsAfter(
  db: Db,
  filter: EventFilter,
  { window, place, sortOrder, limit }: EventReading,
): Promise<EventRow[]> {
  const [direction, isAfter] = sortOrder === 'desc' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const { rows } = await sql<EventRow>`
    select ${COLUMNS} from usage_events
    where ${matches(filter)} ${inState(filter)}
      and usage_date >= ${instant(window.start)} and usage_date < ${instant(window.end)}
      ${place ? sql`and (usage_date, id) ${isAfter} (${place.usageDate}::timestamptz, ${place.id}::uuid)` : sql``}
    order by usage_date ${direction}, id ${direction} limit ${limit}`.execute(db)
  return rows
}

export type BackfillGroup = {
  model: string
  provider: string
  reason: UncostedReason
  count: number
  customerCount: number
  oldestEventDate: Date
}

/**
 * Groups the services without a known cost in a window, largest group first, and counts the events
 * without a cost.
 */
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
