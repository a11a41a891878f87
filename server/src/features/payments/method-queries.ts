import type { Db, Tx } from '../../platform/database.ts'
import type { CustomerKey, ProviderName, SavedMethod } from './payment.ts'

export async function saveMethod(
  tx: Tx,
  { organizationId, customerId }: CustomerKey,
  { provider, method }: { provider: ProviderName; method: SavedMethod },
  now: Date,
): Promise<void> {
  const values = {
    provider_customer_id: method.providerCustomerId,
    provider_method_id: method.providerMethodId,
    brand: method.brand,
    last4: method.last4,
    updated_at: now,
  }
  await tx
    .insertInto('payment_methods')
    .values({
      customer_id: customerId,
      organization_id: organizationId,
      provider,
      created_at: now,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'provider']).doUpdateSet(values))
    .execute()
}

export async function findMethod(
  db: Db,
  { organizationId, customerId }: CustomerKey,
  provider: ProviderName,
): Promise<SavedMethod | undefined> {
  return db
    .selectFrom('payment_methods')
    .select([
      'provider_customer_id as providerCustomerId',
      'provider_method_id as providerMethodId',
      'brand',
      'last4',
    ])
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}
