import { sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import { decimal } from '../../domain/money.ts'
import type { CustomerScopedId, ScopedId } from '../../domain/scoped-id.ts'
import { lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'
import type { Buyer, Seller } from './party.ts'

const columns = [
  'customer_id as customerId',
  'id',
  'organization_id as organizationId',
  'subscription_id as subscriptionId',
  'invoice_number as invoiceNumber',
  'currency',
  'is_closing as isClosing',
  'period_start as periodStart',
  'period_end as periodEnd',
  'net_terms as netTerms',
  'memo',
  'subtotal',
  'discount_total as discountTotal',
  'tax_total as taxTotal',
  'credit_total as creditTotal',
  'total',
  'total_cost as totalCost',
  'amount_paid as amountPaid',
  'amount_refunded as amountRefunded',
  'generated_at as generatedAt',
  'finalized_at as finalizedAt',
  'issued_at as issuedAt',
  'due_date as dueDate',
  'issued_without_email as issuedWithoutEmail',
  'paid_at as paidAt',
  'voided_at as voidedAt',
  'refunded_at as refundedAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export const selectInvoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .select(columns)
    .select(sql<InvoiceStatus>`status`.as('status'))
    .select(sql<Seller | null>`seller`.as('seller'))
    .select(sql<Buyer | null>`buyer`.as('buyer'))

type Row = Awaited<ReturnType<ReturnType<typeof selectInvoices>['executeTakeFirstOrThrow']>>

export function invoiceOf(row: Row): Invoice {
  return {
    ...row,
    subtotal: decimal(row.subtotal),
    discountTotal: decimal(row.discountTotal),
    taxTotal: decimal(row.taxTotal),
    creditTotal: decimal(row.creditTotal),
    total: decimal(row.total),
    totalCost: decimal(row.totalCost),
    amountPaid: decimal(row.amountPaid),
    amountRefunded: decimal(row.amountRefunded),
  }
}

/** By its id alone, as a URL names it: whose it is comes with the answer. */
export async function findInvoice(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && invoiceOf(row)
}

/** As a signed link names it, which is all that whoever follows the link has. */
export async function findLinkedInvoice(
  db: Db,
  { customerId, id }: { customerId: string; id: string },
): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && invoiceOf(row)
}

/** By the hash of a link that was mailed before links were signed. */
export async function findInvoiceByTokenHash(db: Db, hash: Buffer): Promise<Invoice | undefined> {
  const row = await selectInvoices(db).where('payment_token_hash', '=', hash).executeTakeFirst()
  return row && invoiceOf(row)
}

/** Locks an invoice for the rest of the transaction, so that nobody else books on it meanwhile. */
export async function lockInvoice(tx: Tx, key: CustomerScopedId): Promise<Invoice | undefined> {
  const row = await selectInvoices(tx)
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .forUpdate()
    .executeTakeFirst()
  return row && invoiceOf(row)
}

/**
 * Keeps the customer from those who change it, and from nobody else. It comes before anything else
 * of the customer is locked, as it does for them, so nobody waits in a circle.
 */
export async function lockCustomerShared(
  tx: Tx,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
): Promise<void> {
  await lockRows(tx, { table: 'customers', organizationId, ids: [customerId] }, 'share')
}
