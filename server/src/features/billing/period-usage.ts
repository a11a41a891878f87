import type { Decimal } from '../../domain/money.ts'
import { isUsageStrategy } from '../../domain/prices/strategy.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import type { DraftLine } from '../invoices/drafts/computed-invoice.ts'
import type { UsageRange } from '../rating/attribution.ts'
import { loadOthers, sumUsage } from '../rating/usage.ts'
import { type BillingContext, usageOwnerOf } from './context/billing-context.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { computeInvoice } from './lines/compute.ts'

/** The lines of usage that an invoice of a window would have: the same figures, by the same function. */
export async function usageLines(
  tx: Tx,
  billing: BillingContext,
  { window, at }: { window: Range; at: Date },
): Promise<DraftLine[]> {
  const computing = { window, invoiceId: null, at, isStored: false }
  const { lines } = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  return lines.filter(({ type }) => type === 'usage')
}

export type DayOfUsage = { date: string; bySignal: { signalId: string; quantity: Decimal }[] }

/**
 * The units of each day of a window, in the time zone of the subscription: the days add up to the lines,
 * because both ask the same.
 */
export async function usageByDay(
  tx: Tx,
  billing: BillingContext,
  window: Range,
): Promise<DayOfUsage[]> {
  const owner = usageOwnerOf(billing)
  const days = daysOf(window, billing.subscription.timeZone)
  const signalIds = billing.strategies.filter(isUsageStrategy).map(({ signalId }) => signalId)
  const span = { start: window.start.epochMilliseconds, end: window.end.epochMilliseconds }
  const others = await loadOthers(tx, owner, span)
  const key = (date: string, signalId: string) => `${date} ${signalId}`
  const questions = days.flatMap(({ date, range }) =>
    signalIds.map((signalId) => ({ key: key(date, signalId), signalId, window: range })),
  )
  const usageOf = await sumUsage(tx, owner, others, questions)
  return days.map(({ date }) => ({
    date,
    bySignal: signalIds.map((signalId) => ({
      signalId,
      quantity: usageOf(key(date, signalId)).quantity,
    })),
  }))
}

/** The days that a window touches, each as far as the window goes. */
function daysOf({ start, end }: Range, timeZone: string): { date: string; range: UsageRange }[] {
  const days: { date: string; range: UsageRange }[] = []
  let from = start
  while (Temporal.Instant.compare(from, end) < 0) {
    const date = from.toZonedDateTimeISO(timeZone).toPlainDate()
    const next = date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()
    const until = Temporal.Instant.compare(next, end) < 0 ? next : end
    const range = { start: from.epochMilliseconds, end: until.epochMilliseconds }
    days.push({ date: String(date), range })
    from = until
  }
  return days
}
