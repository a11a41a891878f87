import type { Db, Tx } from '../../platform/database.ts'
import { recordChanges } from './changelog.ts'
import { type Command, holdSubscription, storeChange } from './hold.ts'
import type { SubscriptionKey } from './queries.ts'
import { valuesOf } from './values.ts'
import { markSubscriptionDeleted } from './write-queries.ts'

/** Ends a subscription that was invoiced, which must stay readable; removes any other. */
export async function deleteSubscription(
  db: Db,
  { key, actor }: Command,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { subscription, customerTimeZone } = await holdSubscription(tx, key, now)
    const { organizationId, customerId, id, endsAt, moved } = subscription
    if (await hasInvoices(tx, { organizationId, customerId, id })) {
      if (endsAt !== null && endsAt <= now) return
      const fields = { ...subscription, endDate: null, endAt: now, isForever: false }
      const values = valuesOf(fields, { customerTimeZone, moved }, now)
      await storeChange(tx, { subscription, values, actor }, now)
      return
    }
    await markSubscriptionDeleted(tx, { organizationId, customerId, id }, now)
    const changes = [{ field: 'deletedAt', from: null, to: now.toISOString() }]
    const entry = { organizationId, customerId, subscriptionId: id, actor, changes }
    await recordChanges(tx, [entry], now)
  })
}

/** Nothing has invoices while the service makes none. */
async function hasInvoices(_tx: Tx, _key: SubscriptionKey): Promise<boolean> {
  return false
}
