import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { issueByClock } from '../features/delivery/send.ts'
import type { Invoice, InvoiceKey } from '../features/invoices/invoice.ts'
import { lockInvoice } from '../features/invoices/ledger.ts'
import { forAll } from '../platform/batching/for-all.ts'
import type { BillingDeps } from './deps.ts'
import { listUnsentInvoices } from './queries.ts'
import { BILLING_BATCH_SIZE, sweep } from './sweep.ts'

/**
 * Issues finalized invoices that were not paid immediately; the email follows from that event. An
 * invoice of a customer without an email address is issued and falls due too. The invoice and the
 * log say so.
 */
export function issueDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps, {
    name: 'issue',
    list: (page) => listUnsentInvoices(deps.db, scope, page),
    batchSize: BILLING_BATCH_SIZE,
    handle: async (due) => {
      for (const { id: invoiceId, organizationId } of await issueAll(deps, due, moment)) {
        deps.log.warn(
          { invoiceId, organizationId },
          'issued without a mail: the customer has no email address',
        )
      }
    },
  })
}

/** Returns the issued invoices whose customer has no email address. */
function issueAll(
  { db }: BillingDeps,
  due: readonly InvoiceKey[],
  moment: Moment,
): Promise<Invoice[]> {
  return db.transaction().execute(async (tx) => {
    const held = await forAll(due, (one) => lockInvoice(tx, one))
    const issued = await forAll(held, async (invoice) => {
      if (invoice?.status !== 'pending') return []
      return (await issueByClock(tx, invoice, moment)) ? [] : [invoice]
    })
    return issued.flat()
  })
}
