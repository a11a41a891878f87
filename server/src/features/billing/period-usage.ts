import type { Decimal } from '../../domain/money.ts'
import { isUsageStrategy } from '../../domain/prices/strategy.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import type { DraftLine } from '../invoices/drafts/computed-invoice.ts'
import type { FinalInvoice } from '../rating/attribution.ts'
import { loadCompetitors, sumUsageByDay } from '../rating/usage.ts'
import { type BillingContext, usageOwnerOf } from './context/billing-context.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { computeInvoice } from './lines/compute.ts'

/** Computes the usage lines that an invoice of the window would have, by the same code path. */
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
 * Returns the units per signal and day of a window, in the subscription's time zone. The days add
 * up to the usage lines because both use the same questions.
 */
export async function usageByDay(
  tx: Tx,
  billing: BillingContext,
  window: Range,
): Promise<DayOfUsage[]> {
  const { timeZone } = billing.subscription
  const owner = usageOwnerOf(billing)
  const signalIds = billing.strategies.filter(isUsageStrategy).map(({ signalId }) => signalId)
  const span = spanOf(window)
  const others = await loadCompetitors(tx, owner, span)
  const questions = signalIds.map((signalId) => ({ key: signalId, signalId, window: span }))
  const quantityOf = await sumUsageByDay(tx, { ...owner, timeZone }, others, questions)
  return datesOf(window, timeZone).map((date) => ({
    date,
    bySignal: signalIds.map((signalId) => ({ signalId, quantity: quantityOf(signalId, date) })),
  }))
}

/** A finalized usage line: the range that it bills of a signal, and its invoice. */
export type FinalLine = { signalId: string; window: Range; billedBy: FinalInvoice | undefined }

/**
 * Returns the units by day in the range that a usage line bills. They add up to the line, unless
 * usage was recorded or corrected after the invoice.
 */
export async function lineUsageByDay(
  tx: Tx,
  billing: BillingContext,
  { signalId, window, billedBy, timeZone }: FinalLine & { timeZone: string },
): Promise<{ date: string; quantity: Decimal }[]> {
  const owner = usageOwnerOf(billing)
  const span = spanOf(window)
  const others = await loadCompetitors(tx, owner, span)
  const question = { key: signalId, signalId, window: span, ...(billedBy && { billedBy }) }
  const quantityOf = await sumUsageByDay(tx, { ...owner, timeZone }, others, [question])
  return datesOf(window, timeZone).map((date) => ({ date, quantity: quantityOf(signalId, date) }))
}

export const spanOf = ({ start, end }: Range) => ({
  start: start.epochMilliseconds,
  end: end.epochMilliseconds,
})

/** Lists the calendar days that overlap a window. */
export function datesOf({ start, end }: Range, timeZone: string): string[] {
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  const last = dayOf(end.subtract({ milliseconds: 1 }))
  const dates: string[] = []
  for (let day = dayOf(start); Temporal.PlainDate.compare(day, last) <= 0; ) {
    dates.push(String(day))
    day = day.add({ days: 1 })
  }
  return dates
}
