import { intersect, subtract } from '../../../domain/time/range.ts'
import type { FinalInvoice, UsageRange } from '../../rating/attribution.ts'
import type { UsageQuestion } from '../../rating/usage.ts'
import type { BilledUsage } from './billed-queries.ts'

/** Time in which a finalized line of the subscription billed a signal. */
export type BilledTime = UsageRange & {
  /** Until when its usage is still its own. */
  billedUntil: number
  billedBy: FinalInvoice
}

/** By signal, the earliest first; of one signal they do not overlap. */
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
 * A question in pieces: time that a finalized line billed is asked for as that line's own, which it
 * stays; the rest by the rules of now.
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

/** Of a question, the time that no finalized line has billed. */
export function withoutBilled(question: UsageQuestion, times: BilledTimes): UsageQuestion[] {
  const billed = times.get(question.signalId) ?? []
  return subtract(question.window, billed).map((window) => ({ ...question, window }))
}
