import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { pick } from '../../platform/pick.ts'
import { recordChanges } from '../changelog/service.ts'
import type { Moment } from '../clock/business-clock.ts'
import { publishEvents } from '../outbox/outbox.ts'
import { type Command, lockForChange, storeChange } from './change/lock-for-change.ts'
import { markSubscriptionDeleted } from './change/queries.ts'
import { lockSubscription } from './lock.ts'
import { refuseNewOverlaps } from './overlaps/overlap.ts'
import { protectInvoicesOf } from './periods/invoiced.ts'
import { hasInvoices } from './periods/invoiced-queries.ts'
import { findReplacedEnd, updateSuccessor } from './plan-changes/queries.ts'
import { findSubscriptionOf } from './read.ts'
import type { Subscription } from './terms/subscription.ts'
import { toValues } from './terms/values.ts'

/** Taking back a change of plan, with the customer of the subscription. */
export type TakeBackCommand = Omit<Command, 'key'> & { key: CustomerScopedId }

/**
 * Takes back a change of plan while the successor is upcoming, in the caller's transaction: the successor is deleted,
 * and the subscription has its former end. Returns the subscription as it was. Throws `not_found` without a change,
 * and `conflict` once the successor has started, is invoiced, or has a successor of its own.
 */
export async function takeBackPlanIn(
  tx: Tx,
  { key, actor, expected }: TakeBackCommand,
  moment: Moment,
): Promise<Subscription> {
  const { businessNow } = moment
  const locked = await lockForChange(tx, key, moment, expected)
  const { subscription, customerTimeZone } = locked
  const own = pick(subscription, ['organizationId', 'customerId', 'id'])
  const successor = await lockSuccessor(tx, subscription, businessNow)
  const end = await findReplacedEnd(tx, own)
  if (!end) throw noChange()
  await removeSuccessor(tx, { successor, actor }, moment)
  await updateSuccessor(tx, own, null, moment.now)
  const fields = { ...subscription, ...end, endAt: end.endAt === null ? null : new Date(end.endAt) }
  const values = toValues(fields, { customerTimeZone, moved: subscription.moved }, businessNow)
  await protectInvoicesOf(tx, { locked, values }, moment)
  const followed = { before: { replacedById: successor.id }, after: { replacedById: null } }
  await storeChange(tx, { subscription, values, actor, followed, isProrationSet: false }, moment)
  const scope = { ...pick(own, ['organizationId', 'customerId']), ids: [own.id] }
  await refuseNewOverlaps(tx, scope, { before: [], now: businessNow })
  return subscription
}

const noChange = () =>
  new AppError('not_found', 'The subscription has no change of plan that can be taken back')

async function lockSuccessor(
  tx: Tx,
  { organizationId, customerId, succession }: Subscription,
  now: Date,
): Promise<Subscription> {
  const id = succession?.replacedById
  if (id == null) throw noChange()
  const key = { organizationId, customerId, id }
  await lockSubscription(tx, key)
  const successor = await findSubscriptionOf(tx, key)
  if (!successor) throw noChange()
  if (successor.succession?.replacedById != null) {
    throw new AppError(
      'conflict',
      `The plan changes again after this change: take that one back first with DELETE /v1/subscriptions/${id}/plan-change`,
    )
  }
  if (successor.startsAt <= now || (await hasInvoices(tx, key))) {
    throw new AppError(
      'conflict',
      `The new plan has begun: change the plan of the subscription ${id} instead`,
    )
  }
  return successor
}

async function removeSuccessor(
  tx: Tx,
  { successor, actor }: Pick<TakeBackCommand, 'actor'> & { successor: Subscription },
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, id } = successor
  const key = { organizationId, customerId, id }
  await markSubscriptionDeleted(tx, key, moment.now)
  const changes = [{ field: 'deletedAt', from: null, to: moment.businessNow.toISOString() }]
  const entry = { organizationId, customerId, subscriptionId: id, actor, changes }
  await recordChanges(tx, [entry], moment.businessNow)
  // Receivers of `subscription.ended` rely on it for deletions too.
  const types = ['subscription.ended', 'subscription.deleted'] as const
  await publishEvents(
    tx,
    types.map((type) => ({ type, ...key })),
    moment,
  )
}
