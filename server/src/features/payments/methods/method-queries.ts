import type { Db, Tx } from '../../../platform/database.ts'
import type { CustomerKey, ProviderName, SavedMethod } from '../payment.ts'

/** The method that a customer is charged with; undefined where none is saved, or not any more. */
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

/** Who the customer is at the provider; also one whose method was removed. */
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
  /** The provider's time of what the row says. */
  savedAt: Date
}

/** What is known of the customer's method, kept as it is until the transaction ends. */
export async function lockMethodRow(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  provider: ProviderName,
): Promise<MethodRow | undefined> {
  return (
    tx
      .selectFrom('paymentMethods')
      .select(['providerCustomerId', 'providerMethodId'])
      // Rows that are older than the column say when they were written.
      .select((eb) => eb.fn.coalesce('savedAt', 'updatedAt').as('savedAt'))
      .where('customerId', '=', customerId)
      .where('provider', '=', provider)
      .where('organizationId', '=', organizationId)
      .forUpdate()
      .executeTakeFirst()
  )
}

type NewMethod = { provider: ProviderName; method: SavedMethod; savedAt: Date }

/** False where there is a row already. */
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

/** Of a row that is locked. */
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
