import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { listPage, type SortedPage } from '../../../platform/list.ts'
import { omit } from '../../../platform/pick.ts'
import type { DisabledReason, Endpoint, EndpointStatus } from './endpoint.ts'
import type { SealedSecrets } from './secrets.ts'

const columns = [
  'id',
  'organizationId',
  'url',
  'description',
  'types',
  'includesCosts',
  'status',
  'disabledReason',
  'disabledAt',
  'failingSince',
  'lastSuccessAt',
  'previousSecrets',
  'createdAt',
  'updatedAt',
] as const

const selectStoredEndpoints = (db: Db) =>
  db.selectFrom('webhookEndpoints').select(columns).$castTo<Endpoint>()

const selectEndpoints = (db: Db) => selectStoredEndpoints(db).where('deletedAt', 'is', null)

/** Like `findEndpoint`; finds deleted endpoints too. */
export function findStoredEndpoint(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Endpoint | undefined> {
  return selectStoredEndpoints(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findEndpoint(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Endpoint | undefined> {
  return selectEndpoints(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function lockEndpoint(
  tx: Tx,
  { organizationId, id }: ScopedId,
): Promise<(Endpoint & SealedSecrets) | undefined> {
  return selectEndpoints(tx)
    .select('secret')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<Endpoint & SealedSecrets>()
    .executeTakeFirst()
}

export type EndpointFilter = {
  organizationId: string
  status: EndpointStatus | undefined
  updatedSince: Date | undefined
}

const SORT = { createdAt: sql`created_at`, updatedAt: sql`updated_at` }

export function listEndpoints(
  db: Db,
  { organizationId, status, updatedSince }: EndpointFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
): Promise<{ rows: Endpoint[]; total: number }> {
  let endpoints = selectEndpoints(db).where('organizationId', '=', organizationId)
  if (status !== undefined) endpoints = endpoints.where('status', '=', status)
  if (updatedSince !== undefined) endpoints = endpoints.where('updatedAt', '>=', updatedSince)
  return listPage(endpoints, { ...page, orderBy: SORT[sortBy] })
}

export async function countEndpoints(tx: Tx, organizationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhookEndpoints')
    .select(sql<string>`count(*)`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the deliveries of endpoints that wait for an attempt. */
export async function countWaiting(
  db: Db,
  { organizationId, endpointIds }: { organizationId: string; endpointIds: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(['endpointId', sql<string>`count(*)`.as('count')])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`endpoint_id = any(${endpointIds}::uuid[])`)
    .where('status', '=', sql.lit('pending'))
    .groupBy('endpointId')
    .execute()
  return new Map(rows.map(({ endpointId, count }) => [endpointId, Number(count)]))
}

export async function insertEndpoint(
  tx: Tx,
  endpoint: Endpoint & Pick<SealedSecrets, 'secret'>,
): Promise<void> {
  await tx
    .insertInto('webhookEndpoints')
    .values({ ...endpoint, previousSecrets: JSON.stringify(endpoint.previousSecrets) })
    .execute()
}

/** Stores the locked endpoint with its changed values. */
export async function updateEndpoint(
  tx: Tx,
  endpoint: Endpoint & Partial<SealedSecrets>,
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({
      ...omit(endpoint, ['id', 'organizationId', 'createdAt']),
      previousSecrets: JSON.stringify(endpoint.previousSecrets),
    })
    .where('organizationId', '=', endpoint.organizationId)
    .where('id', '=', endpoint.id)
    .execute()
}

/** Marks the locked endpoint as deleted. Its deliveries are deleted with their announcements. */
export async function markEndpointDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({ deletedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Disables a locked endpoint. */
export async function disableEndpoint(
  tx: Tx,
  { organizationId, id }: ScopedId,
  { reason, now }: { reason: DisabledReason; now: Date },
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({ status: 'disabled', disabledReason: reason, disabledAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
