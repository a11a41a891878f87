import type { Db, Tx } from '../../../platform/database.ts'
import type { CustomerKey, ProviderName } from '../payment.ts'

/** A method that is used no more, and that the provider has still to let go of. */
export type Detachment = CustomerKey & {
  provider: ProviderName
  providerMethodId: string
  /** When the provider was last asked. */
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

/** The oldest first. */
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

/** Of every organization, those that the provider was not asked about since `before`. */
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

/** False when somebody else has it in hand, or it is done. */
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
