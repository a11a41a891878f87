import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { reverseInvoiceCredit } from '../credit-balances/invoice-credit.ts'
import { isOfSubscription, isTopUp } from '../invoices/invoice.ts'
import type { Invoice as InvoiceBody } from '../invoices/invoice-fields.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { findOrRefuse, getInvoice } from '../invoices/read.ts'
import { moveInvoice } from '../invoices/status/move.ts'
import { voidProblem } from '../invoices/status/voidable.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { makeDueForBilling } from '../subscriptions/periods/next-period-end.ts'

/**
 * Voids an invoice. Nothing is owed for it, its period can be invoiced again, and the credit it
 * used goes back to its grants. The billing job bills the period of a voided draft again. The
 * period of any other void invoice is billed on request only.
 * - Throws `invoice_not_voidable` if its status does not allow it, it has payments, or a later
 *   invoice settles a part of it.
 * - Throws `conflict` if the credit that it gave the customer has been spent.
 */
export async function voidInvoice(
  db: Db,
  { reason, ...key }: ScopedId & { reason: string | null },
  moment: Moment,
): Promise<InvoiceBody> {
  const found = await findOrRefuse(db, key)
  return db.transaction().execute(async (tx) => {
    // Lock the subscription before the invoice, as generation does. No later invoice can then
    // settle it concurrently.
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
    const isOpen = invoice.status === 'issued' || invoice.status === 'overdue'
    // A top-up was not mailed, so no notice says that it is cancelled.
    const wasIssued = isOpen && !isTopUp(invoice)
    await moveInvoice(tx, invoice, { to: 'void', values, data: { wasIssued } }, moment)
    if (isDraft && isOfSubscription(found)) {
      // A final invoice was made for a month end, which becomes due again.
      const isOfMonthEnd = invoice.isFinalInvoice && !invoice.isAdvanceOnly
      const from = isOfMonthEnd ? invoice.periodEnd : moment.businessNow
      await makeDueForBilling(tx, found, from)
    }
    return getInvoice(tx, invoice)
  })
}
