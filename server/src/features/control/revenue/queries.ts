import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'

/** Sums of an invoice of a subscription, as far as it is of a billing period. */
export type InvoicedSums = {
  id: string
  status: string
  periodEnd: Date
  /** After discounts, without taxes. */
  revenue: Decimal
  totalCost: Decimal
}

type OfSubscription = { organizationId: string; customerId: string; subscriptionId: string }

/**
 * Lists the invoices, not void, that cover a part of a billing period. Of one that began before it, or
 * that goes on after it, the lines and discounts of other billing periods are left out; a cost on no
 * line counts whole, so that it is never too little.
 */
export async function listInvoicedSums(
  db: Db,
  { organizationId, customerId, subscriptionId }: OfSubscription,
  { start, end }: { start: Date; end: Date },
): Promise<InvoicedSums[]> {
  const isOfOther = sql`(coalesce(billing_period_start, invoices.period_start) >= ${end}::timestamptz
    or (invoices.period_start < ${start}::timestamptz
      and coalesce(billing_period_start, invoices.period_start) < ${start}::timestamptz))`
  const ofInvoice = (table: 'invoice_lines' | 'invoice_discounts') => sql`
    from ${sql.table(table)} parts
    where parts.customer_id = ${customerId} and parts.invoice_id = invoices.id and ${isOfOther}`
  const { rows } = await sql<InvoicedSums>`
    select id, status, period_end,
      case when other = 0 then net
        when gross = 0 then -other
        else net * (gross - other) / gross end as revenue,
      total_cost - other_cost as total_cost
    from (
      select id, status, period_start, period_end, total_cost,
        total + credit_total - tax_total as net, subtotal - discount_total as gross,
        coalesce((select sum(amount) ${ofInvoice('invoice_lines')}), 0)
          - coalesce((select sum(amount) ${ofInvoice('invoice_discounts')}), 0) as other,
        coalesce((select sum(cost) ${ofInvoice('invoice_lines')}), 0) as other_cost
      from invoices
      where customer_id = ${customerId} and organization_id = ${organizationId}
        and subscription_id = ${subscriptionId} and status <> 'void' and not is_final_invoice
        and period_start < ${end}::timestamptz and period_end > ${start}::timestamptz
    ) sums
    order by period_start`.execute(db)
  return rows
}
