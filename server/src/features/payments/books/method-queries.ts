import type { Db, Tx } from '../../../platform/database.ts'
import type { CustomerKey, ProviderName, SavedMethod } from '../payment.ts'

export async function saveMethod(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  { provider, method }: { provider: ProviderName; method: SavedMethod },
  now: Date,
): Promise<void> {
  const values = { ...method, updatedAt: now }
  await tx
    .insertInto('paymentMethods')
    .values({ customerId, organizationId, provider, createdAt: now, ...values })
    .onConflict((conflict) => conflict.columns(['customerId', 'provider']).doUpdateSet(values))
    .execute()
}

export async function findMethod(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  provider: ProviderName,
): Promise<SavedMethod | undefined> {
  return db
    .selectFrom('paymentMethods')
    .select(['providerCustomerId', 'providerMethodId', 'brand', 'last4'])
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
}
