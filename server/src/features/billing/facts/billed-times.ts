import { intersect, subtract } from '../../../domain/time/range.ts'
import type { FinalInvoice, UsageRange } from '../../rating/attribution.ts'
import type { UsageQuestion } from '../../rating/usage.ts'
import type { BilledUsage } from './billed-queries.ts'

/** A time range in which a finalized line of the subscription billed a signal. */
export type BilledTime = UsageRange & {
  /** The line settles usage of its range up to this time. */
  billedUntil: number
  billedBy: FinalInvoice
}

/** By signal id, earliest first; ranges of one signal do not overlap. */
export type BilledTimes = ReadonlyMap<string, readonly BilledTime[]>

export function billedTimesOf(lines: readonly BilledUsage[]): BilledTimes {
  const times = new Map<string, BilledTime[]>()
  for (const line of lines) {
    const { finalizedAt, invoiceId } = line
    const time = {
      start: line.periodStart.getTime(),
      end: line.periodEnd.getTime(),
      billedUntil: line.billedUntil.getTime(),
      billedBy: { finalizedAt, invoiceId },
    }
    times.set(line.signalId, [...(times.get(line.signalId) ?? []), time])
  }
  return times
}

/**
 * Splits a usage question at billed ranges. Usage in the range of a finalized line stays with that
 * line; the rest follows the current attribution rules.
 */
export function cutAtBilled(question: UsageQuestion, times: BilledTimes): UsageQuestion[] {
  const own = (times.get(question.signalId) ?? []).flatMap(
    ({ start, end, billedUntil, billedBy }) => {
      const window = intersect(question.window, { start, end: Math.min(end, billedUntil) })
      return window ? [{ ...question, window, billedBy }] : []
    },
  )
  return [...own, ...withoutBilled(question, times)]
}

/** Restricts a usage question to the ranges that no finalized line has billed. */
export function withoutBilled(question: UsageQuestion, times: BilledTimes): UsageQuestion[] {
  const billed = times.get(question.signalId) ?? []
  return subtract(question.window, billed).map((window) => ({ ...question, window }))
}
