import type { Tx } from '../../../platform/database.ts'
import type { CustomerKey, ProviderName, SavedMethod } from '../payment.ts'
import { insertDetachment } from './detachment-queries.ts'
import { insertMethod, lockMethodRow, updateMethod } from './method-queries.ts'

type Saved = {
  provider: ProviderName
  method: SavedMethod
  /** Provider's time, because notifications arrive in any order. */
  savedAt: Date
}

/**
 * Stores the customer's most recently saved method, by the provider's time. The replaced method, or
 * a notified one that is older than the row, is queued for `detachMethods`.
 */
export async function saveMethod(
  tx: Tx,
  key: CustomerKey,
  { provider, method, savedAt }: Saved,
  now: Date,
): Promise<void> {
  if (await insertMethod(tx, key, { provider, method, savedAt }, now)) return
  const known = await lockMethodRow(tx, key, provider)
  if (!known) throw new Error('the payment method row that blocked the insert no longer exists')
  const isOutdated = savedAt < known.savedAt
  const unused = isOutdated ? method.providerMethodId : known.providerMethodId
  const used = isOutdated ? known.providerMethodId : method.providerMethodId
  if (unused !== null && unused !== used) {
    await insertDetachment(tx, key, { provider, providerMethodId: unused }, now)
  }
  if (isOutdated) return
  await updateMethod(tx, key, { provider, change: { ...method, savedAt } }, now)
}
