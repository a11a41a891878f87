import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'

/** Sums of an invoice of a subscription. */
export type InvoicedSums = {
  id: string
  status: string
  periodEnd: Date
  /** After discounts, without taxes. */
  revenue: Decimal
  totalCost: Decimal
}

type OfSubscription = { organizationId: string; customerId: string; subscriptionId: string }

/** Lists the invoices, not void, that cover a part of a period. */
export async function listInvoicedSums(
  db: Db,
  { organizationId, customerId, subscriptionId }: OfSubscription,
  { start, end }: { start: Date; end: Date },
): Promise<InvoicedSums[]> {
  const { rows } = await sql<InvoicedSums>`
    select id, status, period_end, total + credit_total - tax_total as revenue, total_cost
    from invoices
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and subscription_id = ${subscriptionId} and status <> 'void' and not is_final_invoice
      and period_start < ${end}::timestamptz and period_end > ${start}::timestamptz
    order by period_start`.execute(db)
  return rows
}
