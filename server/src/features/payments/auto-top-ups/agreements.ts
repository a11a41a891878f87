import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { CustomerKey } from '../payment.ts'
import type { AutoTopUp, StopReason } from './auto-top-up.ts'

const columns = [
  'customerId',
  'id',
  'organizationId',
  'currency',
  'threshold',
  'amount',
  'monthlyMax',
  'consentedBy',
  'consentText',
  'consentSource',
  'consentedAt',
  'failureCount',
  'waitsUntil',
  'stoppedAt',
  'stopReason',
  'version',
  'createdAt',
] as const

const selectOf = (db: Db, { organizationId, customerId }: CustomerKey) =>
  db
    .selectFrom('autoTopUps')
    .select(columns)
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)

export async function findAutoTopUp(db: Db, key: CustomerScopedId): Promise<AutoTopUp | undefined> {
  return selectOf(db, key).where('id', '=', key.id).executeTakeFirst()
}

/** Lists the last agreement of a customer in each currency, by currency. */
export async function listLatest(db: Db, key: CustomerKey): Promise<AutoTopUp[]> {
  return selectOf(db, key)
    .distinctOn('currency')
    .orderBy('currency')
    .orderBy(sql`stopped_at is null`, 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Lists the agreements of a customer that are in force, by currency. */
export async function listInForce(db: Db, key: CustomerKey): Promise<AutoTopUp[]> {
  return selectOf(db, key).where('stoppedAt', 'is', null).orderBy('currency').execute()
}

/**
 * Locks the agreement in force in a currency until the transaction ends. Of concurrent checks of a
 * customer, one tops up, and the others see its top-up.
 */
export async function lockInForce(
  tx: Tx,
  key: CustomerKey,
  currency: string,
): Promise<AutoTopUp | undefined> {
  return selectOf(tx, key)
    .where('currency', '=', currency)
    .where('stoppedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertAutoTopUp(
  tx: Tx,
  autoTopUp: Omit<AutoTopUp, 'version'>,
): Promise<void> {
  const { createdAt } = autoTopUp
  await tx
    .insertInto('autoTopUps')
    .values({ ...autoTopUp, checkAt: createdAt, updatedAt: createdAt })
    .execute()
}

type Change = { failureCount?: number; waitsUntil: Date | null }

/** Changes an agreement in force; nothing if it has stopped. */
export async function updateWaiting(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  change: Change,
  now: Date,
): Promise<void> {
  await db
    .updateTable('autoTopUps')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updatedAt: now }))
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .where('organizationId', '=', organizationId)
    .where('stoppedAt', 'is', null)
    .execute()
}

type Stop = { reason: StopReason; failureCount?: number; stoppedAt: Date; now: Date }
type Stopped = { id?: string; currency?: string }

/** Stops the agreements in force that match, and returns their ids. */
export async function markStopped(
  tx: Tx,
  { organizationId, customerId, id, currency }: CustomerKey & Stopped,
  { reason, failureCount, stoppedAt, now }: Stop,
): Promise<string[]> {
  const rows = await tx
    .updateTable('autoTopUps')
    .set((eb) => ({
      stopReason: reason,
      stoppedAt,
      ...(failureCount === undefined ? {} : { failureCount }),
      version: eb('version', '+', 1),
      updatedAt: now,
    }))
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('stoppedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency ?? ''))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Lists the customers of every organization with automatic top-ups. */
export async function listEveryCustomer(db: Db): Promise<CustomerKey[]> {
  const { rows } = await sql<CustomerKey>`
    select distinct organization_id, customer_id from auto_top_ups where stopped_at is null`.execute(
    db,
  )
  return rows
}

/** Lists the customers of an organization with automatic top-ups, by id. */
export async function listCustomersOf(db: Db, organizationId: string): Promise<CustomerKey[]> {
  const { rows } = await sql<CustomerKey>`
    select distinct organization_id, customer_id from auto_top_ups
    where organization_id = ${organizationId} and stopped_at is null order by customer_id`.execute(
    db,
  )
  return rows
}

type Due = { now: Date; changedIds: readonly string[]; after: string | undefined; limit: number }

/** Lists customers with automatic top-ups that are to be checked again, or that changed, by id. */
export async function listDueCustomers(
  db: Db,
  { now, changedIds, after, limit }: Due,
): Promise<CustomerKey[]> {
  const { rows } = await sql<CustomerKey>`
    select distinct organization_id, customer_id from auto_top_ups
    where stopped_at is null
      and (check_at <= ${now}::timestamptz or customer_id = any(${changedIds}::uuid[]))
      ${after === undefined ? sql`` : sql`and customer_id > ${after}`}
    order by customer_id limit ${limit}`.execute(db)
  return rows
}

/** Sets the time of the next check by the sweep. */
export async function deferCheck(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  checkAt: Date,
): Promise<void> {
  await db
    .updateTable('autoTopUps')
    .set({ checkAt })
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('stoppedAt', 'is', null)
    .execute()
}

/** Returns the first time after `after` until which an automatic top-up waits; null without one. */
export async function findNextWaitEnd(
  db: Db,
  organizationId: string,
  after: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(waits_until) as at from auto_top_ups
    where organization_id = ${organizationId} and stopped_at is null
      and waits_until > ${after}::timestamptz`.execute(db)
  return rows[0]?.at ?? null
}
