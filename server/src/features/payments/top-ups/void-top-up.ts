import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { voidTopUp } from '../../invoices/status/void-top-up.ts'
import { noteFailure } from '../auto-top-ups/outcome.ts'
import { hasPendingPayment } from '../books/read.ts'

/** Voids a top-up that is still not paid, unless a payment is on its way. */
export async function voidUnpaidTopUp(
  tx: Tx,
  key: CustomerScopedId,
  moment: Moment,
): Promise<void> {
  const invoice = await lockInvoice(tx, key)
  if (invoice?.status !== 'issued' || (await hasPendingPayment(tx, invoice))) return
  await voidTopUp(tx, invoice, moment)
  await noteFailure(tx, invoice, moment)
}
