import { ZERO } from '../../../domain/money.ts'
import { spreadByDay } from '../../../domain/prices/fees.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import type { Tx } from '../../../platform/database.ts'
import { type DeferredFees, listDeferredFees } from './deferred-queries.ts'
import type { MonthScope } from './queries.ts'
import type { RevenueSum } from './revenue-queries.ts'

/**
 * Returns what invoices that were final at the cut-off billed in advance for the days after the
 * window, by currency. A fee is earned by day, so this is its share of these days.
 */
export async function deferredRevenue(
  tx: Tx,
  scope: MonthScope,
  end: number,
): Promise<Map<string, RevenueSum['revenue']>> {
  const after = new Date(end)
  const sums = new Map<string, RevenueSum['revenue']>()
  for (const fees of await listDeferredFees(tx, scope, after)) {
    const known = sums.get(fees.currency) ?? ZERO
    sums.set(fees.currency, known.plus(shareAfter(fees, after)))
  }
  return sums
}

function shareAfter({ start, end, amount, timeZone }: DeferredFees, after: Date) {
  const fee = { start: instantOf(start), end: instantOf(end), amount }
  const later = { start: instantOf(after), end: fee.end }
  return spreadByDay(fee, later, timeZone) ?? ZERO
}
