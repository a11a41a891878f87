import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { claimedUntil } from './usage-queries.ts'

/** A subscription's invoices, but for the one that is being made. */
export type OtherInvoices = {
  organizationId: string
  customerId: string
  subscriptionId: string
  invoiceId: string | null
}

/** A usage line of an earlier invoice, and what late_usage lines have billed on top of it. */
export type BilledUsage = {
  lineId: string
  invoiceNumber: string
  strategyId: string
  description: string
  signalId: string
  signalName: string
  pricing: unknown
  periodStart: Date
  periodEnd: Date
  invoiceId: string
  finalizedAt: Date
  claimedUntil: Date
  quantity: string
  amount: string
  cost: string
  eventCount: string
}

const isOther = ({ organizationId, customerId, subscriptionId, invoiceId }: OtherInvoices) => sql`
  invoices.customer_id = ${customerId} and invoices.organization_id = ${organizationId}
  and invoices.subscription_id = ${subscriptionId} and invoices.status <> 'void'
  and invoices.id is distinct from ${invoiceId}::uuid`

/** Every usage line that is final, with all that was billed of it so far, the earliest first. */
export async function listBilledUsage(db: Db, others: OtherInvoices): Promise<BilledUsage[]> {
  const { rows } = await sql<BilledUsage>`
    with adjustments as materialized (
      select lines.source_id, sum(lines.quantity) as quantity, sum(lines.amount) as amount,
        sum(lines.cost) as cost, sum(lines.event_count) as event_count
      from invoices
      join invoice_lines lines
        on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
      where ${isOther(others)} and lines.type = 'late_usage'
      group by lines.source_id
    )
    select lines.id as "lineId", invoices.invoice_number as "invoiceNumber",
      lines.strategy_id as "strategyId", lines.description, lines.signal_id as "signalId",
      lines.signal_name as "signalName", lines.pricing,
      lines.period_start as "periodStart", lines.period_end as "periodEnd",
      invoices.id as "invoiceId", invoices.finalized_at as "finalizedAt",
      ${claimedUntil} as "claimedUntil",
      lines.quantity + coalesce(adjustments.quantity, 0) as quantity,
      lines.amount + coalesce(adjustments.amount, 0) as amount,
      coalesce(lines.cost, 0) + coalesce(adjustments.cost, 0) as cost,
      lines.event_count + coalesce(adjustments.event_count, 0) as "eventCount"
    from invoices
    join subscriptions on subscriptions.customer_id = invoices.customer_id
      and subscriptions.id = invoices.subscription_id
    join invoice_lines lines
      on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
    left join adjustments on adjustments.source_id = lines.id
    where ${isOther(others)} and invoices.status <> 'draft' and lines.type = 'usage'
    order by lines.period_start, lines.position`.execute(db)
  return rows
}

/** What proratedAmount was last set to, unless another invoice carries it. */
export async function findUnbilledProration(
  db: Db,
  others: OtherInvoices,
): Promise<{ id: string; amount: string } | undefined> {
  const { rows } = await sql<{ id: string; amount: string }>`
    select prorated_amount_id as id, prorated_amount as amount from subscriptions
    where customer_id = ${others.customerId} and id = ${others.subscriptionId}
      and organization_id = ${others.organizationId} and prorated_amount is not null
      and not exists (
        select from invoices
        join invoice_lines lines
          on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
        where ${isOther(others)} and lines.type = 'proration'
          and lines.source_id = subscriptions.prorated_amount_id
      )`.execute(db)
  return rows[0]
}

/** The one-time fees that another invoice carries, whatever the start of the subscription is now. */
export async function listBilledOnetimeFees(db: Db, others: OtherInvoices): Promise<string[]> {
  const { rows } = await sql<{ strategyId: string }>`
    select distinct lines.strategy_id as "strategyId" from invoices
    join invoice_lines lines
      on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
    where ${isOther(others)} and lines.type = 'onetime'`.execute(db)
  return rows.map(({ strategyId }) => strategyId)
}

/** Credit that final invoices carried forward and no other invoice has taken up. */
export async function listCarriedCredit(
  db: Db,
  others: OtherInvoices,
): Promise<{ lineId: string; invoiceNumber: string; amount: string }[]> {
  const { rows } = await sql<{ lineId: string; invoiceNumber: string; amount: string }>`
    with taken as materialized (
      select lines.source_id from invoices
      join invoice_lines lines
        on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
      where ${isOther(others)} and lines.type = 'credit' and lines.source_id is not null
    )
    select lines.id as "lineId", invoices.invoice_number as "invoiceNumber", lines.amount
    from invoices
    join invoice_lines lines
      on lines.customer_id = invoices.customer_id and lines.invoice_id = invoices.id
    where ${isOther(others)} and invoices.status <> 'draft' and lines.type = 'credit'
      and lines.source_id is null and lines.id not in (select source_id from taken)
    order by invoices.period_start, lines.position`.execute(db)
  return rows
}
