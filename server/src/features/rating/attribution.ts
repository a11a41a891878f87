import { contains, intersect, isEmpty, merge, type Range } from '../../domain/time/range.ts'

/**
 * What may have a customer's usage of an agent, for deciding which subscription it belongs to
 * (docs/adr/0012-subscription-of-an-event.md). All of it is of that customer and agent; times are
 * epoch milliseconds.
 */
export type Candidates = {
  running: readonly RunningSubscription[]
  billed: readonly BilledRange[]
}

/** What decides among subscriptions that run at the same time. */
export type Precedence = {
  id: string
  startsAt: number
  /** The signals that its plan prices. */
  pricedSignalIds: readonly string[]
}

/** It runs in the range, which holds no time where it was called off before it began. */
export type RunningSubscription = Precedence & Range<number>

/** When an invoice was finalized. */
export type FinalInvoice = { invoiceId: string; finalizedAt: Date }

/** What a finalized invoice billed of a signal; it keeps it, whatever becomes of the deals. */
export type BilledRange = FinalInvoice &
  Range<number> & { subscriptionId: string; signalId: string }

/**
 * The subscription that usage of a signal at a time belongs to; undefined: none. Billed usage stays
 * with the subscription of the invoice that was finalized first. Any other belongs to the one that
 * runs; of several to the one whose plan prices the signal, then to the one that started first, then
 * to the lowest id.
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

/** A time of a signal's usage. */
export type SignalWindow = {
  signalId: string
  window: UsageRange
  /** The subscription's own invoice that billed the whole window, where one did. */
  billedBy?: FinalInvoice
}

/**
 * What of a window belongs to a subscription that covers it, by `ownerAt`: in order, pieces that
 * touch are one. The others are all that compete with it in the window.
 */
export function ownRanges(
  owner: Precedence,
  { signalId, window, billedBy }: SignalWindow,
  others: Candidates,
): Range<number>[] {
  // A customer can have many others before and after; only those in the window are compared.
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

/** A window in pieces, each of which lies wholly inside or outside of each range. */
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
