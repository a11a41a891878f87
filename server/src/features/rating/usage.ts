import { type Decimal, ZERO } from '../../domain/money.ts'
import { BUCKET_MS } from '../../domain/range.ts'
import type { Db } from '../../platform/database.ts'
import type {
  BilledRange,
  CompetingSubscription,
  UsageOfAgent,
  UsageRange,
  UsageSum,
  WantedUsage,
} from './usage-queries.ts'
import * as queries from './usage-queries.ts'

/** What was used of one signal: billing units, what they cost the operator, how many events. */
export type Usage = { quantity: Decimal; cost: Decimal; eventCount: number }

export const NO_USAGE: Usage = { quantity: ZERO, cost: ZERO, eventCount: 0 }

/** Whose usage is billed, and by which of the customer's subscriptions. */
export type UsageOwner = UsageOfAgent & {
  subscriptionId: string
  startsAt: Date
  pricedSignalIds: readonly string[]
}

/** A window of one signal's usage, to be added up under a key. */
export type UsageQuestion = {
  key: string
  signalId: string
  window: UsageRange
  /** The invoice that billed the window, where one did: what is its own stays its own. */
  billedBy?: Pick<BilledRange, 'finalizedAt' | 'invoiceId'>
}

/** The times in which usage is, or may be, another subscription's. */
export type TakenTimes = {
  competing: readonly CompetingSubscription[]
  billedRanges: readonly BilledRange[]
}

/** Which subscriptions run beside the owner's in a time, and what was billed of it to others. */
export async function loadTakenTimes(
  db: Db,
  owner: UsageOwner,
  span: UsageRange,
): Promise<TakenTimes> {
  const others = { subscriptionId: owner.subscriptionId, ...span }
  const [competing, billedRanges] = await Promise.all([
    queries.listCompetingSubscriptions(db, owner, others),
    queries.listBilledRanges(db, owner, others),
  ])
  return { competing, billedRanges }
}

/**
 * The usage that belongs to the subscription, by key (docs/adr/0012-subscription-of-an-event.md). What
 * one subscription was billed for stays with it, whatever its end and the plans have become since.
 * Summed from the rollups, so it costs the same for a thousand events and for a million; only where
 * a window begins or ends inside a quarter of an hour are single events read. The taken times are
 * those of all windows.
 */
export async function sumUsage(
  db: Db,
  owner: UsageOwner,
  { competing, billedRanges }: TakenTimes,
  questions: readonly UsageQuestion[],
): Promise<(key: string) => Usage> {
  const wanted = questions.flatMap((question) => {
    const { key, signalId, billedBy, window } = question
    const competingFirst = billedBy
      ? []
      : competing.filter((one) => comesFirst(one, owner, signalId))
    const taken = [
      ...competingFirst,
      ...billedRanges.filter((range) => isTaken(range, question)).map(timeOf),
    ]
    return without(window, taken).map((range) => ({ key, signalId, ...range }))
  })
  const parts = wanted.map(cutAtBuckets)
  const buckets = parts.flatMap((part) => part.buckets)
  const edges = parts.flatMap((part) => part.edges)
  const sums = await Promise.all([
    buckets.length > 0 ? queries.sumBuckets(db, owner, buckets) : [],
    edges.length > 0 ? queries.sumEvents(db, owner, edges) : [],
  ])
  const byKey = new Map<string, Usage>()
  for (const sum of sums.flat()) byKey.set(sum.key, add(byKey.get(sum.key) ?? NO_USAGE, sum))
  return (key) => byKey.get(key) ?? NO_USAGE
}

function add(usage: Usage, { quantity, cost, eventCount }: UsageSum): Usage {
  return {
    quantity: usage.quantity.plus(quantity),
    cost: usage.cost.plus(cost),
    eventCount: usage.eventCount + Number(eventCount),
  }
}

/** Whether another subscription was billed for it: before this one was, if this one was too. */
function isTaken(range: BilledRange, { signalId, billedBy }: UsageQuestion): boolean {
  if (range.signalId !== signalId) return false
  if (!billedBy) return true
  const earlier = range.finalizedAt.getTime() - billedBy.finalizedAt.getTime()
  return earlier === 0 ? range.invoiceId < billedBy.invoiceId : earlier < 0
}

type Time = Pick<CompetingSubscription, 'startsAt' | 'endsAt'>

const timeOf = ({ start, end }: BilledRange): Time => ({ startsAt: start, endsAt: end })

/** The window without the times in which its usage belongs to others. */
function without(window: UsageRange, taken: readonly Time[]): UsageRange[] {
  return taken.reduce((ranges, time) => ranges.flatMap((range) => cutOut(range, time)), [window])
}

function comesFirst(
  competing: CompetingSubscription,
  owner: UsageOwner,
  signalId: string,
): boolean {
  const isCompetingPricing = competing.pricedSignalIds.includes(signalId)
  if (isCompetingPricing !== owner.pricedSignalIds.includes(signalId)) return isCompetingPricing
  const earlier = competing.startsAt.getTime() - owner.startsAt.getTime()
  return earlier === 0 ? competing.id < owner.subscriptionId : earlier < 0
}

function cutOut({ start, end }: UsageRange, { startsAt, endsAt }: Time): UsageRange[] {
  // One that was called off before it began had no time.
  if (endsAt !== null && endsAt <= startsAt) return [{ start, end }]
  const before = { start, end: Math.min(end, startsAt.getTime()) }
  const after = { start: Math.max(start, endsAt?.getTime() ?? end), end }
  const isApart = before.end <= start && after.start <= start
  if (isApart) return [{ start, end }]
  return [before, after].filter((range) => range.start < range.end)
}

/** A range cut into whole buckets and what is left at its ends. */
function cutAtBuckets(wanted: WantedUsage): { buckets: WantedUsage[]; edges: WantedUsage[] } {
  const { start, end } = wanted
  const first = Math.min(Math.ceil(start / BUCKET_MS) * BUCKET_MS, end)
  const last = Math.max(Math.floor(end / BUCKET_MS) * BUCKET_MS, first)
  const isThere = (range: WantedUsage) => range.start < range.end
  return {
    buckets: [{ ...wanted, start: first, end: last }].filter(isThere),
    edges: [
      { ...wanted, start, end: first },
      { ...wanted, start: last, end },
    ].filter(isThere),
  }
}
