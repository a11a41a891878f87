import { type Decimal, ZERO } from '../../domain/money.ts'
import { cutAtBuckets, isEmpty } from '../../domain/time/range.ts'
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

/** What was used of one signal: billing units, what they cost the operator, how many events. */
export type Usage = { quantity: Decimal; cost: Decimal; eventCount: number }

export const NO_USAGE: Usage = { quantity: ZERO, cost: ZERO, eventCount: 0 }

/** Whose usage is billed, and by which of the customer's subscriptions. */
export type UsageOwner = UsageOfAgent & { subscription: Precedence }

/** A window of one signal's usage, to be added up under a key. */
export type UsageQuestion = SignalWindow & { key: string }

/** The customer's other subscriptions for the agent in a time, and what was billed of it to them. */
export async function loadOthers(db: Db, owner: UsageOwner, span: UsageRange): Promise<Candidates> {
  const others = { ...owner, ...span, subscriptionId: owner.subscription.id }
  const [running, billed] = await Promise.all([
    listCompetingSubscriptions(db, others),
    listBilledRanges(db, others),
  ])
  return { running, billed }
}

/**
 * The usage that belongs to the subscription, by key (docs/adr/0012-subscription-of-an-event.md). What
 * one subscription was billed for stays with it, whatever its end and the plans have become since.
 * Summed from the rollups, so it costs the same for a thousand events and for a million; only where
 * a window begins or ends inside a quarter of an hour are single events read. The others are those of
 * all windows.
 */
export async function sumUsage(
  db: Db,
  owner: UsageOwner,
  others: Candidates,
  questions: readonly UsageQuestion[],
): Promise<(key: string) => Usage> {
  const { buckets, edges } = wantedOf(owner, others, questions)
  const sums = await Promise.all([
    buckets.length > 0 ? queries.sumBuckets(db, { ...owner, wanted: buckets }) : [],
    edges.length > 0 ? queries.sumEvents(db, { ...owner, wanted: edges }) : [],
  ])
  const byKey = new Map<string, Usage>()
  for (const sum of sums.flat()) byKey.set(sum.key, add(byKey.get(sum.key) ?? NO_USAGE, sum))
  return (key) => byKey.get(key) ?? NO_USAGE
}

/**
 * The units of the same usage by key and by day of a zone, a date such as 2026-03-31. It is read once,
 * however many days there are.
 */
export async function sumUsageByDay(
  db: Db,
  { timeZone, ...owner }: UsageOwner & { timeZone: string },
  others: Candidates,
  questions: readonly UsageQuestion[],
): Promise<(key: string, date: string) => Decimal> {
  const { buckets, edges } = wantedOf(owner, others, questions)
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

/** What of the questions is the subscription's: whole quarters of an hour, and what is left at their ends. */
function wantedOf(owner: UsageOwner, others: Candidates, questions: readonly UsageQuestion[]) {
  const wanted = questions.flatMap((question) => {
    const { key, signalId } = question
    return ownRanges(owner.subscription, question, others).map((range) => {
      return { key, signalId, ...range }
    })
  })
  const buckets = wanted.flatMap((one) => inRanges(one, [cutAtBuckets(one).buckets]))
  const edges = wanted.flatMap((one) => {
    const { head, tail } = cutAtBuckets(one)
    return inRanges(one, [head, tail])
  })
  return { buckets, edges }
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
