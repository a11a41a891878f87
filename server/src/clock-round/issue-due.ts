import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { issueByClock } from '../features/delivery/send.ts'
import { lockInvoice } from '../features/invoices/ledger.ts'
import type { BillingDeps } from './deps.ts'
import { listUnsentInvoices } from './queries.ts'
import { sweep } from './sweep.ts'

/**
 * Issues what is final and was not paid at once; its mail follows from that. Without an address it
 * is issued all the same and falls due: the invoice says so, and so does the log.
 */
export function issueDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps.log, {
    name: 'issue',
    list: (page) => listUnsentInvoices(deps.db, scope, page),
    handle: (due) =>
      deps.db.transaction().execute(async (tx) => {
        const invoice = await lockInvoice(tx, due)
        if (invoice?.status !== 'pending') return
        if (await issueByClock(tx, invoice, moment)) return
        deps.log.warn(
          { invoiceId: invoice.id, organizationId: invoice.organizationId },
          'issued without a mail: the customer has no e-mail address',
        )
      }),
  })
}
