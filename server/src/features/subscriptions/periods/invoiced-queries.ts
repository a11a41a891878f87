import { type NotNull, sql } from 'kysely'
import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'

/** The period of a non-void invoice of a subscription. */
export type InvoicedPeriod = {
  invoiceId: string
  invoiceNumber: string
  isDraft: boolean
  subscriptionId: string
  start: Date
  end: Date
}

/** Locks the invoices of the periods, so that no draft is sent while its period is removed. */
export async function lockInvoicedPeriods(
  tx: Tx,
  scope: { organizationId: string; customerId: string; ids: readonly string[] },
): Promise<InvoicedPeriod[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id as invoiceId', 'invoiceNumber', 'status'])
    .select(['subscriptionId', 'periodStart as start', 'periodEnd as end'])
    .where('customerId', '=', scope.customerId)
    .where('subscriptionId', 'in', scope.ids)
    .where('organizationId', '=', scope.organizationId)
    .where('status', '<>', sql.lit('void'))
    .where('isFinalInvoice', '=', sql.lit(false))
    .orderBy('periodStart')
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ subscriptionId: NotNull }>()
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, isDraft: status === 'draft' }))
}

/** Lists the billing periods of which final invoices billed fees in advance, as far as they did. */
export async function listAdvancePeriods(
  tx: Tx,
  scope: { organizationId: string; customerId: string; ids: readonly string[] },
): Promise<InvoicedPeriod[]> {
  if (scope.ids.length === 0) return []
  const { rows } = await sql<Omit<InvoicedPeriod, 'isDraft'>>`
    select distinct invoices.id as invoice_id, invoices.invoice_number,
      invoices.subscription_id, lines.period_start as start, lines.period_end as end
    from invoices
    join invoice_lines lines on lines.customer_id = invoices.customer_id
      and lines.invoice_id = invoices.id
    where invoices.customer_id = ${scope.customerId} and lines.customer_id = ${scope.customerId}
      and invoices.organization_id = ${scope.organizationId}
      and invoices.subscription_id = any(${scope.ids}::uuid[])
      and invoices.status not in ('draft', 'void') and lines.claims_for is not null
      and lines.type <> 'proration'
    order by start, invoices.id`.execute(tx)
  return rows.map((row) => ({ ...row, isDraft: false }))
}

export type InvoiceOfRange = {
  id: string
  invoiceNumber: string
  status: InvoiceStatus
  start: Date
  end: Date
}

/** Lists the non-void invoices of a subscription that overlap a range. */
export function listInvoicesWithin(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  { start, end }: { start: Date; end: Date },
): Promise<InvoiceOfRange[]> {
  return db
    .selectFrom('invoices')
    .select(['id', 'invoiceNumber', 'periodStart as start', 'periodEnd as end'])
    .select(sql<InvoiceStatus>`status`.as('status'))
    .where('customerId', '=', customerId)
    .where('subscriptionId', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '<>', sql.lit('void'))
    .where('isFinalInvoice', '=', sql.lit(false))
    .where('periodStart', '<', end)
    .where('periodEnd', '>', start)
    .orderBy('periodStart')
    .orderBy('id')
    .execute()
}

export type InvoiceOf = {
  id: string
  invoiceNumber: string
  isDraft: boolean
  wasFinalized: boolean
}

/** Locks all invoices of a subscription for the rest of the transaction. */
export async function lockInvoicesOf(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<InvoiceOf[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'invoiceNumber', 'status'])
    .select(['finalizedAt', 'issuedAt'])
    .where('customerId', '=', customerId)
    .where('subscriptionId', '=', id)
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ status, finalizedAt, issuedAt, ...row }) => ({
    ...row,
    isDraft: status === 'draft',
    // A draft that was voided was never finalized.
    wasFinalized: status === 'void' ? (finalizedAt ?? issuedAt) !== null : status !== 'draft',
  }))
}

/** Returns true if the subscription has a non-void invoice, including drafts. */
export async function hasInvoices(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('customerId', '=', customerId)
    .where('subscriptionId', '=', id)
    .where('organizationId', '=', organizationId)
    .where('status', '<>', sql.lit('void'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Subscribed = {
  organizationId: string
  subscriptions: readonly { id: string; customerId: string }[]
}

/** Lists the periods of non-void invoices that end after an instant, by subscription. */
export async function listInvoicedEarly(
  db: Db,
  { organizationId, subscriptions }: Subscribed,
  now: Date,
): Promise<Map<string, { start: Date; end: Date }[]>> {
  if (subscriptions.length === 0) return new Map()
  const { rows } = await sql<{ subscriptionId: string; start: Date; end: Date }>`
    select subscription_id, period_start as start, period_end as end
    from invoices
    where organization_id = ${organizationId}
      and customer_id = any(${subscriptions.map(({ customerId }) => customerId)}::uuid[])
      and subscription_id = any(${subscriptions.map(({ id }) => id)}::uuid[])
      and status <> 'void' and not is_final_invoice and period_end > ${now}::timestamptz`.execute(
    db,
  )
  return Map.groupBy(rows, ({ subscriptionId }) => subscriptionId)
}
