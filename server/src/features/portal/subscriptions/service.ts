import { forAll } from '../../../platform/batching/for-all.ts'
import type { Db } from '../../../platform/database.ts'
import { PAGE_SIZE_MAX } from '../../../platform/http/list.ts'
import { type BillingContext, readBillingContext } from '../../billing/context/billing-context.ts'
import { listDiscounts } from '../../discounts/service.ts'
import type { OfCustomer } from '../../invoices/shown/read.ts'
import { toBody as strategyBody } from '../../pricing-plans/strategies/body.ts'
import { seatsAfter } from '../../subscriptions/seats/seats.ts'
import { listSubscriptions } from '../../subscriptions/service.ts'
import type { PortalSubscription, PortalSubscriptionList } from './schemas.ts'

/** Lists a customer's subscriptions, latest first, with their current prices and discounts. */
export async function listOwnSubscriptions(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  { limit = PAGE_SIZE_MAX, now }: { limit?: number; now: Date },
): Promise<PortalSubscriptionList> {
  const page = { page: 1, limit, sortBy: 'createdAt', sortOrder: 'desc' } as const
  const [{ results, totalResults }, discounts] = await Promise.all([
    listSubscriptions(db, { organizationId, query: { ...page, customerId } }, now),
    listDiscounts(db, organizationId, { ...page, limit: PAGE_SIZE_MAX, customerId }),
  ])
  const running = discounts.results.filter(
    ({ endedAt, periodsLeft }) => endedAt === null && periodsLeft !== 0,
  )
  const contexts = await forAll(results, ({ id }) =>
    readBillingContext(db, { organizationId, customerId, subscriptionId: id }),
  )
  return {
    results: results.map((one, at) => toBody(one, contexts[at], { discounts: running, now })),
    totalResults,
  }
}

type Subscription = Awaited<ReturnType<typeof listSubscriptions>>['results'][number]
type Discount = Awaited<ReturnType<typeof listDiscounts>>['results'][number]

function toBody(
  one: Subscription,
  context: BillingContext | undefined,
  { discounts, now }: { discounts: readonly Discount[]; now: Date },
): PortalSubscription {
  const isEnded = one.status === 'ended'
  const own = discounts.filter(({ subscriptionId }) => (subscriptionId ?? one.id) === one.id)
  return {
    id: one.id,
    planName: one.planName,
    agentName: one.agentName,
    status: one.status,
    currency: one.currency,
    startDate: one.startDate,
    endDate: one.endDate,
    billingCycle: one.billingCycle,
    customCycleDays: one.customCycleDays,
    seatsCount: one.seatsCount,
    nextSeats: context ? nextSeatsOf(context, now) : null,
    timeZone: one.timezoneInForce,
    currentPeriod: one.currentPeriod,
    nextInvoiceDate: one.nextInvoiceDate,
    prices: context ? pricesOf(context) : [],
    discounts: isEnded ? [] : own.map(discountBody),
  }
}

function nextSeatsOf({ subscription }: BillingContext, now: Date): PortalSubscription['nextSeats'] {
  const next = seatsAfter(subscription, now)
  return next ? { from: next.from, seatsCount: next.count } : null
}

function pricesOf({ strategies, signals }: BillingContext): PortalSubscription['prices'] {
  return strategies.map((strategy) => {
    const { name, chargeType, pricingModel, signalId, rate, packageSize, tiers } =
      strategyBody(strategy)
    const signalName = signalId === null ? null : (signals.get(signalId)?.name ?? name)
    return { name, chargeType, pricingModel, rate, packageSize, tiers, signalName }
  })
}

function discountBody(discount: Discount): PortalSubscription['discounts'][number] {
  const { name, percentOff, amountOff, currency, duration } = discount
  const { durationPeriods, periodsUsed, periodsLeft } = discount
  return {
    ...{ name, percentOff, amountOff, currency, duration },
    ...{ durationPeriods, periodsUsed, periodsLeft },
  }
}
