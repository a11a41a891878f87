import { boundText, dateAt, instantOf, spanText } from '../../../domain/time/dates.ts'
import { dueDateOf } from '../../../domain/time/due-date.ts'
import { intersect, type Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { ComputedInvoice, DraftTerms } from '../../invoices/drafts/computed-invoice.ts'
import { insertDraft, replaceDraft } from '../../invoices/drafts/store-draft.ts'
import type { InvoiceKey } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { voidProblem } from '../../invoices/status/voidable.ts'
import type { BillingContext, BillingKey } from '../context/billing-context.ts'
import { findInvoicedFrom, listLiveTimes } from '../context/invoiced-queries.ts'
import { loadInvoiceFacts } from '../facts/facts.ts'
import { computeInvoice } from '../lines/compute.ts'
import { isBilledAutomatically, lifetimeOf } from '../window.ts'
import { type ExistingInvoice, listExistingInvoices } from './overlap-queries.ts'
import { refuseUnshowable } from './showable.ts'

/**
 * Returns the draft of exactly this window, clipped to the subscription's lifetime, to be
 * recomputed. Undefined if no invoice overlaps the window. Throws `period_invoiced` if another
 * invoice covers a part of it, so that nothing is billed twice.
 */
export async function findDraft(
  tx: Tx,
  billing: BillingContext,
  window: Range,
): Promise<ExistingInvoice | undefined> {
  const start = dateAt(window.start)
  const existing = await listExistingInvoices(tx, keyOf(billing), {
    start,
    end: dateAt(window.end),
  })
  const draft = existing.find(
    (invoice) => invoice.status === 'draft' && isOfWindow(billing, invoice, window),
  )
  const other = existing.find((invoice) => invoice !== draft)
  if (!other) return draft
  throw new AppError('period_invoiced', await whyCovered(tx, billing, { window, other }))
}

function isOfWindow(
  billing: BillingContext,
  { periodStart, periodEnd }: ExistingInvoice,
  { start, end }: Range,
) {
  const period = { start: instantOf(periodStart), end: instantOf(periodEnd) }
  const covered = intersect(period, lifetimeOf(billing))
  return covered?.start.equals(start) && covered.end.equals(end)
}

async function whyCovered(
  tx: Tx,
  { subscription }: BillingContext,
  { window, other }: { window: Range; other: ExistingInvoice },
): Promise<string> {
  const { timeZone } = subscription
  const { invoiceNumber, status, periodStart, periodEnd } = other
  const period = spanText(periodStart, periodEnd, timeZone)
  const covers = `Invoice ${invoiceNumber} (${status}) already covers ${period} of this subscription`
  const hasRest = window.end.epochMilliseconds > periodEnd.getTime()
  const sendStart = `send billingPeriodStart ${boundText(periodEnd, timeZone)}`
  const rest = hasRest ? `. To bill the time after it, ${sendStart}` : ''
  const problem = await voidProblem(tx, other)
  if (problem !== undefined) {
    const hasEnded = subscription.endsAt !== null && subscription.endsAt <= periodEnd
    const later = '. The next invoice also bills usage that was recorded late for that time'
    const next = hasEnded ? later : `${later}: ${sendStart}`
    return `${covers}. ${problem}${hasRest ? rest : next}`
  }
  return status === 'draft'
    ? `${covers}; generate that window again, or void it before you invoice another one${rest}`
    : `${covers}; void it before you invoice that time again${rest}`
}

/** Like `findDraft`, with the draft locked, so that it cannot be sent while it is recomputed. */
async function lockDraft(
  tx: Tx,
  billing: BillingContext,
  window: Range,
): Promise<ExistingInvoice | undefined> {
  const found = await findDraft(tx, billing, window)
  if (!found) return undefined
  const { organizationId, customerId } = billing.subscription
  await lockInvoice(tx, { organizationId, customerId, id: found.id })
  // Read again: the previous lock holder may have sent it.
  return findDraft(tx, billing, window)
}

export type NewDraft = {
  computed: ComputedInvoice
  /** The existing draft to replace. */
  draft: { id: string } | undefined
  /** Only for a new draft: true if the billing job must not finalize it automatically. */
  isOnRequest?: boolean
}

/** Inserts or replaces a draft. The caller has locked the subscription and the existing draft. */
export async function storeDraft(
  tx: Tx,
  billing: BillingContext,
  { computed, draft, isOnRequest = false }: NewDraft,
  moment: Moment,
): Promise<InvoiceKey> {
  refuseUnshowable(computed)
  const { organizationId, customerId, id: subscriptionId } = billing.subscription
  const key = { organizationId, customerId, id: draft?.id ?? newId() }
  const contents = { computed, terms: termsOf(billing, moment), now: moment.now }
  if (draft) await replaceDraft(tx, { ...key, subscriptionId }, contents)
  else await insertDraft(tx, { ...key, subscriptionId, topUpMethod: null, isOnRequest }, contents)
  return key
}

/**
 * Computes and stores the draft of a window. The billing job finalizes it automatically only if the
 * window is one that the job itself would have billed.
 */
export async function makeDraft(
  tx: Tx,
  billing: BillingContext,
  window: Range,
  moment: Moment,
): Promise<InvoiceKey> {
  const draft = await lockDraft(tx, billing, window)
  const computing = { window, invoiceId: draft?.id ?? null, at: moment.businessNow }
  const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  const isOnRequest = draft === undefined && !(await isAutomatic(tx, billing, window))
  return storeDraft(tx, billing, { computed, draft, isOnRequest }, moment)
}

async function isAutomatic(tx: Tx, billing: BillingContext, window: Range): Promise<boolean> {
  const key = keyOf(billing)
  const invoicedFrom = await findInvoicedFrom(tx, key)
  const covered = (await listLiveTimes(tx, key)).map(({ start, end }) => ({
    start: instantOf(start),
    end: instantOf(end),
  }))
  return isBilledAutomatically(billing, window, { invoicedFrom, covered })
}

/** Returns the subscription's terms for an invoice generated now. */
export function termsOf({ subscription }: BillingContext, { businessNow }: Moment): DraftTerms {
  const { netTermsInForce: netTerms, invoiceMemo, timeZone } = subscription
  return {
    netTerms,
    memo: invoiceMemo,
    generatedAt: businessNow,
    dueDate: dueDateOf(businessNow, netTerms, timeZone),
  }
}

export function keyOf({ subscription }: BillingContext): BillingKey {
  const { organizationId, customerId, id: subscriptionId } = subscription
  return { organizationId, customerId, subscriptionId }
}
