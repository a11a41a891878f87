import { dateAt } from '../../domain/time/dates.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import { getCustomer } from '../customers/service.ts'
import type { BillingContext } from './context/billing-context.ts'
import { termsOf } from './drafts/draft.ts'
import { refuseUnshowable } from './drafts/showable.ts'
import { type InvoiceFacts, loadInvoiceFacts } from './facts/facts.ts'
import { computeInvoice } from './lines/compute.ts'
import { previewBody } from './preview-body.ts'
import type { InvoicePreview } from './schemas.ts'

/** The invoice to preview: its window, and its draft if there is one. */
export type Previewed = {
  window: Range
  draft?: { id: string; isAdvanceOnly?: boolean } | undefined
  /** Bills only the fees in advance of the window, at its start. */
  isAdvanceOnly?: boolean
}

/**
 * Computes an invoice and stores nothing, as of the end of its window or now if that is later; fees in
 * advance alone, as of its start. `adjust` may leave out
 * some of its facts.
 */
export async function computedPreview(
  tx: Tx,
  billing: BillingContext,
  { window, draft, isAdvanceOnly = draft?.isAdvanceOnly ?? false }: Previewed,
  moment: Moment,
  adjust: (facts: InvoiceFacts) => InvoiceFacts = (facts) => facts,
): Promise<InvoicePreview> {
  const { organizationId, customerId } = billing.subscription
  const customer = await getCustomer(tx, { organizationId, id: customerId })
  const due = dateAt(isAdvanceOnly ? window.start : window.end)
  const madeAt = new Date(Math.max(due.getTime(), moment.businessNow.getTime()))
  const invoiceId = draft?.id ?? null
  const computing = { window, invoiceId, isAdvanceOnly, at: madeAt, isStored: false }
  const computed = computeInvoice(adjust(await loadInvoiceFacts(tx, billing, computing)))
  refuseUnshowable(computed)
  const terms = termsOf(billing, { ...moment, businessNow: madeAt })
  return previewBody(computed, { customer, billing, terms, lineId: newId })
}
