import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import { answersTo, askedRows } from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db } from '../../../platform/database.ts'
import { ofCustomers } from '../../rating/billed-until.ts'
import { isOther, linesOf, OTHERS, type OtherInvoices } from './billed-queries.ts'

/** A line that claims days of a fee, with the text and the billing period of that line. */
export type ClaimRow = {
  lineId: string
  type: string
  description: string
  strategyId: string
  sourceId: string | null
  isFinal: boolean
  quantity: Decimal
  rate: Decimal
  daysBefore: number | null
  daysCovered: number | null
  daysFull: number | null
  amount: Decimal
  periodStart: Date
  periodEnd: Date
  billingPeriodStart: Date
}

/** Days of a fee in advance on an invoice that was voided after it was final. */
export type FreedRow = { strategyId: string; periodStart: Date; periodEnd: Date }

/** Lists the days of fees that void invoices claimed, those of discarded drafts excluded. */
export const listFreedRows = batched(
  async (db: Db, all: readonly OtherInvoices[]): Promise<FreedRow[][]> => {
    const { rows } = await sql<FreedRow & { nth: string }>`
      select asked.nth, lines.strategy_id, lines.period_start, lines.period_end
      from ${askedRows(all, OTHERS)}
      join invoices on ${ofCustomers('invoices', all)}
        and invoices.customer_id = asked.customer_id
        and invoices.organization_id = asked.organization_id
        and invoices.subscription_id = asked.subscription_id
        and invoices.status = 'void' and not invoices.is_superseded
      join ${linesOf(all)}
      where lines.is_advance and lines.type <> 'proration'
      order by lines.period_start, lines.id`.execute(db)
    return answersTo(all, rows)
  },
)

/** Lists the claims of the subscription's other invoices that are not void, drafts included. */
export const listClaimRows = batched(
  async (db: Db, all: readonly OtherInvoices[]): Promise<ClaimRow[][]> => {
    const { rows } = await sql<ClaimRow & { nth: string }>`
      select asked.nth, lines.id as line_id, lines.type, lines.description, lines.strategy_id,
        lines.source_id, invoices.status <> 'draft' as is_final, lines.quantity,
        lines.unit_price as rate, lines.days_before, lines.days_covered, lines.days_full, lines.amount,
        lines.period_start, lines.period_end, lines.billing_period_start
      from ${askedRows(all, OTHERS)}
      join invoices on ${isOther(all)}
      join ${linesOf(all)}
      where lines.claims_for is not null
      order by invoices.finalized_at, invoices.id, lines.position`.execute(db)
    return answersTo(all, rows)
  },
)
