import type { Db } from '../../../platform/database.ts'
import type { Invoice } from '../invoice.ts'
import { selectInvoices } from '../ledger.ts'
import type { LinkedRow } from './link-token.ts'

/** As a signed link names it, which is all that whoever follows the link has. */
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

/** By the hash of a link that was mailed before links were signed. */
export async function findInvoiceByTokenHash(db: Db, hash: Buffer): Promise<Invoice | undefined> {
  const row = await selectInvoices(db).where('paymentTokenHash', '=', hash).executeTakeFirst()
  return row
}
