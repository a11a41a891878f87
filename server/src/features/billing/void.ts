import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { reverseInvoiceCredit } from '../credit-balances/service.ts'
import { isOfSubscription } from '../invoices/invoice.ts'
import type { Invoice as InvoiceBody } from '../invoices/invoice-fields.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { findOrRefuse, getInvoice } from '../invoices/read.ts'
import { moveInvoice } from '../invoices/status/move.ts'
import { voidProblem } from '../invoices/status/voidable.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { lookAgain } from '../subscriptions/periods/next-period-end.ts'

/**
 * Takes an invoice back: nothing is owed for it, its period can be invoiced again, and the credit
 * that it took is the customer's again. The clock bills the time of a draft as if the draft had never
 * been, and leaves the time of other invoices to a request. Refused once money was taken for it, while a later invoice
 * settles something of it, and when the credit that it left is spent.
 */
export async function voidInvoice(
  db: Db,
  { reason, ...key }: ScopedId & { reason: string | null },
  moment: Moment,
): Promise<InvoiceBody> {
  const found = await findOrRefuse(db, key)
  return db.transaction().execute(async (tx) => {
    // As generation does, before the invoice: no later invoice comes to settle it meanwhile.
    if (isOfSubscription(found)) {
      await lockSubscription(tx, { ...found, id: found.subscriptionId })
    }
    const invoice = (await lockInvoice(tx, found)) ?? notFound('Invoice')
    const problem = await voidProblem(tx, invoice)
    if (problem !== undefined) throw new AppError('invoice_not_voidable', problem)
    await reverseInvoiceCredit(tx, { ...invoice, invoiceId: invoice.id }, moment)
    const isDraft = invoice.status === 'draft'
    const values = {
      voidedAt: moment.businessNow,
      isSuperseded: isDraft,
      voidReason: reason,
      collectAt: null,
      remindAt: null,
    }
    const wasIssued = invoice.status === 'issued' || invoice.status === 'overdue'
    await moveInvoice(tx, invoice, { to: 'void', values, data: { wasIssued } }, moment)
    if (isDraft && isOfSubscription(found)) {
      // One of late usage was made for the end of a month, which is due again.
      const from = invoice.isFinalInvoice ? invoice.periodEnd : moment.businessNow
      await lookAgain(tx, found, from)
    }
    return getInvoice(tx, invoice)
  })
}
