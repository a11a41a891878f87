import { contains, intersect, isEmpty, merge, type Range } from '../../domain/time/range.ts'

/**
 * Subscriptions and billed ranges that compete for a customer's usage of one agent
 * (docs/adr/0012-subscription-of-an-event.md). All belong to that customer and agent. Times are
 * epoch milliseconds.
 */
export type Candidates = {
  running: readonly RunningSubscription[]
  billed: readonly BilledRange[]
}

/** Fields that decide between subscriptions that run at the same time. */
export type Precedence = {
  id: string
  startsAt: number
  /** Ids of the signals that its plan prices. */
  pricedSignalIds: readonly string[]
}

/** A subscription with its time range, which is empty if it was canceled before it started. */
export type RunningSubscription = Precedence & Range<number>

/** A finalized invoice with its time of finalization. */
export type FinalInvoice = { invoiceId: string; finalizedAt: Date }

/**
 * The range of a signal that a finalized invoice billed. It stays with that invoice, even if the
 * subscription or the plan changes.
 */
export type BilledRange = FinalInvoice &
  Range<number> & { subscriptionId: string; signalId: string }

/**
 * Returns the id of the subscription that owns usage of a signal at a time; undefined: none. Billed
 * usage stays with the subscription whose invoice was finalized first. Other usage belongs to a
 * running subscription, in order of precedence:
 * - its plan prices the signal,
 * - it started first,
 * - it has the lowest id.
 */
export function ownerAt(
  { signalId, time }: { signalId: string; time: number },
  { running, billed }: Candidates,
): string | undefined {
  const billers = billed.filter((one) => one.signalId === signalId && contains(one, time))
  if (billers.length > 0) return firstOf(billers, isFinalBefore)?.subscriptionId
  const runners = running.filter((one) => contains(one, time))
  return firstOf(runners, (a, b) => precedes(a, b, signalId))?.id
}

/** Half-open, in epoch milliseconds. */
export type UsageRange = Range<number>

/** A time range of one signal's usage. */
export type SignalWindow = {
  signalId: string
  window: UsageRange
  /** The subscription's own invoice, if one billed the whole window. */
  billedBy?: FinalInvoice
}

/**
 * Returns the parts of a window that belong to a subscription covering it, by `ownerAt`. Ranges are
 * sorted and adjacent ones merged. `others` must hold all competitors in the window.
 */
export function ownRanges(
  owner: Precedence,
  { signalId, window, billedBy }: SignalWindow,
  others: Candidates,
): Range<number>[] {
  // Compare only competitors within the window: a customer can have many others.
  const isThere = (one: Range<number>) => intersect(one, window) !== undefined
  const running = others.running.filter(isThere)
  const billed = others.billed.filter((one) => one.signalId === signalId && isThere(one))
  const own = { subscriptionId: owner.id, signalId, ...window }
  const candidates = {
    running: [...running, { ...owner, ...window }],
    billed: billedBy ? [...billed, { ...own, ...billedBy }] : billed,
  }
  const isOwn = ({ start }: Range<number>) =>
    ownerAt({ signalId, time: start }, candidates) === owner.id
  return merge(cutAt(window, [...running, ...billed]).filter(isOwn))
}

/** Splits a window so that each piece lies entirely inside or outside of each range. */
function cutAt(window: Range<number>, ranges: readonly Range<number>[]): Range<number>[] {
  const shared = ranges.flatMap((range) => intersect(range, window) ?? [])
  const cuts = new Set([window, ...shared].flatMap(({ start, end }) => [start, end]))
  const times = [...cuts].sort((a, b) => a - b)
  return times
    .slice(1)
    .map((end, index) => ({ start: times[index] ?? window.start, end }))
    .filter((piece) => !isEmpty(window) && !isEmpty(piece))
}

function precedes(a: Precedence, b: Precedence, signalId: string): boolean {
  const isPricedByA = a.pricedSignalIds.includes(signalId)
  if (isPricedByA !== b.pricedSignalIds.includes(signalId)) return isPricedByA
  return a.startsAt === b.startsAt ? a.id < b.id : a.startsAt < b.startsAt
}

function isFinalBefore(a: FinalInvoice, b: FinalInvoice): boolean {
  const earlier = a.finalizedAt.getTime() - b.finalizedAt.getTime()
  return earlier === 0 ? a.invoiceId < b.invoiceId : earlier < 0
}

function firstOf<T>(all: readonly T[], comesFirst: (a: T, b: T) => boolean): T | undefined {
  let first = all[0]
  for (const one of all) if (first === undefined || comesFirst(one, first)) first = one
  return first
}
