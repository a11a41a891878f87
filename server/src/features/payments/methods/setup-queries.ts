import { sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { LinkedRow } from '../../invoices/pay-link/link-token.ts'
import type { CustomerKey, MethodSetup, ProviderName } from '../payment.ts'

const columns = [
  'customerId',
  'id',
  'organizationId',
  'provider',
  'providerSessionId',
  'url',
  'status',
  'createdAt',
  'expiresAt',
] as const

const selectSetups = (db: Db) => db.selectFrom('paymentMethodSetups').select(columns)

export async function insertSetup(tx: Tx, setup: MethodSetup): Promise<void> {
  await tx
    .insertInto('paymentMethodSetups')
    .values({ ...setup, updatedAt: setup.createdAt })
    .execute()
}

export function findSetup(db: Db, key: CustomerScopedId): Promise<MethodSetup | undefined> {
  return selectSetups(db)
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .executeTakeFirst()
}

/**
 * Finds a set-up by the ids in a signed link to the built-in page. The link names no organization.
 */
export function findLinkedSetup(
  db: Db,
  { customerId, id }: LinkedRow,
): Promise<MethodSetup | undefined> {
  return selectSetups(db)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Finds the customer's latest open set-up that stays open beyond `until`. */
export function findOpenSetup(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  { provider, until }: { provider: ProviderName; until: Date },
): Promise<MethodSetup | undefined> {
  return selectSetups(db)
    .where('customerId', '=', customerId)
    .where('organizationId', '=', organizationId)
    .where('provider', '=', provider)
    .where('status', '=', sql.lit('open'))
    .where('expiresAt', '>', until)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type SetupChange = {
  status?: MethodSetup['status']
  providerSessionId?: string
  url?: string
}

/** Returns false if the set-up is no longer open. */
export async function updateOpenSetup(
  db: Db,
  key: CustomerScopedId,
  change: SetupChange,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('paymentMethodSetups')
    .set({ ...change, updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .where('status', '=', sql.lit('open'))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Completes a set-up; returns false if it already was. A page stored as expired can still complete,
 * because its notification may arrive late.
 */
export async function completeSetup(tx: Tx, key: CustomerScopedId, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('paymentMethodSetups')
    .set({ status: 'completed', updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .where('status', '<>', sql.lit('completed'))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type Sweep = { provider: ProviderName; now: Date; before: Date; limit: number }

/** Lists expired open set-ups of all organizations that were not touched since `before`. */
export function listOutdatedSetups(
  db: Db,
  { provider, now, before, limit }: Sweep,
): Promise<MethodSetup[]> {
  return selectSetups(db)
    .where('status', '=', sql.lit('open'))
    .where('provider', '=', provider)
    .where('updatedAt', '<', before)
    .where('expiresAt', '<=', now)
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
}
