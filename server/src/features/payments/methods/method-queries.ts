import type { Db, Tx } from '../../../platform/database.ts'
import type { CustomerKey, ProviderName, SavedMethod } from '../payment.ts'

/** Finds the customer's saved payment method; undefined if none is saved or it was removed. */
export async function findMethod(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  provider: ProviderName,
): Promise<SavedMethod | undefined> {
  const row = await db
    .selectFrom('paymentMethods')
    .select(['providerCustomerId', 'providerMethodId', 'brand', 'last4'])
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  if (!row || row.providerMethodId === null) return undefined
  return { ...row, providerMethodId: row.providerMethodId }
}

/** Returns the customer's id at the provider, even after the method was removed. */
export async function findProviderCustomer(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  provider: ProviderName,
): Promise<string | null> {
  const row = await db
    .selectFrom('paymentMethods')
    .select('providerCustomerId')
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.providerCustomerId ?? null
}

export type MethodRow = {
  providerCustomerId: string
  providerMethodId: string | null
  /** Provider's time of the last change to the row. */
  savedAt: Date
}

/** Locks the customer's method row until the transaction ends; undefined if there is none. */
export async function lockMethodRow(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  provider: ProviderName,
): Promise<MethodRow | undefined> {
  return (
    tx
      .selectFrom('paymentMethods')
      .select(['providerCustomerId', 'providerMethodId'])
      // Rows written before `saved_at` existed fall back to the time they were written.
      .select((eb) => eb.fn.coalesce('savedAt', 'updatedAt').as('savedAt'))
      .where('customerId', '=', customerId)
      .where('provider', '=', provider)
      .where('organizationId', '=', organizationId)
      .forUpdate()
      .executeTakeFirst()
  )
}

type NewMethod = { provider: ProviderName; method: SavedMethod; savedAt: Date }

/** Returns false if a row already exists. */
export async function insertMethod(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  { provider, method, savedAt }: NewMethod,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('paymentMethods')
    .values({
      customerId,
      organizationId,
      provider,
      ...method,
      savedAt,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['customerId', 'provider']).doNothing())
    .returning('customerId')
    .executeTakeFirst()
  return row !== undefined
}

type MethodChange = {
  providerCustomerId?: string
  providerMethodId: string | null
  brand: string | null
  last4: string | null
  savedAt: Date
}

/** Updates a row that `lockMethodRow` has locked. */
export async function updateMethod(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  { provider, change }: { provider: ProviderName; change: MethodChange },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('paymentMethods')
    .set({ ...change, updatedAt: now })
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('organizationId', '=', organizationId)
    .execute()
}
