import { statusAt } from '../../../domain/subscription-status.ts'
import { billingAt } from '../../../domain/time/schedule.ts'
import type { Names } from '../names-queries.ts'
import { seatsAt } from '../seats/seats.ts'
import type { UnbilledTime } from '../unbilled/unbilled-fields.ts'
import type { Subscription as SubscriptionBody } from './schemas.ts'
import { shownFields } from './shown-fields.ts'
import type { Subscription } from './subscription.ts'

type Known = {
  names: Names
  unbilled: ReadonlyMap<string, UnbilledTime[]>
  /** Periods that are invoiced before they have ended. */
  invoiced: ReadonlyMap<string, { start: Date; end: Date }[]>
}

/** Builds a subscription as the API returns it at an instant. */
export function toBody(
  subscription: Subscription,
  { names, unbilled, invoiced }: Known,
  now: Date,
): SubscriptionBody {
  const { currentPeriod, nextInvoiceDate } = billingAt(
    subscription,
    now,
    invoiced.get(subscription.id) ?? [],
  )
  const customer = names.customers.get(subscription.customerId)
  return {
    ...shownFields(subscription),
    seatsCount: seatsAt(subscription, now).count,
    id: subscription.id,
    planId: subscription.planId,
    agentId: subscription.agentId,
    customerId: subscription.customerId,
    planName: names.plans.get(subscription.planId)?.name ?? subscription.planId,
    agentName: names.agents.get(subscription.agentId) ?? subscription.agentId,
    customerName: customer?.name ?? subscription.customerId,
    customerExternalId: customer?.externalId ?? null,
    currency: names.plans.get(subscription.planId)?.currency ?? '',
    status: statusAt(subscription, now),
    timezoneInForce: subscription.timeZone,
    netTerms: subscription.netTermsInForce,
    currentPeriod: currentPeriod && {
      start: currentPeriod.start.toISOString(),
      end: currentPeriod.end.toISOString(),
    },
    nextInvoiceDate,
    dealId: subscription.dealId,
    replacesId: subscription.succession?.replacesId ?? null,
    replacedById: subscription.succession?.replacedById ?? null,
    unbilledTime: unbilled.get(subscription.id) ?? [],
    version: subscription.version,
    createdAt: subscription.createdAt.toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
  }
}
