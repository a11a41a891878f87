import type { Db } from '../../../platform/database.ts'
import type { Invoice } from '../invoice.ts'
import { selectInvoices } from '../ledger.ts'
import type { LinkedRow } from './link-token.ts'

/** Finds an invoice by the ids in a signed link. The link names no organization. */
export async function findLinkedInvoice(
  db: Db,
  { customerId, id }: LinkedRow,
): Promise<Invoice | undefined> {
  const row = await selectInvoices(db)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
}

/** Finds an invoice by the hash of a legacy unsigned link. */
export async function findInvoiceByTokenHash(db: Db, hash: Buffer): Promise<Invoice | undefined> {
  const row = await selectInvoices(db).where('paymentTokenHash', '=', hash).executeTakeFirst()
  return row
}
