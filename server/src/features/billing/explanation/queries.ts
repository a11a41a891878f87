import { sql } from 'kysely'
import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { billedUntil, ofCustomers, settledOf } from '../../rating/billed-until.ts'

export type OfCustomer = { organizationId: string; customerId: string }

/** A line with what its explanation needs in addition to its figures. */
export type LineSource = {
  id: string
  type: string
  sourceId: string | null
  signalId: string | null
  /** Tariff as stored; null for a line that no tariff prices. */
  pricing: unknown
  invoiceId: string
  finalizedAt: Date | null
  periodStart: Date
  /** End of the usage that the line bills, see `billedUntil`. */
  until: Date
}

/** Finds a line of any invoice of the customer. */
export async function findLine(
  db: Db,
  { organizationId, customerId, id }: OfCustomer & { id: string },
): Promise<LineSource | undefined> {
  const all = [{ customerId }]
  const { rows } = await sql<LineSource>`
    select lines.id, lines.type, lines.source_id, lines.signal_id, lines.pricing,
      lines.invoice_id, invoices.finalized_at, lines.period_start,
      case when invoices.finalized_at is null then lines.period_end
        else ${billedUntil(sql`settled.settled_until`)} end as until
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
    left join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id and ${ofCustomers('subscriptions', all)}
    left join lateral (${settledOf(all)}) settled on true
    where ${ofCustomers('lines', all)} and ${ofCustomers('invoices', all)}
      and lines.id = ${id} and lines.organization_id = ${organizationId}`.execute(db)
  return rows[0]
}

/** A line that bills or settles the same usage as another one. */
export type RelatedLine = {
  id: string
  type: 'usage' | 'late_usage'
  description: string
  quantity: Decimal
  amount: Decimal
  invoiceId: string
  invoiceNumber: string
  invoiceStatus: InvoiceStatus
}

/**
 * Lists a usage line and the lines that settle it, in the order in which they took effect: finalized
 * ones first, drafts last. Lines of void invoices are left out.
 */
export async function listSettlements(
  db: Db,
  { organizationId, customerId, id }: OfCustomer & { id: string },
): Promise<RelatedLine[]> {
  const all = [{ customerId }]
  const { rows } = await sql<RelatedLine>`
    select lines.id, lines.type, lines.description, lines.quantity, lines.amount,
      lines.invoice_id, invoices.invoice_number, invoices.status as invoice_status
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
    where ${ofCustomers('lines', all)} and ${ofCustomers('invoices', all)}
      and (lines.id = ${id} or lines.source_id = ${id} and lines.type = 'late_usage')
      and lines.organization_id = ${organizationId} and invoices.status <> 'void'
    order by lines.type = 'late_usage', invoices.finalized_at nulls last, invoices.created_at,
      invoices.id`.execute(db)
  return rows
}
