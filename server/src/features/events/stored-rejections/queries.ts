import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId, FoundBy } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listPage, type Slice } from '../../../platform/list.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { findAnywhere } from '../../customers/find-anywhere.ts'
import { rejected } from '../../usage/billable.ts'
import type { RejectionState, StoredRejection } from './rejection.ts'

const columns = [
  'id',
  'organizationId',
  'customerId',
  'eventId',
  'usageDate',
  'agentId',
  'signalId',
  'runId',
  'quantity',
  'state',
  'reason',
  'actorKind',
  'actorId',
  'rejectedAt',
  'withdrawnAt',
  'withdrawReason',
  'withdrawnByKind',
  'withdrawnById',
  'version',
  'createdAt',
] as const

const selectRejections = (db: Db) =>
  db.selectFrom('outcomeRejections').select(columns).$castTo<StoredRejection>()

/** Finds a rejection by its id alone. */
export function findRejection(db: Db, key: FoundBy): Promise<StoredRejection | undefined> {
  return findAnywhere(db, { ...key, table: 'outcome_rejections' }, (customerId) => {
    const one = selectRejections(db)
      .where('organizationId', '=', key.organizationId)
      .where('id', '=', key.id)
    return (
      customerId === undefined ? one : one.where('customerId', '=', customerId)
    ).executeTakeFirst()
  })
}

/** Returns the rejection of an event that is in force. */
export function findInForce(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<StoredRejection | undefined> {
  return selectRejections(db)
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('eventId', '=', id)
    .where(sql<SqlBool>`state = 'accepted'`)
    .executeTakeFirst()
}

/** Lists the rejections of an event, or the first `limit`, the earliest first. */
export function listOfEvent(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  limit?: number,
): Promise<StoredRejection[]> {
  const all = selectRejections(db)
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('eventId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
  return (limit === undefined ? all : all.limit(limit)).execute()
}

/** Counts the rejections of an event. */
export async function countOfEvent(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<number> {
  const { count } = await db
    .selectFrom('outcomeRejections')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('eventId', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

type RejectionFilter = {
  organizationId: string
  customerId: string | undefined
  agentId: string | undefined
  signalId: string | undefined
  eventId: string | undefined
  runId: string | undefined
  state: RejectionState | undefined
}

/** Lists rejections, the latest first. */
export function listRejections(
  db: Db,
  { organizationId, ...filter }: RejectionFilter,
  slice: Slice,
): Promise<{ rows: StoredRejection[]; total: number }> {
  let all = selectRejections(db).where('organizationId', '=', organizationId)
  if (filter.customerId !== undefined) all = all.where('customerId', '=', filter.customerId)
  if (filter.agentId !== undefined) all = all.where('agentId', '=', filter.agentId)
  if (filter.signalId !== undefined) all = all.where('signalId', '=', filter.signalId)
  if (filter.eventId !== undefined) all = all.where('eventId', '=', filter.eventId)
  if (filter.runId !== undefined) all = all.where('runId', '=', filter.runId)
  if (filter.state !== undefined) all = all.where('state', '=', filter.state)
  return listPage(all, { ...slice, orderBy: sql`created_at`, sortOrder: 'desc' })
}

/** An event whose units are rejected. */
export type RejectedEvent = CustomerScopedId & {
  usageDate: Date
  agentId: string
  signalId: string
  runId: string | null
}

/** Lists the events of a run with units that are not rejected, up to a number. */
export async function listBilledOfRun(
  db: Db,
  { organizationId, runId }: { organizationId: string; runId: string },
  limit: number,
): Promise<RejectedEvent[]> {
  const { rows } = await sql<RejectedEvent>`
    select id, organization_id, customer_id, usage_date, agent_id, signal_id, run_id
    from usage_events
    where run_id = ${runId} and organization_id = ${organizationId}
      and quantity > ${rejected('usage_events')}
    order by usage_date, id limit ${limit}::integer`.execute(db)
  return rows
}

/** Returns true if the run has any event. */
export async function hasRun(
  db: Db,
  { organizationId, runId }: { organizationId: string; runId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from usage_events
    where run_id = ${runId} and organization_id = ${organizationId} limit 1`.execute(db)
  return rows.length > 0
}

type NewRejection = { id: string; event: RejectedEvent; quantity: number }

type Decision = { reason: string | null; actor: Actor }

/**
 * Inserts rejections of a customer's events, whose rows are locked. Returns how many: an event with
 * a rejection in force gets none.
 */
export async function insertRejections(
  tx: Tx,
  rejections: readonly NewRejection[],
  { reason, actor }: Decision,
  { now, businessNow }: Moment,
): Promise<number> {
  const of = (textOf: (rejection: NewRejection) => string) => arrayText(rejections, textOf)
  const { rows } = await sql`
    insert into outcome_rejections (customer_id, id, organization_id, event_id, usage_date, agent_id,
      signal_id, run_id, quantity, state, reason, actor_kind, actor_id, rejected_at, created_at)
    select customer_id, id, organization_id, event_id, usage_date, agent_id, signal_id, run_id,
      quantity, 'accepted', ${reason}::text, ${actor.kind}::text, ${actor.id}::text,
      ${businessNow}::timestamptz, ${now}::timestamptz
    from unnest(
      ${of(({ event }) => event.customerId)}::uuid[],
      ${of(({ id }) => id)}::uuid[],
      ${of(({ event }) => event.organizationId)}::uuid[],
      ${of(({ event }) => event.id)}::uuid[],
      ${of(({ event }) => event.usageDate.toISOString())}::timestamptz[],
      ${of(({ event }) => event.agentId)}::uuid[],
      ${of(({ event }) => event.signalId)}::uuid[],
      ${rejections.map(({ event }) => event.runId)}::text[],
      ${of(({ quantity }) => String(quantity))}::numeric[]
    ) as input (customer_id, id, organization_id, event_id, usage_date, agent_id, signal_id, run_id,
      quantity)
    on conflict (customer_id, event_id) where state = 'accepted' do nothing
    returning id`.execute(tx)
  return rows.length
}

/** Ends a rejection that is in force; returns false if it is not. */
export async function withdrawRejection(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  { reason, actor }: Decision,
  { businessNow }: Moment,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outcomeRejections')
    .set({
      state: 'withdrawn',
      withdrawnAt: businessNow,
      withdrawReason: reason,
      withdrawnByKind: actor.kind,
      withdrawnById: actor.id,
      version: sql`version + 1`,
    })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where(sql<SqlBool>`state = 'accepted'`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
