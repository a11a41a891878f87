import { sql } from 'kysely'
import type { CustomerScopedId, ScopedId } from '../../domain/scoped-id.ts'
import { lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'
import type { Buyer, Seller } from './party.ts'

const columns = [
  'customerId',
  'id',
  'organizationId',
  'subscriptionId',
  'invoiceNumber',
  'status',
  'currency',
  'isClosing',
  'periodStart',
  'periodEnd',
  'netTerms',
  'memo',
  'subtotal',
  'discountTotal',
  'taxTotal',
  'creditTotal',
  'total',
  'totalCost',
  'amountPaid',
  'amountRefunded',
  'generatedAt',
  'finalizedAt',
  'issuedAt',
  'dueDate',
  'issuedWithoutEmail',
  'paidAt',
  'voidedAt',
  'refundedAt',
  'createdAt',
  'updatedAt',
] as const

export const selectInvoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .select(columns)
    .select(sql<Seller | null>`seller`.as('seller'))
    .select(sql<Buyer | null>`buyer`.as('buyer'))

/** By its id alone, as a URL names it: whose it is comes with the answer. */
export async function findInvoice(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
}

/** As a signed link names it, which is all that whoever follows the link has. */
export async function findLinkedInvoice(
  db: Db,
  { customerId, id }: { customerId: string; id: string },
): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
}

/** By the hash of a link that was mailed before links were signed. */
export async function findInvoiceByTokenHash(db: Db, hash: Buffer): Promise<Invoice | undefined> {
  const row = await selectInvoices(db).where('paymentTokenHash', '=', hash).executeTakeFirst()
  return row
}

/** Locks an invoice for the rest of the transaction, so that nobody else books on it meanwhile. */
export async function lockInvoice(tx: Tx, key: CustomerScopedId): Promise<Invoice | undefined> {
  const row = await selectInvoices(tx)
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .forUpdate()
    .executeTakeFirst()
  return row
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
