import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { BillingKey } from '../context/billing-context.ts'

/** A recurring or seat fee on a final invoice. Days are null if the line has all days of its period. */
export type FeeLineRow = {
  isAdvance: boolean
  /** True for a line that gives days billed in advance back: its count and amount are negative. */
  isGivenBack: boolean
  rate: Decimal
  count: Decimal
  amount: Decimal
  start: Date
  end: Date
  daysBefore: number | null
  daysCovered: number | null
  daysFull: number | null
  seatDaysBefore: string | null
}

/** Lists the fee lines of a subscription's final invoices, not void, for time after an instant. */
export async function listFeeLinesAfter(
  tx: Tx,
  { organizationId, customerId, subscriptionId }: BillingKey,
  at: Date,
): Promise<FeeLineRow[]> {
  const { rows } = await sql<FeeLineRow>`
    select lines.is_advance, lines.type = 'proration' as is_given_back, lines.unit_price as rate, lines.quantity as count, lines.amount,
      lines.period_start as start, lines.period_end as end,
      lines.days_before, lines.days_covered, lines.days_full, lines.seat_days_before
    from invoices
    join invoice_lines lines on lines.customer_id = invoices.customer_id
      and lines.invoice_id = invoices.id
    where invoices.customer_id = ${customerId} and lines.customer_id = ${customerId}
      and invoices.organization_id = ${organizationId}
      and invoices.subscription_id = ${subscriptionId}
      and invoices.status not in ('draft', 'void')
      and (lines.type in ('recurring', 'seat_based') or lines.type = 'proration' and lines.is_advance)
      and lines.period_end > ${at}::timestamptz
    order by lines.period_start, lines.id`.execute(tx)
  return rows
}
