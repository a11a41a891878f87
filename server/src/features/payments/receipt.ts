import { findLatestEmail } from '../emails/queries.ts'
import type { InvoiceKey } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { NoAddress, queueReceipt } from '../invoices/send-mail.ts'
import type { PaymentDeps } from './deps.ts'

/**
 * Thanks a customer whose payment online has settled an invoice, once. It is a courtesy after the
 * fact: without an address there is none, and what fails here undoes nothing.
 */
export async function sendReceipt(deps: PaymentDeps, key: InvoiceKey): Promise<void> {
  const { db, log, clock } = deps
  const moment = clock.moment(key.organizationId)
  try {
    await db.transaction().execute(async (tx) => {
      const invoice = await lockInvoice(tx, key)
      if (invoice?.status !== 'paid') return
      const about = { organizationId: key.organizationId, invoiceId: key.id }
      if (await findLatestEmail(tx, { ...about, kind: 'receipt' })) return
      await queueReceipt(tx, deps, invoice, moment)
    })
  } catch (error) {
    if (error instanceof NoAddress) return
    log.error({ err: error, invoiceId: key.id }, 'no receipt was written')
  }
}
