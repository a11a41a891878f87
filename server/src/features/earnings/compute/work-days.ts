import { type Decimal, sum } from '../../../domain/money.ts'
import type { Claim } from '../../../domain/prices/realised.ts'
import { dayOf, intersect, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { instants } from '../../usage-figures/window.ts'
import { isWithin } from '../earned.ts'
import type { SomeCustomers } from '../facts/earning-filter.ts'
import type { EarnerUsage } from '../usage/earner-usage.ts'
import type { Interval } from '../usage/intervals.ts'
import { listWorkDays } from '../usage/work-days.ts'
import type { EarnedDaysSink, EarnerPlace } from './day-figures.ts'
import { NO_ID } from './kept-kinds.ts'

type Owned = {
  earner: EarnerUsage
  claims: readonly Claim[]
  month: Range<number>
  put: EarnedDaysSink
  place: EarnerPlace
}

/** Adds the events, units and costs of a subscription by signal. Work is priced if a claim of its signal has its time. */
export function addOwnedWork({ earner, claims, month, put, place }: Owned): void {
  const own = earner.intervals.filter(isWithin(month))
  const claimed = Map.groupBy(claims, ({ signalId }) => signalId)
  for (const interval of own) {
    const { signalId } = interval
    const ranges = claimed.get(signalId) ?? []
    const time = instants(interval)
    const isPriced = ranges.some(({ range }) => intersect(range, time) !== undefined)
    const kind = isPriced ? 'priced_work' : 'unpriced_work'
    const source = { kind, sourceId: signalId, signalId } as const
    put({ ...place, ...source }, dayOf(interval.start), figuresOf(interval))
  }
}

type Work = Pick<Interval, 'billable' | 'cost' | 'eventCount' | 'uncostedEvents'>

function figuresOf({ billable, cost, eventCount, uncostedEvents }: Work) {
  return { quantity: billable, cost, eventCount, uncostedEvents }
}

type Unowned = { window: Range<number>; earners: readonly EarnerUsage[]; put: EarnedDaysSink }

/** Adds the work that belongs to no subscription: all work of a customer less that of its subscriptions. */
export async function addUnownedWork(
  tx: Tx,
  filter: SomeCustomers,
  { window, earners, put }: Unowned,
): Promise<void> {
  const owned = new Map<string, Work[]>()
  for (const { subscription, intervals } of earners) {
    const { customerId, agentId } = subscription
    for (const interval of intervals.filter(isWithin(window))) {
      const key = keyOf({
        customerId,
        agentId,
        signalId: interval.signalId,
        day: dayOf(interval.start),
      })
      const known = owned.get(key)
      if (known) known.push(interval)
      else owned.set(key, [interval])
    }
  }
  for (const all of await listWorkDays(tx, filter, window)) {
    const { customerId, agentId, signalId, day } = all
    const own = owned.get(keyOf(all)) ?? []
    const figures = {
      quantity: less(
        all.billable,
        own.map(({ billable }) => billable),
      ),
      cost: less(
        all.cost,
        own.map(({ cost }) => cost),
      ),
      eventCount: own.reduce((left, one) => left - one.eventCount, all.eventCount),
      uncostedEvents: own.reduce((left, one) => left - one.uncostedEvents, all.uncostedEvents),
    }
    const none = { subscriptionId: NO_ID, planId: NO_ID, currency: '' }
    const place = { customerId, agentId, ...none, sourceId: signalId, signalId }
    put({ ...place, kind: 'unpriced_work' }, day, figures)
  }
}

type WorkPlace = { customerId: string; agentId: string; signalId: string; day: number }
const keyOf = ({ customerId, agentId, signalId, day }: WorkPlace) =>
  `${customerId}${agentId}${signalId}${day}`

const less = (all: Decimal, parts: readonly Decimal[]) =>
  parts.length === 0 ? all : all.minus(sum(parts))
