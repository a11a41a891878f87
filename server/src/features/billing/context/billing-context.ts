import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import type { PastSchedule } from '../../../domain/time/schedule.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockCustomerShared } from '../../customers/lock.ts'
import { listLiveStrategies } from '../../pricing-plans/strategies/live-strategies.ts'
import type { Strategy } from '../../pricing-plans/strategies/strategy.ts'
import type { UsageOwner } from '../../rating/usage.ts'
import { lockSubscription } from '../../subscriptions/lock.ts'
import { listOwnPrices, withOwnPrices } from '../../subscriptions/own-prices/own-price.ts'
import { listPastSchedules } from '../../subscriptions/periods/past-schedules.ts'
import { findSubscriptionOf } from '../../subscriptions/read.ts'
import type { Subscription } from '../../subscriptions/terms/subscription.ts'
import { findNames, listSignals, type SignalName } from './queries.ts'

/** Everything that determines the invoices of a subscription, except its usage. */
export type BillingContext = {
  subscription: Subscription
  pastSchedules: readonly PastSchedule[]
  agent: { id: string; name: string }
  currency: string
  /** The plan's live strategies that the subscription owes, with its own prices. Usage strategies count only if their signal is of this agent. */
  strategies: readonly Strategy[]
  /** Signals of the usage strategies, by id. */
  signals: ReadonlyMap<string, SignalName>
}

export type BillingKey = { organizationId: string; customerId: string; subscriptionId: string }

/**
 * Locks the subscriptions for the rest of the transaction and loads their billing contexts. The
 * lock serializes invoicing per subscription. To avoid deadlocks, all customers are locked before
 * any subscription, and each set in the order of ids.
 */
export async function lockBillingContexts(
  tx: Tx,
  keys: readonly BillingKey[],
): Promise<BillingContext[]> {
  await forAll(keys, (key) => lockCustomerShared(tx, key))
  const isThere = await forAll(keys, ({ organizationId, customerId, subscriptionId: id }) =>
    lockSubscription(tx, { organizationId, customerId, id }),
  )
  if (isThere.includes(false)) throw subscriptionAbsent()
  return forAll(keys, (key) => readBillingContext(tx, key))
}

export async function lockBillingContext(tx: Tx, key: BillingKey): Promise<BillingContext> {
  const [billing] = await lockBillingContexts(tx, [key])
  if (!billing) throw subscriptionAbsent()
  return billing
}

/** Like `lockBillingContext`, without locks: for a preview. */
export async function readBillingContext(db: Db, billing: BillingKey): Promise<BillingContext> {
  const { organizationId, customerId, subscriptionId } = billing
  const key = { organizationId, customerId, id: subscriptionId }
  const subscription = await findSubscriptionOf(db, key)
  if (!subscription) throw subscriptionAbsent()
  const { agentId, planId } = subscription
  const [all, { agentName, currency }, pastSchedules, own] = await Promise.all([
    listLiveStrategies(db, organizationId, planId),
    findNames(db, { organizationId, agentId, planId }),
    // Only subscriptions whose invoice dates were moved have past schedules.
    subscription.moved ? listPastSchedules(db, key) : [],
    listOwnPrices(db, key),
  ])
  const owed = subscription.owesOnetime
    ? all
    : all.filter(({ chargeType }) => chargeType !== 'onetime')
  const signalIds = all.filter(isUsageStrategy).map(({ signalId }) => signalId)
  const signals = await listSignals(db, { organizationId, agentId, signalIds })
  return {
    subscription,
    pastSchedules,
    agent: { id: agentId, name: agentName },
    currency,
    // In order of creation, which is the order of the plan.
    strategies: owed
      .filter((one) => !isUsageStrategy(one) || signals.has(one.signalId))
      .map((one) => withOwnPrices(one, own)),
    signals,
  }
}

export function usageOwnerOf({ subscription, strategies }: BillingContext): UsageOwner {
  const { organizationId, customerId, agentId, id, startsAt } = subscription
  const pricedSignalIds = strategies.filter(isUsageStrategy).map(({ signalId }) => signalId)
  const precedence = { id, startsAt: startsAt.getTime(), pricedSignalIds }
  return { organizationId, customerId, agentId, subscription: precedence }
}

/** Same answer for another customer's subscription, so that ids cannot be probed. */
function subscriptionAbsent(): AppError {
  return new AppError('not_found', 'The customer has no such subscription')
}
