import { stopAutoTopUps } from '../auto-top-ups/stop.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CustomerKey } from '../payment.ts'
import { detachMethods } from './detach-methods.ts'
import { insertDetachment } from './detachment-queries.ts'
import { lockMethodRow, updateMethod } from './method-queries.ts'

/**
 * Removes the saved method, effective at once even if the provider does not answer; the sweep
 * retries the detachment. A method that was saved before the removal stays removed, even if its
 * notification arrives later. A pending charge continues: its row stores the method it was
 * requested with. Automatic top-ups stop.
 */
export async function removeMethod(deps: PaymentDeps, key: CustomerKey): Promise<void> {
  const { payments, db, clock, now } = deps
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
    const { organizationId, customerId } = key
    const businessNow = clock.now(organizationId)
    const moment = { now: at, businessNow }
    await stopAutoTopUps(tx, { organizationId, customerId }, 'no_payment_method', moment)
  })
  await detachMethods(deps, payments, key)
}
