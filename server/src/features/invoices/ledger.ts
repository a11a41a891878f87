import { sql } from 'kysely'
import type { CustomerScopedId, FoundBy } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { inOrderOf, isOneOf, keysToLock } from '../customers/by-keys.ts'
import { findAnywhere } from '../customers/find-anywhere.ts'
import type { Invoice } from './invoice.ts'
import type { Buyer, Seller } from './party.ts'

const columns = [
  'customerId',
  'id',
  'organizationId',
  'kind',
  'topUpMethod',
  'subscriptionId',
  'invoiceNumber',
  'status',
  'currency',
  'isFinalInvoice',
  'isAdvanceOnly',
  'periodStart',
  'periodEnd',
  'netTerms',
  'memo',
  'subtotal',
  'discountTotal',
  'promotionTotal',
  'taxTotal',
  'creditTotal',
  'total',
  'totalCost',
  'amountPaid',
  'amountRefunded',
  'draftedAt',
  'generatedAt',
  'finalizedAt',
  'issuedAt',
  'dueDate',
  'issuedWithoutEmail',
  'paidAt',
  'voidedAt',
  'voidReason',
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

/** Finds an invoice by the id in a URL, without its customer. */
export function findInvoice(db: Db, key: FoundBy): Promise<Invoice | undefined> {
  const { organizationId, id } = key
  return findAnywhere(db, { ...key, table: 'invoices' }, async (customerId) => {
    if (customerId !== undefined) return findInvoiceOf(db, { organizationId, customerId, id })
    return selectInvoices(db)
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()
  })
}

/** Finds an invoice whose customer is known. */
export const findInvoiceOf = batched(async (db: Db, keys: readonly CustomerScopedId[]) =>
  inOrderOf(keys, await selectInvoices(db).where(isOneOf(keys)).execute()),
)

/** Locks an invoice for the rest of the transaction, so that no other booking runs concurrently. */
export const lockInvoice = batched(async (tx: Tx, keys: readonly CustomerScopedId[]) => {
  const rows: Invoice[] = []
  for (const group of await keysToLock(tx, keys)) {
    const locked = selectInvoices(tx).where(isOneOf(group)).orderBy('customerId').orderBy('id')
    rows.push(...(await locked.forUpdate().execute()))
  }
  return inOrderOf(keys, rows)
})
