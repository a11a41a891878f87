import { type SqlBool, sql } from 'kysely'
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

/** Lists the deliveries to an endpoint in the order of their announcements. */
export function listDeliveries(
  db: Db,
  { organizationId, endpointId, status, types }: DeliveryFilter,
  page: Slice & { sortOrder: SortOrder },
): Promise<{ rows: Delivery[]; total: number }> {
  const narrowed = [
    sql<SqlBool>`webhook_deliveries.organization_id = ${organizationId}`,
    sql<SqlBool>`webhook_deliveries.endpoint_id = ${endpointId}`,
  ]
  if (status !== undefined) narrowed.push(sql`webhook_deliveries.status = ${sql.lit(status)}`)
  if (types !== undefined) {
    narrowed.push(sql`webhook_deliveries.type = any(${types}::text[])`)
  }
  const counted = db.selectFrom('webhookDeliveries').where((eb) => eb.and(narrowed))
  const deliveries = selectDeliveries(db).where((eb) => eb.and(narrowed))
  const order = {
    ...page,
    orderBy: sql`webhook_deliveries.position`,
    id: 'webhook_deliveries.announcement_id',
  }
  return listPage(deliveries, order, counted)
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
  /** Leaves out what the endpoint has accepted. */
  onlyFailed: boolean
}

/** Counts the announcements that `repeatDeliveries` considers. */
export async function countRepeated(tx: Tx, repetition: Repetition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${repeated(repetition)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Starts deliveries to an enabled endpoint again, and creates those that never existed. Deliveries
 * that wait for an attempt are left as they are. The announcements are locked against pruning, and
 * deliveries in the order in which outcomes are stored. Returns how many it started.
 */
export async function repeatDeliveries(tx: Tx, repetition: Repetition, now: Date): Promise<number> {
  const onlyFailed = repetition.onlyFailed
    ? sql`and webhook_deliveries.status = 'failed'`
    : sql`and webhook_deliveries.status <> 'pending'`
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries
      (announcement_id, endpoint_id, organization_id, position, type, includes_costs, status,
       attempts, next_attempt_at, created_at)
    select announcement.id, endpoint.id, announcement.organization_id, announcement.position,
      announcement.type, endpoint.includes_costs, 'pending', 0, ${now}::timestamptz, ${now}::timestamptz
    from ${repeated(repetition)} ${withoutKept(repetition)}
    order by announcement.id for no key update of announcement
    on conflict (announcement_id, endpoint_id) do update
      set status = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at
      where true ${onlyFailed}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Leaves out what a range does not start again. A conflict would lock each of these deliveries, so
 * that a replay during a backlog would hold up the outcomes of all endpoints.
 */
function withoutKept({ announcementId, onlyFailed }: Repetition) {
  if (announcementId !== undefined) return sql``
  const isKept = onlyFailed ? sql`delivery.status <> 'failed'` : sql`delivery.status = 'pending'`
  return sql`
    and not exists (
      select from webhook_deliveries delivery
      where delivery.announcement_id = announcement.id and delivery.endpoint_id = endpoint.id
        and ${isKept}
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
