import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId, FoundBy } from '../../domain/scoped-id.ts'
import { together } from '../../platform/batching/together.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Invoice } from './invoice.ts'
import type { Buyer, Seller } from './parties/party.ts'

const columns = [
  'customerId',
  'id',
  'organizationId',
  'kind',
  'subscriptionId',
  'invoiceNumber',
  'status',
  'currency',
  'isFinalInvoice',
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

/** By its id, as a URL names it: whose it is comes with the answer. */
export async function findInvoice(
  db: Db,
  { organizationId, customerId, id }: FoundBy,
): Promise<Invoice | undefined> {
  let invoices = selectInvoices(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
  if (customerId !== undefined) invoices = invoices.where('customerId', '=', customerId)
  return invoices.executeTakeFirst()
}

/** Where its customer is known. */
export const findInvoiceOf = together(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<(Invoice | undefined)[]> => {
    const rows = await selectInvoices(db)
      .where(sql<SqlBool>`customer_id = any(${keys.map((key) => key.customerId)}::uuid[])`)
      .where(sql<SqlBool>`id = any(${keys.map(({ id }) => id)}::uuid[])`)
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    return keys.map(({ organizationId, customerId, id }) => {
      const one = found.get(id)
      const isTheirs = one?.organizationId === organizationId && one.customerId === customerId
      return isTheirs ? one : undefined
    })
  },
)

/** Locks an invoice for the rest of the transaction, so that nobody else books on it meanwhile. */
export async function lockInvoice(tx: Tx, key: CustomerScopedId): Promise<Invoice | undefined> {
  const row = await selectInvoices(tx)
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    // No index is to answer this: the ones by organization are long, and PostgreSQL
    // takes them while it has no figures of a table that has just begun to grow.
    .where('organizationId', 'is not distinct from', key.organizationId)
    .forUpdate()
    .executeTakeFirst()
  return row
}
