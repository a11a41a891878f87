import { instantOf } from '../../domain/dates.ts'
import { ZERO } from '../../domain/money.ts'
import { intersect } from '../../domain/range.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { bookInvoiceCredit, lockCredit } from '../credit-balances/service.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { moveInvoice } from '../invoices/move.ts'
import { voidDrafts } from '../invoices/void-drafts.ts'
import { updateNextPeriodEnd } from '../subscriptions/periods/next-period-end.ts'
import { type BillingContext, lockBillingContext } from './context/billing-context.ts'
import { storeDraft } from './draft.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { billsAnything, computeInvoice } from './lines/compute.ts'
import { recomputeOtherDrafts } from './recompute-drafts.ts'
import { lifetimeOf } from './window.ts'

export type FoundInvoice = Pick<Invoice, 'organizationId' | 'customerId' | 'id' | 'subscriptionId'>

/** A draft as it was computed for the last time, held; or why there is none to move on. */
export type Recomputed =
  | { kind: 'draft'; invoice: Invoice; billing: BillingContext }
  | { kind: 'no_draft' }
  | { kind: 'nothing_left'; invoice: Invoice }

/**
 * Computes a draft for the last time, with what was used and what prices are now. It stays held, and
 * a draft, for the caller to move on. Nothing is left where the subscription was moved away from
 * under it, or where another invoice has settled all that it was made for.
 */
export async function recomputeDraft(
  tx: Tx,
  found: FoundInvoice,
  moment: Moment,
): Promise<Recomputed> {
  const { organizationId, customerId, subscriptionId } = found
  const billing = await lockBillingContext(tx, { organizationId, customerId, subscriptionId })
  const draft = await lockInvoice(tx, found)
  if (draft?.status !== 'draft') return { kind: 'no_draft' }
  const period = { start: instantOf(draft.periodStart), end: instantOf(draft.periodEnd) }
  const { isClosing } = draft
  const window = isClosing ? period : intersect(period, lifetimeOf(billing))
  if (!window) return { kind: 'nothing_left', invoice: draft }
  // Before what it is spent on is computed: of two invoices at once the first one takes it.
  await lockCredit(tx, found)
  const computing = {
    window,
    invoiceId: draft.id,
    at: moment.businessNow,
    isClosing,
    isFinal: true,
  }
  const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  if (isClosing && !billsAnything(computed)) return { kind: 'nothing_left', invoice: draft }
  await storeDraft(tx, billing, { computed, draft }, moment)
  const { currency, creditTotal } = computed
  const credit = { organizationId, customerId, invoiceId: draft.id, currency, creditTotal }
  await bookInvoiceCredit(tx, credit, moment)
  await recomputeOtherDrafts(tx, billing, { invoice: draft, computed }, moment)
  const invoice = await lockInvoice(tx, draft)
  return invoice ? { kind: 'draft', invoice, billing } : { kind: 'no_draft' }
}

/**
 * Computes a draft for the last time and freezes it. One of which nothing is to be paid is settled
 * at once, without a mail; one that pays by itself is handed to the collection. One with nothing left
 * to bill is void, and the job looks again for what its time leaves to settle.
 */
export async function finalizeDraft(tx: Tx, found: FoundInvoice, moment: Moment): Promise<void> {
  const recomputed = await recomputeDraft(tx, found, moment)
  if (recomputed.kind === 'nothing_left') {
    await voidDrafts(tx, [recomputed.invoice], moment)
    await updateNextPeriodEnd(tx, found, moment.businessNow)
    return
  }
  if (recomputed.kind === 'no_draft') return
  const { invoice, billing } = recomputed
  const { businessNow: finalizedAt } = moment
  const isDue = invoice.total.gt(ZERO)
  const isCollected = isDue && billing.subscription.autoCollectPayment
  const values = { finalizedAt, collectAt: isCollected ? finalizedAt : null }
  await moveInvoice(tx, invoice, { to: 'pending', values }, moment)
  if (isDue) return
  const settled = { issuedAt: finalizedAt, paidAt: finalizedAt }
  await moveInvoice(tx, { ...invoice, status: 'pending' }, { to: 'paid', values: settled }, moment)
}
