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

/** What is left to bill after the end, and the draft of it if there is one already. */
export type FinalInvoice = { computed: ComputedInvoice; draft: FinalInvoiceRow | undefined }

type Making = { businessNow: Date; isStored: boolean; mayBegin?: boolean }

/**
 * After a subscription has ended there is no next invoice for what comes late, so there is a final
 * one, which bills no time of its own.
 * Undefined while the subscription runs, when nothing is left to bill, and when there is no draft yet and
 * none may begin: the clock begins one at the end of a month only. The subscription is locked,
 * and so is the draft that it will be written over; for a preview, which is not stored, neither.
 */
export async function computeFinalInvoice(
  tx: Tx,
  billing: BillingContext,
  { businessNow, isStored, mayBegin = true }: Making,
): Promise<FinalInvoice | undefined> {
  const { organizationId, customerId, id: subscriptionId, endsAt } = billing.subscription
  if (endsAt === null || endsAt > businessNow) return undefined
  const invoices = await listFinalInvoices(tx, { organizationId, customerId, subscriptionId })
  const latest = invoices[0]?.status === 'draft' ? invoices[0] : undefined
  const draft = latest && isStored ? await lockIfDraft(tx, latest, billing.subscription) : latest
  if (!draft && !mayBegin) return undefined
  const window = draft ? windowOf(draft) : newWindow(endsAt, invoices[0], businessNow)
  if (!window) return undefined
  const computing = { window, invoiceId: draft?.id ?? null, at: businessNow, isStored }
  const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  return billsAnything(computed) ? { computed, draft } : undefined
}

/** Writes it as a draft; those that wait for a person no longer show what it settles. */
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

/** The one that its draft was made for: it never moves, or the draft would never be old enough. */
function windowOf({ periodStart, periodEnd }: FinalInvoiceRow): Range {
  return { start: instantOf(periodStart), end: instantOf(periodEnd) }
}

/**
 * The moment of its making: it covers no time, and so names none that another invoice can come to
 * name when the end of the subscription is moved.
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
