import { dateAt } from '../../../domain/time/dates.ts'
import type { BilledPeriod } from '../../../domain/time/schedule.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import {
  type ChangedPrice,
  computeChange,
  type PriceChange,
} from '../../pricing-plans/prices/change-prices.ts'
import { priceBody } from '../../pricing-plans/strategies/price-body.ts'
import type { Strategy } from '../../pricing-plans/strategies/strategy.ts'
import {
  listOwnPricesOfCustomers,
  type OwnPriceRow,
  withOwnPrices,
} from '../own-prices/own-price.ts'
import { listPastSchedules } from '../periods/past-schedules.ts'
import { firstPeriodFrom, firstPlanPricedFrom, type Reached } from './first-period.ts'
import { countReached, listCurrencies, listFinalTimes, listReached } from './queries.ts'
import {
  type ChangedPriceBody,
  LISTED_MAX,
  type PriceChangePreview,
  type ReachedSubscription,
} from './schemas.ts'

/**
 * Returns the prices that a change would write, computed as the change itself does, and the subscriptions
 * that it would reach. Stores nothing.
 */
export function previewChange(db: Db, change: PriceChange): Promise<PriceChangePreview> {
  const { organizationId, from, audience } = change
  return atOneMoment(db, async (tx) => {
    const changed = await computeChange(tx, change)
    const strategies = changed.map(({ strategy }) => strategy)
    const planIds = [...new Set(strategies.map(({ planId }) => planId))]
    const strategyIds = strategies.map(({ id }) => id)
    const reach = { organizationId, planIds, strategyIds, from, audience }
    const { total, withOwnPrices: totalWithOwnPrices } = await countReached(tx, reach)
    const rows = await listReached(tx, reach, LISTED_MAX)
    const final = await listFinalTimes(tx, organizationId, rows)
    const customerIds = rows.map(({ customerId }) => customerId)
    const own = await listOwnPricesOfCustomers(tx, organizationId, customerIds)
    const ownOf = Map.groupBy(own, ({ subscriptionId }) => subscriptionId)
    const schedules = await Promise.all(
      rows.map((row) => (row.moved === null ? [] : listPastSchedules(tx, row))),
    )
    const subscriptions = rows.map((row, at): ReachedSubscription => {
      const { id: subscriptionId, name, planId, timeZone } = row
      const { customerId, customerExternalId, customerName } = row
      const past = schedules[at] ?? []
      const reached = { subscription: row, past, final: final.get(subscriptionId) ?? [] }
      const ofPlan = strategies.filter((one) => one.planId === planId)
      const first = firstOf(reached, { ofPlan, own: ownOf.get(subscriptionId) ?? [], from })
      const customer = { customerId, customerExternalId, customerName }
      return { subscriptionId, name, ...customer, planId, timeZone, ...first }
    })
    const prices = await changedBodies(tx, organizationId, changed)
    return {
      ...{ effectiveFrom: from, audience, prices, subscriptions },
      ...{ totalSubscriptions: total, totalWithOwnPrices },
    }
  })
}

type Asked = { ofPlan: readonly Strategy[]; own: readonly OwnPriceRow[]; from: string }

/** Returns the first period with a new price, and the strategies that keep an own price in it. */
function firstOf(
  reached: Reached,
  { ofPlan, own, from }: Asked,
): Pick<ReachedSubscription, 'firstPeriod' | 'ownPriceStrategyIds'> {
  const hasOwn = (id: string) => own.some(({ strategyId }) => strategyId === id)
  const withoutOwn = firstPeriodFrom(reached, from)
  const periods = ofPlan.map((strategy) => ({
    strategyId: strategy.id,
    period: hasOwn(strategy.id)
      ? firstPlanPricedFrom(reached, withOwnPrices(strategy, own), from)
      : withoutOwn,
  }))
  const first = earliest(periods.flatMap(({ period }) => period ?? []))
  const kept = periods.filter(({ strategyId, period }) => {
    return hasOwn(strategyId) && (!first || !period || dateAt(period.start) > dateAt(first.start))
  })
  const firstPeriod = first
    ? { start: dateAt(first.start).toISOString(), end: dateAt(first.end).toISOString() }
    : null
  return { firstPeriod, ownPriceStrategyIds: kept.map(({ strategyId }) => strategyId) }
}

function earliest(periods: readonly BilledPeriod[]): BilledPeriod | undefined {
  return periods.toSorted((a, b) => Temporal.Instant.compare(a.start, b.start))[0]
}

/** Builds the changed prices as the API returns them. */
export async function changedBodies(
  db: Db,
  organizationId: string,
  changed: readonly ChangedPrice[],
): Promise<ChangedPriceBody[]> {
  const planIds = [...new Set(changed.map(({ strategy }) => strategy.planId))]
  const currencies = await listCurrencies(db, organizationId, planIds)
  return changed.map(({ strategy, before, after }) => {
    const { id: strategyId, planId, name, chargeType } = strategy
    const currency = currencies.get(planId) ?? ''
    const prices = { before: priceBody(before), after: priceBody(after.price) }
    return { strategyId, planId, name, chargeType, currency, ...prices }
  })
}
