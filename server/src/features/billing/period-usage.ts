import type { Decimal } from '../../domain/money.ts'
import { isUsageStrategy } from '../../domain/prices/strategy.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import type { DraftLine } from '../invoices/drafts/computed-invoice.ts'
import { loadOthers, sumUsageByDay } from '../rating/usage.ts'
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
  const { timeZone } = billing.subscription
  const owner = usageOwnerOf(billing)
  const signalIds = billing.strategies.filter(isUsageStrategy).map(({ signalId }) => signalId)
  const span = { start: window.start.epochMilliseconds, end: window.end.epochMilliseconds }
  const others = await loadOthers(tx, owner, span)
  const questions = signalIds.map((signalId) => ({ key: signalId, signalId, window: span }))
  const quantityOf = await sumUsageByDay(tx, { ...owner, timeZone }, others, questions)
  return datesOf(window, timeZone).map((date) => ({
    date,
    bySignal: signalIds.map((signalId) => ({ signalId, quantity: quantityOf(signalId, date) })),
  }))
}

/** The days that a window touches. */
function datesOf({ start, end }: Range, timeZone: string): string[] {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  const last = dayOf(end.subtract({ milliseconds: 1 }))
  const dates: string[] = []
  for (let day = dayOf(start); Temporal.PlainDate.compare(day, last) <= 0; ) {
    dates.push(String(day))
    day = day.add({ days: 1 })
  }
  return dates
}
