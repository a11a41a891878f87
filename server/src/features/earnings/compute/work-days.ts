import { type Decimal, sum } from '../../../domain/money.ts'
import type { Claim } from '../../../domain/prices/realised.ts'
import { intersect, type Range } from '../../../domain/time/range.ts'
import { groupInTurns, mapInTurns } from '../../../platform/program/in-turns.ts'
import { instants } from '../../usage-figures/window.ts'
import { isWithin } from '../earned.ts'
import type { EarnerUsage } from '../usage/earner-usage.ts'
import type { Interval, KnownDays } from '../usage/intervals.ts'
import type { EarnedDaysSink, EarnerPlace } from './day-figures.ts'
import { NO_ID } from './kept-kinds.ts'

type Owned = {
  earner: EarnerUsage
  claims: readonly Claim[]
  month: Range<number>
  put: EarnedDaysSink
  place: EarnerPlace
  startOf: StartOf
}

/** Returns the start of the part that contains a time. */
export type StartOf = (time: number) => number

/**
 * Adds the events, units and costs of a subscription by signal. Work is priced if a claim of its signal has its time, or
 * if the fees of the plan cover its signal.
 */
export function addOwnedWork({ earner, claims, month, put, place, startOf }: Owned): void {
  const own = earner.intervals.filter(isWithin(month))
  const claimed = Map.groupBy(claims, ({ signalId }) => signalId)
  for (const interval of own) {
    const { signalId } = interval
    const ranges = claimed.get(signalId) ?? []
    const time = instants(interval)
    const isPriced =
      earner.isIncluded(signalId) ||
      ranges.some(({ range }) => intersect(range, time) !== undefined)
    const kind = isPriced ? 'priced_work' : 'unpriced_work'
    const source = { kind, sourceId: signalId, signalId } as const
    put({ ...place, ...source }, startOf(interval.start), figuresOf(interval))
  }
}

type Work = Pick<Interval, 'billable' | 'cost' | 'eventCount' | 'uncostedEvents'>

function figuresOf({ billable, cost, eventCount, uncostedEvents }: Work) {
  return { quantity: billable, cost, eventCount, uncostedEvents }
}

type Unowned = {
  earners: readonly EarnerUsage[]
  put: EarnedDaysSink
  startOf: StartOf
}

/** Adds the work that belongs to no subscription: all work of a customer less that of its subscriptions. */
export async function addUnownedWork(
  { window, days }: KnownDays,
  { earners, put, startOf }: Unowned,
): Promise<void> {
  const owned = new Map<string, Work[]>()
  await mapInTurns(earners, ({ subscription: { customerId, agentId }, intervals }) => {
    for (const interval of intervals.filter(isWithin(window))) {
      const { signalId, start } = interval
      const key = keyOf({ customerId, agentId, signalId, day: startOf(start) })
      const known = owned.get(key)
      if (known) known.push(interval)
      else owned.set(key, [interval])
    }
  })
  const all = await groupInTurns(days, (one) => keyOf({ ...one, day: startOf(one.day) }))
  await mapInTurns(all, ([key, together]) => {
    const [first] = together
    if (!first) return
    const { customerId, agentId, signalId } = first
    const none = { subscriptionId: NO_ID, planId: NO_ID, currency: '' }
    const place = { customerId, agentId, ...none, sourceId: signalId, signalId }
    const figures = lessOwned(together, owned.get(key) ?? [])
    put({ ...place, kind: 'unpriced_work' }, startOf(first.day), figures)
  })
}

/** Returns all work less that of the subscriptions. */
function lessOwned(all: readonly Work[], own: readonly Work[]) {
  const left = (read: (one: Work) => Decimal) => sum(all.map(read)).minus(sum(own.map(read)))
  const leftCount = (read: (one: Work) => number) =>
    all.reduce((count, one) => count + read(one), 0) -
    own.reduce((count, one) => count + read(one), 0)
  return {
    quantity: left(({ billable }) => billable),
    cost: left(({ cost }) => cost),
    eventCount: leftCount(({ eventCount }) => eventCount),
    uncostedEvents: leftCount(({ uncostedEvents }) => uncostedEvents),
  }
}

type WorkPlace = { customerId: string; agentId: string; signalId: string; day: number }
const keyOf = ({ customerId, agentId, signalId, day }: WorkPlace) =>
  `${customerId}${agentId}${signalId}${day}`
