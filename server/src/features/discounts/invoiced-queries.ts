import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { dealIdOf, ofSameDeal } from '../subscriptions/plan-changes/succession.ts'
import type { InvoicedDiscount, InvoicedLines } from './invoiced-periods.ts'

export type OtherInvoices = {
  organizationId: string
  customerId: string
  subscriptionId: string
  exceptInvoiceId: string | null
  /** A draft that becomes final in this transaction and already counts as final. */
  finalizedId: string | null
}

/** Selects final invoices of all subscriptions of a deal; void invoices bill and deduct nothing. */
const areFinal = ({
  organizationId,
  customerId,
  subscriptionId,
  exceptInvoiceId,
  finalizedId,
}: OtherInvoices) => sql`
  invoices.customer_id = ${customerId} and invoices.organization_id = ${organizationId}
  and invoices.subscription_id in (${ofSameDeal({ customerId, subscriptionId })})
  and invoices.status <> 'void'
  and (invoices.status <> 'draft' or invoices.id = ${finalizedId}::uuid)
  and invoices.id is distinct from ${exceptInvoiceId}::uuid`

const FINALIZED_AT = sql`coalesce(invoices.finalized_at, 'infinity')`

/** Returns the first subscription of the deal of a subscription. */
export async function findDealId(
  db: Db,
  {
    organizationId,
    customerId,
    subscriptionId,
  }: Omit<OtherInvoices, 'exceptInvoiceId' | 'finalizedId'>,
): Promise<string> {
  const { rows } = await sql<{ dealId: string }>`
    select ${dealIdOf('subscriptions')} as deal_id from subscriptions
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and id = ${subscriptionId}`.execute(db)
  return rows[0]?.dealId ?? subscriptionId
}

/** Lists lines in the order in which the invoices became final. */
export async function listInvoicedLines(db: Db, others: OtherInvoices): Promise<InvoicedLines[]> {
  const { rows } = await sql<InvoicedLines>`
    select invoices.id as invoice_id, lines.billing_period_start as period_start,
      sum(lines.amount) as amount, bool_or(lines.type <> 'late_usage') as bills_time
    from invoices
    join invoice_lines lines on lines.customer_id = invoices.customer_id
      and lines.invoice_id = invoices.id
    where ${areFinal(others)} and lines.customer_id = ${others.customerId}
      and lines.billing_period_start is not null
    group by invoices.id, lines.billing_period_start, ${FINALIZED_AT}
    order by ${FINALIZED_AT}, invoices.id`.execute(db)
  return rows
}

/**
 * Lists the discounts of final invoices, in the order in which the invoices became final, then in
 * the order within each invoice.
 */
export async function listInvoicedDiscounts(
  db: Db,
  others: OtherInvoices,
): Promise<InvoicedDiscount[]> {
  const { rows } = await sql<InvoicedDiscount>`
    select invoices.id as invoice_id, discounts.billing_period_start as period_start,
      discounts.discount_id, discounts.coupon_id, discounts.name, discounts.percent_off,
      discounts.amount_off, discounts.amount
    from invoices
    join invoice_discounts discounts on discounts.customer_id = invoices.customer_id
      and discounts.invoice_id = invoices.id
    where ${areFinal(others)} and discounts.customer_id = ${others.customerId}
      and discounts.billing_period_start is not null
    order by ${FINALIZED_AT}, invoices.id, discounts.position`.execute(db)
  return rows
}
