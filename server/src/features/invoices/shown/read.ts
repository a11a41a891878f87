import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { findInvoiceOf } from '../ledger.ts'
import { isShown, type ShownInvoice } from './shown.ts'

export {
  countShownByYear,
  listDue,
  listShown,
  listShownAmong,
  listShownOfYear,
  type OfCustomer,
  sumDue,
} from './queries.ts'

/**
 * Returns an invoice that the customer may see. Throws `not_found` for others, identical to the
 * answer for another customer's invoice.
 */
export async function getShown(db: Db, key: CustomerScopedId): Promise<ShownInvoice> {
  const invoice = await findInvoiceOf(db, key)
  return invoice && isShown(invoice) ? invoice : notFound('Invoice')
}
