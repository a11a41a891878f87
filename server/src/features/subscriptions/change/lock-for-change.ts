import type { CustomerScopedId, ScopedId } from '../../../domain/scoped-id.ts'
import { statusAt } from '../../../domain/subscription-status.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { type ExpectedVersion, requireVersion } from '../../../platform/expected-version.ts'
import { lockAgent } from '../../agents/service.ts'
import type { Actor } from '../../auth/principal.ts'
import { recordChanges } from '../../changelog/service.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { isPlanLinked, lockPlan } from '../../pricing-plans/service.ts'
import { lockSignals } from '../../signals/service.ts'
import { lockSubscription } from '../lock.ts'
import { listPricedSignalIds } from '../overlaps/queries.ts'
import { findSubscription } from '../read.ts'
import { applyDueStatusesIn } from '../status/apply-due-statuses.ts'
import type { Subscription } from '../terms/subscription.ts'
import type { SubscriptionValues } from '../terms/values.ts'
import { eventOfChange } from './event-of-change.ts'
import { changesBetween, difference } from './history.ts'
import { updateSubscription } from './queries.ts'

/** A command on one subscription, with the actor for its changelog. */
export type Command = { key: ScopedId; actor: Actor; expected?: ExpectedVersion }

export type LockedSubscription = { subscription: Subscription; customerTimeZone: string }

/**
 * Returns the subscription's key with its current customer. Call it before the transaction that
 * changes the subscription. Throws `not_found`.
 */
export async function findKey(db: Db, { organizationId, id }: ScopedId): Promise<CustomerScopedId> {
  const found = (await findSubscription(db, { organizationId, id })) ?? notFound('Subscription')
  return { organizationId, customerId: found.customerId, id }
}

/**
 * Locks a subscription and its customer for a change, for the rest of the transaction. The stored
 * status is updated to business time first, so that the changelog lists automatic changes before
 * the command's. The expected version is compared before that, because a reader sees statuses by date
 * and cannot know whether they are stored.
 */
export async function lockForChange(
  tx: Tx,
  key: CustomerScopedId,
  moment: Moment,
  expected?: ExpectedVersion,
): Promise<LockedSubscription> {
  const { organizationId, customerId } = key
  const customer = await lockCustomer(tx, { organizationId, id: customerId }, 'update')
  // The subscription may have been moved to another customer concurrently; a deleted one throws.
  if (!(await lockSubscription(tx, key))) {
    return lockForChange(tx, await findKey(tx, key), moment, expected)
  }
  if (expected !== undefined) {
    requireVersion((await findSubscription(tx, key)) ?? notFound('Subscription'), expected)
  }
  await applyDueStatusesIn(tx, moment, key)
  const subscription = (await findSubscription(tx, key)) ?? notFound('Subscription')
  return { subscription, customerTimeZone: customer.timezone }
}

export type Parties = { organizationId: string; agentId: string; planId: string }

/**
 * Locks the agent, plan and signals of a running subscription. Call it after the customer is
 * locked. Priced signals are locked for update. Another plan of the customer that starts to price
 * one takes the same lock, so the later transaction sees the earlier.
 */
export async function lockParties(
  tx: Tx,
  parties: Parties,
): Promise<{ isPlanActive: boolean; currency: string }> {
  const { organizationId, agentId, planId } = parties
  await lockAgent(tx, { organizationId, id: agentId }, 'share')
  const plan = await lockPlan(tx, { organizationId, id: planId }, 'share')
  if (!(await isPlanLinked(tx, parties))) {
    throw new AppError(
      'agent_not_linked',
      `The plan ${planId} is not linked to the agent ${agentId}; link them first with ` +
        `POST /v1/pricing-plans/${planId}/agents`,
    )
  }
  const signalIds = await listPricedSignalIds(tx, parties)
  if (signalIds.length > 0) await lockSignals(tx, organizationId, signalIds, 'update')
  return { isPlanActive: plan.isActive, currency: plan.currency }
}

export type Change = {
  subscription: Subscription
  values: SubscriptionValues
  actor: Actor
  /** Derived values that belong in the changelog. */
  followed?: { before: Record<string, unknown>; after: Record<string, unknown> }
  /** True if the request contains `proratedAmount`: each setting is a separate adjustment. */
  isProrationSet: boolean
}

/**
 * Stores the changes of a locked subscription with changelog and event; false if nothing changed.
 */
export async function storeChange(
  tx: Tx,
  { subscription, values, actor, followed, isProrationSet }: Change,
  moment: Moment,
): Promise<boolean> {
  const { businessNow } = moment
  const before = { ...subscription, status: statusAt(subscription, businessNow) }
  const changes = [
    ...changesBetween(before, values),
    ...(followed ? difference(followed.before, followed.after) : []),
  ]
  if (changes.length === 0) return false
  const { organizationId, customerId, id } = subscription
  const key = { organizationId, customerId, id }
  await updateSubscription(tx, key, { values, isProrationSet }, moment)
  const entry = { organizationId, customerId, subscriptionId: id, actor, changes }
  await recordChanges(tx, [entry], businessNow)
  await publishEvent(tx, { type: eventOfChange(before.status, values.status), ...key }, moment)
  return true
}
