import type { InvoiceKind } from '../../api/api-types.ts'
import { formatPeriod } from '../values/dates.ts'

/** Names an invoice that buys prepaid credit. */
export const TOP_UP = 'Credit top-up'

type Billed = { kind: InvoiceKind; periodStart: string; periodEnd: string }

/** Returns what an invoice is for: its billing period, or that it buys credit. */
export function subjectOf({ kind, periodStart, periodEnd }: Billed, timeZone: string): string {
  if (kind === 'top_up') return TOP_UP
  return formatPeriod({ start: periodStart, end: periodEnd }, timeZone)
}
