import type { CustomerScopedId, ScopedId } from '../../../domain/scoped-id.ts'
import { statusAt } from '../../../domain/subscription-status.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { lockAgent } from '../../agents/service.ts'
import type { Actor } from '../../auth/principal.ts'
import { recordChanges } from '../../changelog/service.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockCustomer } from '../../customers/lock.ts'
import { outbox } from '../../outbox/outbox.ts'
import { isPlanLinked, lockPlan } from '../../pricing-plans/service.ts'
import { lockSignals } from '../../signals/service.ts'
import { lockSubscription } from '../lock.ts'
import { listPricedSignalIds } from '../overlaps/queries.ts'
import { findSubscription } from '../read.ts'
import { followClockIn } from '../status/follow-clock.ts'
import type { Subscription } from '../terms/subscription.ts'
import type { SubscriptionValues } from '../terms/values.ts'
import { eventOfChange } from './event-of-change.ts'
import { changesBetween, difference } from './history.ts'
import { updateSubscription } from './queries.ts'

/** A command about one subscription, and who gives it. */
export type Command = { key: ScopedId; actor: Actor }

export type LockedSubscription = { subscription: Subscription; customerTimeZone: string }

/** The key of a subscription with the customer that has it now; before the transaction that changes it. */
export async function findKey(db: Db, { organizationId, id }: ScopedId): Promise<CustomerScopedId> {
  const found = (await findSubscription(db, { organizationId, id })) ?? notFound('Subscription')
  return { organizationId, customerId: found.customerId, id }
}

/**
 * Locks a subscription that is about to change, and its customer, for the rest of the transaction.
 * Its stored status is brought up to the clock first, so that the history has what the clock did
 * before what the command does.
 */
export async function lockForChange(
  tx: Tx,
  key: CustomerScopedId,
  moment: Moment,
): Promise<LockedSubscription> {
  const { organizationId, customerId } = key
  const customer = await lockCustomer(tx, { organizationId, id: customerId }, 'update')
  // It may have been given to another customer meanwhile; if it was deleted, it is not found again.
  if (!(await lockSubscription(tx, key))) return lockForChange(tx, await findKey(tx, key), moment)
  await followClockIn(tx, moment, key)
  const subscription = (await findSubscription(tx, key)) ?? notFound('Subscription')
  return { subscription, customerTimeZone: customer.timezone }
}

export type Parties = { organizationId: string; agentId: string; planId: string }

/**
 * Locks what a running subscription rests on; call it after the customer is locked. The signals it
 * prices are locked for update: another plan of the same customer that comes to price one of them
 * locks it too, so of the two the later one sees the earlier.
 */
export async function lockParties(tx: Tx, parties: Parties): Promise<{ isPlanActive: boolean }> {
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
  return { isPlanActive: plan.isActive }
}

export type Change = {
  subscription: Subscription
  values: SubscriptionValues
  actor: Actor
  /** What follows from other fields and still belongs into the history. */
  followed?: { before: Record<string, unknown>; after: Record<string, unknown> }
  /** Whether the request names proratedAmount: each time is an adjustment of its own. */
  isProrationSet: boolean
}

/** Writes what has changed of a locked subscription, and its history; false when nothing has. */
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
  await outbox(tx, { type: eventOfChange(before.status, values.status), ...key }, moment)
  return true
}
