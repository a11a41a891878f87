import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listPage, type Slice, type SortOrder } from '../../../platform/list.ts'
import type { AnnouncementType } from '../types/types.ts'
import type { Attempt, Delivery, DeliveryKey, DeliveryStatus, LastAttempt } from './delivery.ts'

const selectDeliveries = (db: Db) =>
  db
    .selectFrom('webhookDeliveries')
    .innerJoin('announcements', 'announcements.id', 'webhookDeliveries.announcementId')
    .select([
      'webhookDeliveries.announcementId',
      'webhookDeliveries.endpointId',
      'webhookDeliveries.organizationId',
      'webhookDeliveries.includesCosts',
      'webhookDeliveries.type',
      'announcements.customerId',
      'announcements.customerExternalId',
      'announcements.objectId',
      'webhookDeliveries.status',
      'webhookDeliveries.attempts',
      'webhookDeliveries.nextAttemptAt',
      'webhookDeliveries.lastAttemptAt',
      'webhookDeliveries.createdAt',
    ])
    .$castTo<Delivery>()

export function findDelivery(db: Db, key: DeliveryKey): Promise<Delivery | undefined> {
  return selectDeliveries(db)
    .where('webhookDeliveries.organizationId', '=', key.organizationId)
    .where('webhookDeliveries.endpointId', '=', key.endpointId)
    .where('webhookDeliveries.announcementId', '=', key.announcementId)
    .executeTakeFirst()
}

export type DeliveryFilter = {
  organizationId: string
  endpointId: string
  status: DeliveryStatus | undefined
  types: readonly AnnouncementType[] | undefined
}

type DeliveryPage = Slice & { sortOrder: SortOrder; countedMax: number | undefined }

/**
 * Lists the deliveries to an endpoint in the order of their announcements, and counts at most
 * `countedMax` of them. Finds the positions of the page in an index alone, so that rows before it
 * are skipped without being read.
 */
export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter,
  page: DeliveryPage,
): Promise<{ rows: Delivery[]; total: number }> {
  const { rows: found, total } = await listPositions(db, filter, page)
  const rows = await selectDeliveries(db)
    .where('webhookDeliveries.organizationId', '=', filter.organizationId)
    .where('webhookDeliveries.endpointId', '=', filter.endpointId)
    .where(
      sql<SqlBool>`webhook_deliveries.position = any(${found.map(({ position }) => position)}::bigint[])`,
    )
    .orderBy('webhookDeliveries.position', page.sortOrder)
    .execute()
  return { rows, total }
}

function listPositions(
  db: Db,
  { organizationId, endpointId, status, types }: DeliveryFilter,
  { countedMax, ...page }: DeliveryPage,
) {
  const conditions = [
    sql<SqlBool>`organization_id = ${organizationId}`,
    sql<SqlBool>`endpoint_id = ${endpointId}`,
  ]
  if (status !== undefined) conditions.push(sql`status = ${sql.lit(status)}`)
  // The index of types is in the order of the list only for one of them.
  if (types?.length === 1) conditions.push(sql`type = ${types[0]}`)
  else if (types !== undefined) conditions.push(sql`type = any(${types}::text[])`)
  const positions = db
    .selectFrom('webhookDeliveries')
    .select('position')
    .where((eb) => eb.and(conditions))
  const order = { ...page, orderBy: sql`position`, id: 'position' }
  if (countedMax === undefined) return listPage(positions, order)
  const first = positions.orderBy('position', page.sortOrder).limit(countedMax)
  return listPage(positions, order, db.selectFrom(first.as('first')))
}

/** Lists the deliveries of an announcement, the oldest endpoint first. */
export function listDeliveriesOf(db: Db, { organizationId, id }: ScopedId): Promise<Delivery[]> {
  return selectDeliveries(db)
    .where('webhookDeliveries.organizationId', '=', organizationId)
    .where('webhookDeliveries.announcementId', '=', id)
    .orderBy('webhookDeliveries.endpointId')
    .execute()
}

/** Lists the latest attempt of each delivery that has one. */
export async function listLastAttempts(
  db: Db,
  deliveries: readonly DeliveryKey[],
): Promise<LastAttempt[]> {
  const announcementIds = deliveries.map(({ announcementId }) => announcementId)
  const endpointIds = deliveries.map(({ endpointId }) => endpointId)
  const { rows } = await sql<LastAttempt>`
    select attempt.announcement_id, attempt.endpoint_id, attempt.result, attempt.status,
      attempt.duration_ms
    from unnest(${announcementIds}::uuid[], ${endpointIds}::uuid[])
      delivery (announcement_id, endpoint_id)
    cross join lateral (
      select * from webhook_attempts
      where announcement_id = delivery.announcement_id and endpoint_id = delivery.endpoint_id
      order by id desc limit 1
    ) attempt`.execute(db)
  return rows
}

