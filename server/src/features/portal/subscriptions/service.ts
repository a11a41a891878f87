import { laterDays, type PeriodDates, priceInForce } from '../../../domain/prices/price-in-force.ts'
import type { PricedStrategy } from '../../../domain/prices/strategy.ts'
import { dateAt, localDate } from '../../../domain/time/dates.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import type { Db } from '../../../platform/database.ts'
import { PAGE_SIZE_MAX } from '../../../platform/http/list.ts'
import { type BillingContext, readBillingContext } from '../../billing/context/billing-context.ts'
import { listDiscounts } from '../../discounts/service.ts'
import type { OfCustomer } from '../../invoices/shown/read.ts'
import { priceBody } from '../../pricing-plans/strategies/price-body.ts'
import { priceFields } from '../../pricing-plans/strategies/strategy.ts'
import { firstPeriodFrom } from '../../subscriptions/price-changes/first-period.ts'
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
  const nextPlans = nextPlansOf(results)
  return {
    results: results.map((one, at) =>
      toBody(one, contexts[at], { discounts: running, nextPlans, now }),
    ),
    totalResults,
  }
}

type Subscription = Awaited<ReturnType<typeof listSubscriptions>>['results'][number]
type Discount = Awaited<ReturnType<typeof listDiscounts>>['results'][number]

type Known = {
  discounts: readonly Discount[]
  nextPlans: ReadonlyMap<string, NonNullable<PortalSubscription['nextPlan']>>
  now: Date
}

/** Returns the plans that follow those of subscriptions by a change of plan. */
function nextPlansOf(all: readonly Subscription[]): Known['nextPlans'] {
  const upcoming = all.filter(({ status }) => status === 'upcoming')
  return new Map(
    upcoming.flatMap(({ replacesId, startDate: from, planName }) =>
      replacesId === null ? [] : [[replacesId, { from, planName }] as const],
    ),
  )
}

function toBody(
  one: Subscription,
  context: BillingContext | undefined,
  { discounts, nextPlans, now }: Known,
): PortalSubscription {
  const isEnded = one.status === 'ended'
  const own = discounts.filter(({ dealId }) => (dealId ?? one.dealId) === one.dealId)
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
    nextPlan: nextPlans.get(one.id) ?? null,
    timeZone: one.timezoneInForce,
    currentPeriod: one.currentPeriod,
    nextInvoiceDate: one.nextInvoiceDate,
    prices: context ? pricesOf(context, one) : [],
    discounts: isEnded ? [] : own.map(discountBody),
  }
}

function nextSeatsOf({ subscription }: BillingContext, now: Date): PortalSubscription['nextSeats'] {
  const next = seatsAfter(subscription, now)
  return next ? { from: next.from, seatsCount: next.count } : null
}

/** Returns the prices of the current period, or of the first one before the start, and those that follow. */
function pricesOf(
  context: BillingContext,
  { currentPeriod, startDate }: Subscription,
): PortalSubscription['prices'] {
  const { strategies, signals, subscription } = context
  const begins = currentPeriod && new Date(currentPeriod.start)
  const periodStart = begins ? localDate(begins, subscription.timeZone) : startDate
  return strategies.map((strategy) => {
    const { name, billTiming } = strategy
    const dates = { periodStart, subscriptionStart: startDate }
    const price = priceInForce(strategy, dates)
    const { chargeType, signalId } = priceFields(price)
    const signalName = signalId === null ? null : (signals.get(signalId)?.name ?? name)
    const next = nextPrice(strategy, dates, context)
    return { name, chargeType, ...priceBody(price), billTiming, signalName, next }
  })
}

/** Returns the price of the first later period whose price has other numbers. */
function nextPrice(
  strategy: PricedStrategy,
  dates: PeriodDates,
  { subscription, pastSchedules: past }: BillingContext,
): PortalSubscription['prices'][number]['next'] {
  const bodyOn = (periodStart: string) =>
    priceBody(priceInForce(strategy, { ...dates, periodStart }))
  const now = JSON.stringify(bodyOn(dates.periodStart))
  for (const day of laterDays(strategy, dates)) {
    const period = firstPeriodFrom({ subscription, past, final: [] }, day)
    if (period === undefined) return null
    const effectiveFrom = localDate(dateAt(period.start), subscription.timeZone)
    const body = bodyOn(effectiveFrom)
    if (JSON.stringify(body) !== now) return { effectiveFrom, ...body }
  }
  return null
}

function discountBody(discount: Discount): PortalSubscription['discounts'][number] {
  const { name, percentOff, amountOff, currency, duration } = discount
  const { durationPeriods, periodsUsed, periodsLeft } = discount
  return {
    ...{ name, percentOff, amountOff, currency, duration },
    ...{ durationPeriods, periodsUsed, periodsLeft },
  }
}
