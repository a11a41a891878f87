import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId, FoundBy } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listPage, type Slice } from '../../../platform/list.ts'
import type { Actor } from '../../auth/principal.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { findAnywhere } from '../../customers/find-anywhere.ts'
import type { RejectedEvent } from '../stored-rejections/queries.ts'
import type { RequestState, StoredRequest } from './request.ts'

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
  'reason',
  'state',
  'requestedAt',
  'decidedAt',
  'decidedByKind',
  'decidedById',
  'declineReason',
  'rejectionId',
  'version',
  'createdAt',
] as const

const selectRequests = (db: Db) =>
  db
    .selectFrom('rejectionRequests')
    .select(columns)
    .select(
      sql<Date | null>`(select withdrawn_at from outcome_rejections rejections
        where rejections.customer_id = rejection_requests.customer_id
          and rejections.id = rejection_requests.rejection_id)`.as('restoredAt'),
    )
    .$castTo<StoredRequest>()

/** Finds a request by its id, and by its customer if known. */
export function findRequest(db: Db, key: FoundBy): Promise<StoredRequest | undefined> {
  return findAnywhere(db, { ...key, table: 'rejection_requests' }, (customerId) => {
    const one = selectRequests(db)
      .where('organizationId', '=', key.organizationId)
      .where('id', '=', key.id)
    return (
      customerId === undefined ? one : one.where('customerId', '=', customerId)
    ).executeTakeFirst()
  })
}

/** Lists the requests about an event, the latest first. */
export function listOfEvent(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<StoredRequest[]> {
  return selectRequests(db)
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('eventId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type RequestFilter = {
  organizationId: string
  customerId: string | undefined
  agentId?: string | undefined
  signalId?: string | undefined
  eventId?: string | undefined
  state: RequestState | undefined
}

/** Lists requests, the latest first. */
export function listRequests(
  db: Db,
  { organizationId, ...filter }: RequestFilter,
  slice: Slice,
): Promise<{ rows: StoredRequest[]; total: number }> {
  let all = selectRequests(db).where('organizationId', '=', organizationId)
  if (filter.customerId !== undefined) all = all.where('customerId', '=', filter.customerId)
  if (filter.agentId !== undefined) all = all.where('agentId', '=', filter.agentId)
  if (filter.signalId !== undefined) all = all.where('signalId', '=', filter.signalId)
  if (filter.eventId !== undefined) all = all.where('eventId', '=', filter.eventId)
  if (filter.state !== undefined) all = all.where('state', '=', filter.state)
  return listPage(all, { ...slice, orderBy: sql`created_at`, sortOrder: 'desc' })
}

export type NewRequest = { id: string; event: RejectedEvent; quantity: number; reason: string }

/** Inserts an open request; returns false if one about the event is open. */
export async function insertRequest(
  tx: Tx,
  { id, event, quantity, reason }: NewRequest,
  { now, businessNow }: Moment,
): Promise<boolean> {
  const { rows } = await sql`
    insert into rejection_requests (customer_id, id, organization_id, event_id, usage_date, agent_id,
      signal_id, run_id, quantity, reason, state, requested_at, created_at)
    values (${event.customerId}, ${id}, ${event.organizationId}, ${event.id}, ${event.usageDate},
      ${event.agentId}, ${event.signalId}, ${event.runId}, ${quantity}, ${reason}, 'requested',
      ${businessNow}, ${now})
    on conflict (customer_id, event_id) where state = 'requested' do nothing
    returning id`.execute(tx)
  return rows.length === 1
}

export type Decision = {
  state: Exclude<RequestState, 'requested'>
  /** Null: the plan accepts automatically. */
  actor: Actor | null
  declineReason?: string
  rejectionId?: string
}

/** Decides an open request, whose row is then locked; returns false if it is not open. */
export async function decideRequest(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  { state, actor, declineReason, rejectionId }: Decision,
  { businessNow }: Moment,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rejectionRequests')
    .set({
      state,
      decidedAt: businessNow,
      decidedByKind: actor?.kind ?? null,
      decidedById: actor?.id ?? null,
      declineReason: declineReason ?? null,
      rejectionId: rejectionId ?? null,
      version: sql`version + 1`,
    })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where(sql<SqlBool>`state = 'requested'`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
