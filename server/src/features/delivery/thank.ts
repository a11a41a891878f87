import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type MailDeps, NoAddress, queueReceipt } from './send-mail.ts'

/** Thanks for a payment that was booked; a customer without an address gets no receipt. */
export async function thank(
  tx: Tx,
  deps: MailDeps,
  invoice: Invoice,
  moment: Moment,
): Promise<void> {
  try {
    await queueReceipt(tx, deps, invoice, moment)
  } catch (error) {
    if (!(error instanceof NoAddress)) throw error
  }
}
