import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Invoice } from '../invoice.ts'
import { moveInvoice } from './move.ts'

/** Voids an unpaid top-up, which is locked. Money that arrives later is refunded. */
export async function voidTopUp(tx: Tx, invoice: Invoice, moment: Moment): Promise<void> {
  // It was not mailed as an invoice, so no notice says that it is cancelled.
  const values = { voidedAt: moment.businessNow }
  await moveInvoice(tx, invoice, { to: 'void', values, data: { wasIssued: false } }, moment)
}
