import { statusAt } from '../../domain/subscription-status.ts'
import { billingAt } from '../../domain/time/schedule.ts'
import { amountOf, endDateOf } from './change/history.ts'
import type { Names } from './names-queries.ts'
import type { Subscription as SubscriptionBody } from './schemas.ts'
import type { Subscription } from './subscription.ts'
import type { UnbilledTime } from './unbilled/unbilled-schema.ts'

/** Builds a subscription as the API returns it at an instant. */
export function toBody(
  subscription: Subscription,
  { names, unbilled }: { names: Names; unbilled: ReadonlyMap<string, UnbilledTime[]> },
  now: Date,
): SubscriptionBody {
  const { currentPeriod, nextInvoiceDate } = billingAt(subscription, now)
  return {
    id: subscription.id,
    name: subscription.name,
    planId: subscription.planId,
    agentId: subscription.agentId,
    customerId: subscription.customerId,
    planName: names.plans.get(subscription.planId)?.name ?? subscription.planId,
    agentName: names.agents.get(subscription.agentId) ?? subscription.agentId,
    customerName: names.customers.get(subscription.customerId) ?? subscription.customerId,
    currency: names.plans.get(subscription.planId)?.currency ?? '',
    status: statusAt(subscription, now),
    startDate: subscription.startDate,
    endDate: endDateOf(subscription),
    isForever: subscription.isForever,
    billingCycle: subscription.billingCycle,
    customCycleDays: subscription.customCycleDays,
    billingDay: subscription.billingDay,
    billingModel: subscription.billingModel,
    timezone: subscription.timezone,
    timezoneInForce: subscription.timeZone,
    netTerms: subscription.netTermsInForce,
    autoCollectPayment: subscription.autoCollectPayment,
    seatsCount: subscription.seatsCount,
    proratedAmount: amountOf(subscription.proratedAmount),
    invoiceMemo: subscription.invoiceMemo,
    subscriptionDetails: subscription.subscriptionDetails,
    metadata: subscription.metadata,
    currentPeriod: currentPeriod && {
      start: currentPeriod.start.toISOString(),
      end: currentPeriod.end.toISOString(),
    },
    nextInvoiceDate,
    unbilledTime: unbilled.get(subscription.id) ?? [],
    createdAt: subscription.createdAt.toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
  }
}
