import { lockInvoice } from '../invoices/queries.ts'
import { issueInvoice } from '../invoices/send.ts'
import type { ClockScope, Moment } from '../organizations/business-clock.ts'
import type { BillingDeps } from './deps.ts'
import { listUnsentInvoices } from './queries.ts'
import { sweep } from './sweep.ts'

/** Mails what is final and was not paid at once: issued and queued in one transaction. */
export function issueDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps.log, {
    name: 'issue',
    list: (page) => listUnsentInvoices(deps.db, scope, page),
    handle: (due) =>
      deps.db.transaction().execute(async (tx) => {
        const invoice = await lockInvoice(tx, due)
        if (invoice?.status === 'pending') {
          await issueInvoice(tx, deps, invoice, {}, moment)
        }
      }),
  })
}
