import type { Db } from '../../platform/database.ts'
import { recordChanges } from '../changelog/service.ts'
import type { Moment } from '../clock/business-clock.ts'
import { publishEvents } from '../outbox/outbox.ts'
import { type Command, findKey, lockForChange, storeChange } from './change/lock-for-change.ts'
import { markSubscriptionDeleted } from './change/queries.ts'
import { protectInvoicesOf } from './periods/invoiced.ts'
import { hasInvoices } from './periods/invoiced-queries.ts'
import { refuseRemoval } from './plan-changes/refuse.ts'
import { toValues } from './terms/values.ts'

/** Deletes a subscription. One with invoices is ended instead, so that it stays readable. */
export async function deleteSubscription(
  db: Db,
  { key, actor, expected }: Command,
  moment: Moment,
): Promise<void> {
  const { now, businessNow } = moment
  const known = await findKey(db, key)
  await db.transaction().execute(async (tx) => {
    const locked = await lockForChange(tx, known, moment, expected)
    const { subscription, customerTimeZone } = locked
    const { organizationId, customerId, id, endsAt, moved } = subscription
    refuseRemoval(subscription)
    if (await hasInvoices(tx, { organizationId, customerId, id })) {
      if (endsAt !== null && endsAt <= businessNow) return
      const fields = { ...subscription, endDate: null, endAt: businessNow, isForever: false }
      const values = toValues(fields, { customerTimeZone, moved }, businessNow)
      await protectInvoicesOf(tx, { locked, values }, moment)
      await storeChange(tx, { subscription, values, actor, isProrationSet: false }, moment)
      return
    }
    await markSubscriptionDeleted(tx, { organizationId, customerId, id }, now)
    const changes = [{ field: 'deletedAt', from: null, to: businessNow.toISOString() }]
    const entry = { organizationId, customerId, subscriptionId: id, actor, changes }
    await recordChanges(tx, [entry], businessNow)
    // Receivers of `subscription.ended` rely on it for deletions too.
    const types = ['subscription.ended', 'subscription.deleted'] as const
    const events = types.map((type) => ({ type, organizationId, customerId, id }))
    await publishEvents(tx, events, moment)
  })
}
