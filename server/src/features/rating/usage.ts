import { type Decimal, ZERO } from '../../domain/money.ts'
import { cutAtBuckets, cutAtDays, isEmpty } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import {
  type Candidates,
  ownRanges,
  type Precedence,
  type SignalWindow,
  type UsageRange,
} from './attribution.ts'
import { listBilledRanges, listCompetingSubscriptions } from './candidate-queries.ts'
import * as days from './day-queries.ts'
import type { UsageOfAgent, UsageSum, WantedUsage } from './usage-queries.ts'
import * as queries from './usage-queries.ts'

export { listUsedSignals } from './usage-queries.ts'

/** Usage of one signal: billing units, cost to the operator in USD, number of events. */
export type Usage = { quantity: Decimal; cost: Decimal; eventCount: number }

export const NO_USAGE: Usage = { quantity: ZERO, cost: ZERO, eventCount: 0 }

/** The customer and agent whose usage is billed, and the subscription that bills it. */
export type UsageOwner = UsageOfAgent & { subscription: Precedence }

/** A range of one signal's usage, to be summed under a key. */
export type UsageQuestion = SignalWindow & { key: string }

/**
 * Loads the customer's other subscriptions for the agent in a range, and the ranges billed to them.
 */
export async function loadCompetitors(
  db: Db,
  owner: UsageOwner,
  span: UsageRange,
): Promise<Candidates> {
  const others = { ...owner, ...span, subscriptionId: owner.subscription.id }
  const [running, billed] = await Promise.all([
    listCompetingSubscriptions(db, others),
    listBilledRanges(db, others),
  ])
  return { running, billed }
}

/**
 * Returns the subscription's own usage by key (docs/adr/0012-subscription-of-an-event.md). Usage
 * billed to a subscription stays with it, even if its end or the plans change. `others` must hold
 * the competitors in all windows.
 * Sums rollups, so the cost does not depend on the number of events: whole UTC days from those of
 * days, and the rest of a window from quarters of an hour. Single events are read only where a
 * window starts or ends inside such a quarter.
 */
export async function sumUsage(
  db: Db,
  owner: UsageOwner,
  others: Candidates,
  questions: readonly UsageQuestion[],
): Promise<(key: string) => Usage> {
  const { days: wholeDays, rest } = atDays(wantedOf(owner, others, questions))
  const { buckets, edges } = atBuckets(rest)
  const sums = await Promise.all([
    wholeDays.length > 0 ? queries.sumDays(db, { ...owner, wanted: wholeDays }) : [],
    buckets.length > 0 ? queries.sumBuckets(db, { ...owner, wanted: buckets }) : [],
    edges.length > 0 ? queries.sumEvents(db, { ...owner, wanted: edges }) : [],
  ])
  const byKey = new Map<string, Usage>()
  for (const sum of sums.flat()) byKey.set(sum.key, add(byKey.get(sum.key) ?? NO_USAGE, sum))
  return (key) => byKey.get(key) ?? NO_USAGE
}

/**
 * Like `sumUsage`, but returns the units by key and day (YYYY-MM-DD in the time zone). The usage is
 * read once, however many days there are.
 */
export async function sumUsageByDay(
  db: Db,
  { timeZone, ...owner }: UsageOwner & { timeZone: string },
  others: Candidates,
  questions: readonly UsageQuestion[],
): Promise<(key: string, date: string) => Decimal> {
  const { buckets, edges } = atBuckets(wantedOf(owner, others, questions))
  const sums = await Promise.all([
    buckets.length > 0 ? days.sumBucketsByDay(db, { ...owner, timeZone, wanted: buckets }) : [],
    edges.length > 0 ? days.sumEventsByDay(db, { ...owner, timeZone, wanted: edges }) : [],
  ])
  const byDay = new Map<string, Decimal>()
  const dayOf = (key: string, date: string) => `${date} ${key}`
  for (const { key, date, quantity } of sums.flat()) {
    const day = dayOf(key, date)
    byDay.set(day, (byDay.get(day) ?? ZERO).plus(quantity))
  }
  return (key, date) => byDay.get(dayOf(key, date)) ?? ZERO
}

/** Returns the subscription's own ranges, by key and signal. */
function wantedOf(
  owner: UsageOwner,
  others: Candidates,
  questions: readonly UsageQuestion[],
): WantedUsage[] {
  return questions.flatMap((question) => {
    const { key, signalId } = question
    return ownRanges(owner.subscription, question, others).map((range) => {
      return { key, signalId, ...range }
    })
  })
}

/** Cuts ranges into whole UTC days and the rest. A day of another time zone has edges in two. */
function atDays(wanted: readonly WantedUsage[]) {
  const cut = wanted.map((one) => ({ one, ...cutAtDays(one) }))
  return {
    days: cut.flatMap(({ one, days: whole }) => inRanges(one, [whole])),
    rest: cut.flatMap(({ one, head, tail }) => inRanges(one, [head, tail])),
  }
}

/** Cuts ranges into whole quarter-hour buckets and the edges around them. */
function atBuckets(wanted: readonly WantedUsage[]) {
  const cut = wanted.map((one) => ({ one, ...cutAtBuckets(one) }))
  return {
    buckets: cut.flatMap(({ one, buckets }) => inRanges(one, [buckets])),
    edges: cut.flatMap(({ one, head, tail }) => inRanges(one, [head, tail])),
  }
}

function add(usage: Usage, { quantity, cost, eventCount }: UsageSum): Usage {
  return {
    quantity: usage.quantity.plus(quantity),
    cost: usage.cost.plus(cost),
    eventCount: usage.eventCount + Number(eventCount),
  }
}

function inRanges(wanted: WantedUsage, ranges: readonly UsageRange[]): WantedUsage[] {
  return ranges.filter((range) => !isEmpty(range)).map((range) => ({ ...wanted, ...range }))
}
