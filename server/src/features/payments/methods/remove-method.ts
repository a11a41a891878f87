import type { PaymentDeps } from '../deps.ts'
import type { CustomerKey } from '../payment.ts'
import { detachMethods } from './detach-methods.ts'
import { insertDetachment } from './detachment-queries.ts'
import { lockMethodRow, updateMethod } from './method-queries.ts'

/**
 * From here on the method is charged no more, whether or not the provider answers; what it does not
 * let go of now, the sweep asks for again. What was saved before this moment and is told later stays
 * removed. A charge that is under way ends as it does: its row knows what it has asked for.
 */
export async function removeMethod(deps: PaymentDeps, key: CustomerKey): Promise<void> {
  const { payments, db, now } = deps
  if (!payments) return
  const provider = payments.name
  const at = now()
  await db.transaction().execute(async (tx) => {
    const known = await lockMethodRow(tx, key, provider)
    if (!known?.providerMethodId) return
    const { providerMethodId } = known
    await insertDetachment(tx, key, { provider, providerMethodId }, at)
    const savedAt = new Date(Math.max(at.getTime(), known.savedAt.getTime()))
    const change = { providerMethodId: null, brand: null, last4: null, savedAt }
    await updateMethod(tx, key, { provider, change }, at)
  })
  await detachMethods(deps, payments, key)
}