/** Lists the attempts of a delivery, the latest first. */
export function listAttempts(
  db: Db,
  { organizationId, endpointId, announcementId }: DeliveryKey,
  limit: number,
): Promise<Attempt[]> {
  return db
    .selectFrom('webhookAttempts')
    .select(['id', 'result', 'status', 'error', 'response', 'durationMs', 'attemptedAt'])
    .where('organizationId', '=', organizationId)
    .where('endpointId', '=', endpointId)
    .where('announcementId', '=', announcementId)
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<Attempt>()
    .execute()
}

/** What is sent again to one endpoint: one announcement, or a range of time. */
export type Repetition = {
  organizationId: string
  endpointId: string
  announcementId?: string
  /** Half-open range of the real time of the announcement. */
  from?: Date | undefined
  until?: Date | undefined
  repeats: Repeats
}

/**
 * Which of the existing deliveries are sent: those that failed, those that ended, or also those
 * that wait for an attempt.
 */
export type Repeats = 'failed' | 'ended' | 'all'

/** Counts the announcements that `repeatDeliveries` considers. */
export async function countRepeated(tx: Tx, repetition: Repetition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${repeated(repetition)}`.execute(tx)
  return rows[0]?.count ?? 0
}

const REPEATED: Record<Repeats, RawBuilder<SqlBool>> = {
  failed: sql`webhook_deliveries.status = 'failed'`,
  ended: sql`webhook_deliveries.status <> 'pending'`,
  all: sql`true`,
}

/**
 * Starts deliveries to an enabled endpoint again, and creates those that never existed. One that
 * waits keeps its attempts, and its next one is brought forward to now; an attempt that is under way
 * stays the only one. The announcements are locked against pruning, and deliveries in the order in
 * which outcomes are stored. Returns how many are sent.
 */
export async function repeatDeliveries(tx: Tx, repetition: Repetition, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries
      (announcement_id, endpoint_id, organization_id, position, type, includes_costs, status,
       attempts, next_attempt_at, created_at)
    select announcement.id, endpoint.id, announcement.organization_id, announcement.position,
      announcement.type, endpoint.includes_costs, 'pending', 0, ${now}::timestamptz, ${now}::timestamptz
    from ${repeated(repetition)} ${withoutKept(repetition)}
    order by announcement.id for no key update of announcement
    on conflict (announcement_id, endpoint_id) do update
      set status = 'pending',
        attempts = case webhook_deliveries.status
          when 'pending' then webhook_deliveries.attempts else 0 end,
        next_attempt_at = least(webhook_deliveries.next_attempt_at, excluded.next_attempt_at)
      where ${REPEATED[repetition.repeats]}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Leaves out the deliveries that are not sent. A conflict would lock each of them, so that a replay
 * during a backlog would hold up the outcomes of all endpoints.
 */
function withoutKept({ repeats }: Repetition) {
  if (repeats === 'all') return sql``
  return sql`
    and not exists (
      select from webhook_deliveries
      where webhook_deliveries.announcement_id = announcement.id
        and webhook_deliveries.endpoint_id = endpoint.id and not (${REPEATED[repeats]})
    )`
}

/** The announcements of a repetition, each with its endpoint. */
function repeated(repetition: Repetition) {
  const { organizationId, endpointId, announcementId, from, until } = repetition
  const conditions = [
    sql`announcement.organization_id = ${organizationId}`,
    // A test is for the endpoint that was tested.
    sql`(announcement.type <> 'webhook.test' or announcement.object_id = endpoint.id)`,
  ]
  if (announcementId !== undefined) conditions.push(sql`announcement.id = ${announcementId}`)
  else conditions.push(sql`(endpoint.types is null or announcement.type = any(endpoint.types))`)
  if (from !== undefined) conditions.push(sql`announcement.created_at >= ${from}::timestamptz`)
  if (until !== undefined) conditions.push(sql`announcement.created_at < ${until}::timestamptz`)
  return sql`announcements announcement
    join webhook_endpoints endpoint on endpoint.organization_id = announcement.organization_id
      and endpoint.id = ${endpointId} and endpoint.status = 'enabled'
      and endpoint.deleted_at is null
    where ${sql.join(conditions, sql` and `)}`
}
