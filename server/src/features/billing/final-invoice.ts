import { instantOf } from '../../domain/time/dates.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { ComputedInvoice } from '../invoices/drafts/computed-invoice.ts'
import type { InvoiceKey } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import type { BillingContext } from './context/billing-context.ts'
import { storeDraft } from './drafts/draft.ts'
import { recomputeOtherDrafts } from './drafts/recompute-drafts.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { type FinalInvoiceRow, listFinalInvoices } from './final-invoice-queries.ts'
import { billsAnything, computeInvoice } from './lines/compute.ts'

/** The amounts left to bill after the subscription's end, and their existing draft, if any. */
export type FinalInvoice = { computed: ComputedInvoice; draft: FinalInvoiceRow | undefined }

type Making = { businessNow: Date; isStored: boolean; mayCreateDraft?: boolean }

/**
 * Computes the final invoice, which bills late usage after the subscription has ended. It bills no
 * period of its own. Returns undefined if:
 * - the subscription has not ended,
 * - nothing is left to bill, or
 * - there is no draft yet and `mayCreateDraft` is false, as between month ends.
 * If it is stored, the caller has locked the subscription, and its draft is locked here. A preview
 * locks nothing.
 */
export async function computeFinalInvoice(
  tx: Tx,
  billing: BillingContext,
  { businessNow, isStored, mayCreateDraft = true }: Making,
): Promise<FinalInvoice | undefined> {
  const { organizationId, customerId, id: subscriptionId, endsAt } = billing.subscription
  if (endsAt === null || endsAt > businessNow) return undefined
  const invoices = await listFinalInvoices(tx, { organizationId, customerId, subscriptionId })
  const latest = invoices[0]?.status === 'draft' ? invoices[0] : undefined
  const draft = latest && isStored ? await lockIfDraft(tx, latest, billing.subscription) : latest
  if (!draft && !mayCreateDraft) return undefined
  const window = draft ? windowOf(draft) : newWindow(endsAt, invoices[0], businessNow)
  if (!window) return undefined
  const computing = { window, invoiceId: draft?.id ?? null, at: businessNow, isStored }
  const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  return billsAnything(computed) ? { computed, draft } : undefined
}

/**
 * Returns the window of the final invoice that bills late usage now, with its draft if there is one.
 * Undefined if the subscription has not ended, or no time has passed since its last final invoice.
 */
export async function findFinalWindow(
  tx: Tx,
  billing: BillingContext,
  businessNow: Date,
): Promise<{ window: Range; invoiceId: string | null } | undefined> {
  const { organizationId, customerId, id: subscriptionId, endsAt } = billing.subscription
  if (endsAt === null || endsAt > businessNow) return undefined
  const [last] = await listFinalInvoices(tx, { organizationId, customerId, subscriptionId })
  if (last?.status === 'draft') return { window: windowOf(last), invoiceId: last.id }
  const window = newWindow(endsAt, last, businessNow)
  return window && { window, invoiceId: null }
}

/** Stores a final invoice as a draft and removes what it settles from on-request drafts. */
export async function storeFinalInvoice(
  tx: Tx,
  billing: BillingContext,
  finalInvoice: FinalInvoice,
  moment: Moment,
): Promise<InvoiceKey> {
  const invoice = await storeDraft(tx, billing, finalInvoice, moment)
  const { computed } = finalInvoice
  await recomputeOtherDrafts(tx, billing, { invoice, computed }, moment)
  return invoice
}

/**
 * Returns the draft's original window. The window must not move, because it determines when the
 * draft is finalized.
 */
function windowOf({ periodStart, periodEnd }: FinalInvoiceRow): Range {
  return { start: instantOf(periodStart), end: instantOf(periodEnd) }
}

/**
 * Returns the last millisecond before now; undefined unless the subscription's end and the last
 * final invoice lie before now. The window covers no billable time. It therefore cannot collide
 * with another invoice if the subscription's end is moved.
 */
function newWindow(
  endsAt: Date,
  last: FinalInvoiceRow | undefined,
  businessNow: Date,
): Range | undefined {
  const since = last && last.periodEnd > endsAt ? last.periodEnd : endsAt
  if (since >= businessNow) return undefined
  const end = instantOf(businessNow)
  return { start: end.subtract({ milliseconds: 1 }), end }
}

async function lockIfDraft(
  tx: Tx,
  latest: FinalInvoiceRow,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<FinalInvoiceRow | undefined> {
  const locked = await lockInvoice(tx, { organizationId, customerId, id: latest.id })
  return locked?.status === 'draft' ? latest : undefined
}
