import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'

type OfInvoice = CustomerScopedId & { invoiceId: string }

/**
 * Locks the invoice of a payment, refund or checkout page for the rest of the transaction and
 * returns both. The transaction must lock no other invoice. Every provider result is stored under
 * this lock, from a response, a notification or a later look-up. Throws if the row no longer
 * exists.
 */
export async function lockWithInvoice<Row extends OfInvoice>(
  tx: Tx,
  key: CustomerScopedId,
  find: (tx: Tx, key: CustomerScopedId) => Promise<Row | undefined>,
): Promise<{ invoice: Invoice; row: Row }> {
  const known = await find(tx, key)
  const invoice = known && (await lockInvoice(tx, { ...known, id: known.invoiceId }))
  // Read again under the lock: a response and its notification may arrive at the same time.
  const row = invoice && (await find(tx, key))
  if (!row) throw new Error(`${key.id} from a provider notification does not exist`)
  return { invoice, row }
}
