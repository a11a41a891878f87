import type { Db, Tx } from '../../../platform/database.ts'
import type { CustomerKey, ProviderName } from '../payment.ts'

/** A method that is no longer used and is still to be detached at the provider. */
export type Detachment = CustomerKey & {
  provider: ProviderName
  providerMethodId: string
  /** Time of the last request to the provider. */
  updatedAt: Date
}

const columns = [
  'customerId',
  'organizationId',
  'provider',
  'providerMethodId',
  'updatedAt',
] as const

export async function insertDetachment(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  method: { provider: ProviderName; providerMethodId: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('paymentMethodDetachments')
    .values({ customerId, organizationId, ...method, createdAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'provider', 'providerMethodId']).doNothing(),
    )
    .execute()
}

/** Lists a customer's detachments, oldest first. */
export function listDetachments(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  provider: ProviderName,
): Promise<Detachment[]> {
  return db
    .selectFrom('paymentMethodDetachments')
    .select(columns)
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('organizationId', '=', organizationId)
    .orderBy('createdAt')
    .orderBy('providerMethodId')
    .execute()
}

type Stale = { provider: ProviderName; before: Date; limit: number }

/** Lists detachments of all organizations that were not requested since `before`. */
export function listStaleDetachments(
  db: Db,
  { provider, before, limit }: Stale,
): Promise<Detachment[]> {
  return db
    .selectFrom('paymentMethodDetachments')
    .select(columns)
    .where('provider', '=', provider)
    .where('updatedAt', '<', before)
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
}

/** Returns false if another process claimed it first or it is done. */
export async function claimDetachment(
  db: Db,
  { customerId, provider, providerMethodId, updatedAt }: Detachment,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('paymentMethodDetachments')
    .set({ updatedAt: now })
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('providerMethodId', '=', providerMethodId)
    .where('updatedAt', '=', updatedAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteDetachment(
  db: Db,
  { customerId, provider, providerMethodId }: Detachment,
): Promise<void> {
  await db
    .deleteFrom('paymentMethodDetachments')
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('providerMethodId', '=', providerMethodId)
    .execute()
}
