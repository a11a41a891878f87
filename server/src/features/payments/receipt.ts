import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { claimDueReceipt, endDueReceipt, listDueReceipts } from '../invoices/due-receipts.ts'
import { lockInvoice } from '../invoices/queries.ts'
import type { PaymentDeps } from './deps.ts'

/**
 * Thanks a customer whose payment online has paid an invoice in full, once. That it is due was written
 * with the payment; what fails here undoes nothing and is made up for by `sendDueReceipts`.
 */
export async function sendReceipt(deps: PaymentDeps, key: CustomerScopedId): Promise<void> {
  const { db, log, clock } = deps
  const moment = clock.moment(key.organizationId)
  try {
    await db.transaction().execute(async (tx) => {
      const invoice = await lockInvoice(tx, key)
      const isDue = await endDueReceipt(tx, key)
      if (isDue && invoice?.status === 'paid') await deps.thank(tx, invoice, moment)
    })
  } catch (error) {
    log.error({ err: error, invoiceId: key.id }, 'a receipt could not be written yet')
  }
}

/** Writes the receipts that a crash or a failure has left over. */
export async function sendDueReceipts(
  deps: PaymentDeps,
  { now, ...due }: { now: Date; before: Date; limit: number },
): Promise<void> {
  for (const receipt of await listDueReceipts(deps.db, due)) {
    if (await claimDueReceipt(deps.db, receipt, now)) await sendReceipt(deps, receipt)
  }
}
