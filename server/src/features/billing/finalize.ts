import { ZERO } from '../../domain/money.ts'
import type { Range } from '../../domain/time/range.ts'
import { forAll } from '../../platform/batching/for-all.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { bookInvoiceCredit } from '../credit-balances/invoice-credit.ts'
import { lockCredit } from '../credit-balances/service.ts'
import { lockDiscountsOf } from '../discounts/applicable.ts'
import type { ComputedInvoice } from '../invoices/drafts/computed-invoice.ts'
import { type Invoice, isOfSubscription, type SubscriptionInvoice } from '../invoices/invoice.ts'
import { findInvoiceOf, lockInvoice } from '../invoices/ledger.ts'
import { moveInvoice } from '../invoices/status/move.ts'
import { voidDrafts } from '../invoices/status/void-drafts.ts'
import { makeDueForBilling } from '../subscriptions/periods/next-period-end.ts'
import { type BillingContext, lockBillingContexts } from './context/billing-context.ts'
import { storeDraft } from './drafts/draft.ts'
import { recomputeOtherDrafts } from './drafts/recompute-drafts.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { billsAnything, computeInvoice } from './lines/compute.ts'
import { isLastWindow, windowOfDraft } from './window.ts'

export type FoundInvoice = Pick<
  SubscriptionInvoice,
  'organizationId' | 'customerId' | 'id' | 'subscriptionId'
>

/** The locked draft after its last computation, or the reason why there is none to finalize. */
export type Recomputed =
  | { kind: 'draft'; invoice: Invoice; billing: BillingContext }
  | { kind: 'no_draft' }
  | { kind: 'nothing_left'; invoice: SubscriptionInvoice }

type Finalizing = {
  moment: Moment
  /** The billing job voids a last invoice that bills nothing; an operator may still send one. */
  isAutomatic: boolean
}

/** Like `recomputeDrafts`, for one draft that an operator sends. */
export async function recomputeDraft(
  tx: Tx,
  found: FoundInvoice,
  moment: Moment,
): Promise<Recomputed> {
  const [recomputed] = await recomputeDrafts(tx, [found], { moment, isAutomatic: false })
  return recomputed ?? { kind: 'no_draft' }
}

/**
 * Recomputes drafts of different customers with current usage and prices before they are finalized.
 * The drafts stay locked, and their status unchanged, for the caller. `nothing_left` means:
 * - the subscription no longer covers the draft's period,
 * - another invoice has settled everything in it, or
 * - the last period bills nothing.
 */
async function recomputeDrafts(
  tx: Tx,
  found: readonly FoundInvoice[],
  finalizing: Finalizing,
): Promise<Recomputed[]> {
  const { moment } = finalizing
  const billings = await lockBillingContexts(tx, found)
  const drafts = await forAll(found, (one) => lockInvoice(tx, one))
  const checked = billings.map((billing, n) => checkDraft(billing, drafts[n]))
  const open = checked.filter((one) => one.kind === 'open')
  // Locks credit and discounts before the invoices are computed: of two concurrent invoices, only
  // the first can use them.
  await forAll(open, ({ draft }) => lockCredit(tx, draft))
  await lockDiscountsOf(
    tx,
    open.map(({ draft }) => ({ ...draft, at: moment.businessNow })),
  )
  const computed = await forAll(checked, async (one) =>
    one.kind === 'open' ? computeLast(tx, one, finalizing) : one,
  )
  return forAll(computed, async (one) =>
    one.kind === 'computed' ? storeLast(tx, one, moment) : one,
  )
}

type Open = { billing: BillingContext; draft: SubscriptionInvoice }

function checkDraft(
  billing: BillingContext,
  draft: Invoice | undefined,
): (Open & { kind: 'open'; window: Range }) | Exclude<Recomputed, { kind: 'draft' }> {
  if (draft?.status !== 'draft' || !isOfSubscription(draft)) return { kind: 'no_draft' }
  const window = windowOfDraft(billing, draft)
  return window
    ? { kind: 'open', billing, draft, window }
    : { kind: 'nothing_left', invoice: draft }
}

async function computeLast(
  tx: Tx,
  { billing, draft, window }: Open & { window: Range },
  { moment: { businessNow: at }, isAutomatic }: Finalizing,
) {
  const { id: invoiceId, isFinalInvoice, isAdvanceOnly } = draft
  const isLast = isFinalInvoice || (isAutomatic && isLastWindow(billing, window))
  const computing = { window, invoiceId, at, isFinalInvoice, isAdvanceOnly, isFinalized: true }
  const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  return isLast && !billsAnything(computed)
    ? { kind: 'nothing_left' as const, invoice: draft }
    : { kind: 'computed' as const, billing, draft, computed }
}

async function storeLast(
  tx: Tx,
  { billing, draft, computed }: Open & { computed: ComputedInvoice },
  moment: Moment,
): Promise<Recomputed> {
  await storeDraft(tx, billing, { computed, draft }, moment)
  const { organizationId, customerId, id: invoiceId, invoiceNumber } = draft
  const { currency } = computed
  const credited = { organizationId, customerId, invoiceId, invoiceNumber, currency }
  await bookInvoiceCredit(tx, credited, computed, moment)
  await recomputeOtherDrafts(tx, billing, { invoice: draft, computed }, moment)
  const invoice = await findInvoiceOf(tx, draft)
  return invoice ? { kind: 'draft', invoice, billing } : { kind: 'no_draft' }
}

/**
 * Recomputes drafts of different customers and finalizes them.
 * - An invoice with total 0 is paid immediately, without an email.
 * - An invoice of a subscription with automatic payment is scheduled for collection.
 * - An invoice with nothing left to bill is voided, and the billing job checks its period again.
 */
export async function finalizeDrafts(
  tx: Tx,
  found: readonly FoundInvoice[],
  moment: Moment,
): Promise<void> {
  const recomputed = await recomputeDrafts(tx, found, { moment, isAutomatic: true })
  await forAll(recomputed, (one) => freeze(tx, one, moment))
}

async function freeze(tx: Tx, recomputed: Recomputed, moment: Moment): Promise<void> {
  const { businessNow: finalizedAt } = moment
  if (recomputed.kind === 'no_draft') return
  if (recomputed.kind === 'nothing_left') {
    await voidDrafts(tx, [recomputed.invoice], moment)
    await makeDueForBilling(tx, recomputed.invoice, finalizedAt)
    return
  }
  const { invoice } = recomputed
  const isDue = invoice.total.gt(ZERO)
  const isCollected = isDue && recomputed.billing.subscription.autoCollectPayment
  const values = { finalizedAt, collectAt: isCollected ? finalizedAt : null }
  await moveInvoice(tx, invoice, { to: 'pending', values }, moment)
  if (isDue) return
  const paid = { issuedAt: finalizedAt, paidAt: finalizedAt }
  await moveInvoice(tx, { ...invoice, status: 'pending' }, { to: 'paid', values: paid }, moment)
}
