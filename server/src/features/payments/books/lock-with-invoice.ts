import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'

type OfInvoice = CustomerScopedId & { invoiceId: string }

/**
 * A payment, a refund or a page with its invoice, locked for the rest of the transaction, which locks
 * no other invoice. All that a provider says of one is written down under this lock, whoever brings it:
 * its answer, a notification, a look afterwards.
 */
export async function lockWithInvoice<Row extends OfInvoice>(
  tx: Tx,
  key: CustomerScopedId,
  find: (tx: Tx, key: CustomerScopedId) => Promise<Row | undefined>,
): Promise<{ invoice: Invoice; row: Row }> {
  const known = await find(tx, key)
  const invoice = known && (await lockInvoice(tx, { ...known, id: known.invoiceId }))
  // Read again under the lock: the answer and the notification of it may come at the same time.
  const row = invoice && (await find(tx, key))
  if (!row) throw new Error(`${key.id}, which a provider tells of, is gone`)
  return { invoice, row }
}
