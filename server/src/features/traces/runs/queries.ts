import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { ListPlace } from '../../../platform/http/list-cursor.ts'
import type { Slice } from '../../../platform/list.ts'
import { rejected } from '../../usage/billable.ts'
import type { RUN_STATES } from './schemas.ts'

export type StoredRun = {
  organizationId: string
  traceId: string
  runId: string
  firstReceivedAt: Date
  lastReceivedAt: Date
  spanCount: number
  recordCount: number
  customer: string | null
  agent: string | null
  signal: string | null
  quantity: string | null
  isAssigning: boolean
  name: string | null
  startedAt: Date | null
  endedAt: Date | null
  isError: boolean
  attributes: string | null
  warnings: string | null
  /** True while spans are awaited or records wait. */
  isOpen: boolean
}

const isWaiting = sql`exists (
  select from trace_records records
  where records.organization_id = runs.organization_id and records.trace_id = runs.trace_id
    and records.due_at is not null)`
const isOpen = sql<boolean>`(runs.due_at is not null or ${isWaiting})`

const COLUMNS = sql`organization_id, trace_id, run_id, first_received_at, last_received_at, span_count,
  record_count, customer, agent, signal, quantity, is_assigning, name, started_at, ended_at, is_error,
  attributes, warnings, ${isOpen} as is_open`

export type RunFilter = {
  organizationId: string
  state: (typeof RUN_STATES)[number] | undefined
  customer: string | undefined
  agent: string | undefined
}

function matches({ organizationId, state, customer, agent }: RunFilter) {
  const conditions = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (state === 'open') conditions.push(sql`${isOpen}`)
  if (state === 'unassigned') conditions.push(sql`customer is null and record_count > 0`)
  if (state === 'closed') {
    conditions.push(sql`not ${isOpen} and (customer is not null or record_count = 0)`)
  }
  if (customer !== undefined) conditions.push(sql`customer = ${customer}`)
  if (agent !== undefined) conditions.push(sql`agent = ${agent}`)
  return sql.join(conditions, sql` and `)
}

/** Lists runs, the latest first. */
export async function listRuns(
  db: Db,
  filter: RunFilter,
  { limit, offset, after }: Slice & { after: ListPlace | undefined },
): Promise<StoredRun[]> {
  const { rows } = await sql<StoredRun>`
    select ${COLUMNS} from trace_runs runs
    where ${matches(filter)}
      ${after === undefined ? sql`` : sql`and (first_received_at, trace_id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by first_received_at desc, trace_id desc
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

/** Counts runs, up to a number. */
export async function countRuns(db: Db, filter: RunFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select from trace_runs runs where ${matches(filter)} limit ${max}::bigint) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Finds a run by its id in events. */
export async function findRun(
  db: Db,
  organizationId: string,
  runId: string,
): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select ${COLUMNS} from trace_runs runs
    where organization_id = ${organizationId} and run_id = ${runId}
    order by first_received_at limit 1`.execute(db)
  return rows[0]
}

export type RunSums = {
  runId: string
  eventCount: number
  uncostedCount: number
  usageCost: Decimal
}

/** Adds up the events of runs that are not void. */
export async function sumEvents(
  db: Db,
  organizationId: string,
  runIds: readonly string[],
): Promise<Map<string, RunSums>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<RunSums>`
    select run_id, count(*)::integer as event_count,
      count(*) filter (where usage_cost is null)::integer as uncosted_count,
      coalesce(sum(usage_cost), 0) as usage_cost
    from usage_events
    where run_id = any(${runIds}::text[]) and organization_id = ${organizationId} and voided_at is null
    group by run_id`.execute(db)
  return new Map(rows.map((row) => [row.runId, row]))
}

export type RunEvent = {
  id: string
  customerId: string
  agentId: string
  signalId: string
  customerExternalId: string | null
  agentCode: string
  signalName: string
  quantity: Decimal
  /** Without the provisional units. */
  rejectedQuantity: Decimal
  provisionalQuantity: Decimal | null
  settlesAt: Date | null
  usageDate: Date
  usageCost: Decimal | null
  voidedAt: Date | null
  receivedAt: Date
  /** The record as sent, as JSON text. */
  payload: string
}

/** Lists the first events of a run, by usage date. */
export async function listEvents(
  db: Db,
  organizationId: string,
  runId: string,
  limit: number,
): Promise<RunEvent[]> {
  const { rows } = await sql<RunEvent>`
    select events.id, events.customer_id, events.agent_id, events.signal_id,
      customers.external_id as customer_external_id,
      agents.agent_code, signals.short_name as signal_name, events.quantity,
      ${rejected('events')} as rejected_quantity, events.provisional_quantity, events.settles_at,
      events.usage_date, events.usage_cost, events.voided_at, events.created_at as received_at,
      events.payload
    from usage_events events
    join customers on customers.id = events.customer_id
    join agents on agents.id = events.agent_id
    join signals on signals.id = events.signal_id
    where events.run_id = ${runId} and events.organization_id = ${organizationId}
    order by events.usage_date, events.id limit ${limit}::integer`.execute(db)
  return rows
}

export type ShownSpan = {
  spanId: string
  parentSpanId: string | null
  recordNumber: number | null
  isCounted: boolean
  name: string
  startedAt: Date
  endedAt: Date
  isError: boolean
  reading: string | null
}

/** Lists the spans and calls of a run that started first. */
export async function listSpans(
  db: Db,
  run: Pick<StoredRun, 'organizationId' | 'traceId'>,
  limit: number,
): Promise<ShownSpan[]> {
  const { rows } = await sql<ShownSpan>`
    select span_id, parent_span_id, record_number, is_counted, name, started_at, ended_at, is_error,
      reading
    from trace_spans
    where organization_id = ${run.organizationId} and trace_id = ${run.traceId}
    order by started_at, span_id limit ${limit}::integer`.execute(db)
  return rows
}

/** Lists the reasons why records of a run were refused. */
export async function listProblems(
  db: Db,
  run: Pick<StoredRun, 'organizationId' | 'traceId'>,
): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select distinct problem from trace_records
    where organization_id = ${run.organizationId} and trace_id = ${run.traceId}
      and problem is not null
    order by problem limit 20`.execute(db)
  return rows.map(({ problem }) => problem)
}
