import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { findInvoicedFrom, listDrafts, listInvoicedTimes } from '../context/invoiced-queries.ts'
import { keyOf } from '../drafts/draft.ts'
import { findFinalWindow } from '../final-invoice.ts'
import { periodAt, windowOfDraft } from '../window.ts'
import { dueWindows } from './due-periods.ts'

/** A range whose invoice is not final. */
export type OpenWindow = {
  window: Range
  /** The draft of the window, if there is one. */
  invoiceId: string | null
  isFinalInvoice: boolean
  isAdvanceOnly: boolean
}

/**
 * Lists the ranges of a subscription that no final invoice covers and that will be invoiced: those of
 * drafts, also of drafts of nothing but fees in advance, of ended periods without a draft, of the
 * current period, and of late usage after the end. Locks nothing.
 */
export async function listOpenWindows(
  tx: Tx,
  billing: BillingContext,
  businessNow: Date,
): Promise<OpenWindow[]> {
  const key = keyOf(billing)
  const [times, invoicedFrom, drafts, finalWindow] = await Promise.all([
    listInvoicedTimes(tx, key),
    findInvoicedFrom(tx, key),
    listDrafts(tx, key),
    findFinalWindow(tx, billing, businessNow),
  ])
  const covered = times.map(({ start, end }) => ({ start: instantOf(start), end: instantOf(end) }))
  const current = periodAt(billing, instantOf(businessNow))
  const until = current ? dateAt(current.end) : businessNow
  const without = { invoiceId: null, isFinalInvoice: false, isAdvanceOnly: false }
  const ofDrafts = drafts.flatMap((draft) => {
    const { id: invoiceId, isFinalInvoice, isAdvanceOnly } = draft
    const window = windowOfDraft(billing, draft)
    return window ? [{ window, invoiceId, isFinalInvoice, isAdvanceOnly }] : []
  })
  const due = dueWindows(billing, { invoicedFrom, covered, businessNow: until })
  // The invoice of the last time settles too; a final invoice without a draft is only made after it.
  const isFinalNext =
    finalWindow !== undefined && (finalWindow.invoiceId !== null || due.length === 0)
  return [
    ...ofDrafts,
    ...due.map((window) => ({ window, ...without })),
    ...(isFinalNext ? [{ ...finalWindow, isFinalInvoice: true, isAdvanceOnly: false }] : []),
  ]
}
