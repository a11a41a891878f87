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

/** By the address of the built-in page, which is all that whoever opens it has. */
export function findLinkedSetup(
  db: Db,
  { customerId, id }: LinkedRow,
): Promise<MethodSetup | undefined> {
  return selectSetups(db)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The latest of a customer that is open at least until then. */
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

/** False when it is no longer open. */
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

/** False when it was before. A page may end well and be taken for expired until that is told. */
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

/** Of every organization, those that are out of date and were not looked at since `before`. */
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
