import { lockInvoice } from '../invoices/ledger.ts'
import type { CustomerEvent } from '../outbox/event.ts'
import { type ConsumerDeps, unlessNoAddress } from './consumer.ts'
import { queueReceipt } from './send-mail.ts'

/** Sends a receipt to a customer whose online payment has settled an invoice. */
export async function sendReceipt(deps: ConsumerDeps, event: CustomerEvent): Promise<void> {
  if (event.data.isThankedFor !== true) return
  await deps.db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, event)
    if (invoice?.status !== 'paid') return
    const moment = { now: deps.now(), businessNow: event.happenedAt }
    const mail = { invoice, emailId: event.eventId }
    await unlessNoAddress(queueReceipt(tx, deps, mail, moment))
  })
}
