import { ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { ComputedInvoice } from '../../invoices/drafts/computed-invoice.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { voidDrafts } from '../../invoices/status/void-drafts.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { listOutdatedDrafts } from '../facts/billed-queries.ts'
import { loadInvoiceFacts } from '../facts/facts.ts'
import { billsAnything, computeInvoice } from '../lines/compute.ts'
import { windowOfDraft } from '../window.ts'
import { keyOf, storeDraft } from './draft.ts'

/**
 * Recomputes the subscription's other drafts that showed the same late usage or discounts.
 * - Late usage belongs to the first finalized invoice. After the subscription's end it belongs to
 *   the final draft until one is finalized.
 * - A draft of a billing period whose discount this invoice used keeps only the rest of the
 *   discount.
 * - Each draft is computed as if the drafts after it showed nothing. Otherwise each would settle
 *   against what the others still show.
 * The caller has locked the subscription.
 */
export async function recomputeOtherDrafts(
  tx: Tx,
  billing: BillingContext,
  { invoice: { id: invoiceId }, computed }: { invoice: { id: string }; computed: ComputedInvoice },
  moment: Moment,
): Promise<void> {
  const late = computed.lines.filter(({ type }) => type === 'late_usage')
  const lineIds = late.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
  const discounted = computed.discounts.filter(({ amount }) => !amount.eq(ZERO))
  if (lineIds.length === 0 && computed.lateCost.eq(ZERO) && discounted.length === 0) return
  const key = keyOf(billing)
  const others = { ...key, invoiceId, isFinalized: false, isBeforeWaiting: false, outdatedIds: [] }
  const ids = await listOutdatedDrafts(tx, {
    others,
    lineIds,
    discountedPeriods: discounted.map(({ periodStart }) => periodStart),
  })
  for (const [n, id] of ids.entries()) {
    const draft = await lockInvoice(tx, { ...key, id })
    if (draft?.status !== 'draft') continue
    const outdatedIds = ids.slice(n + 1)
    await recomputeDraft(tx, billing, { draft, outdatedIds, finalizedId: invoiceId }, moment)
  }
}

/** Computes a locked draft again; `others` is as in `Computing`. */
export async function recomputeDraft(
  tx: Tx,
  billing: BillingContext,
  { draft, ...others }: { draft: Invoice; outdatedIds: readonly string[]; finalizedId?: string },
  moment: Moment,
): Promise<void> {
  const { id: invoiceId, isFinalInvoice, isAdvanceOnly } = draft
  const window = windowOfDraft(billing, draft)
  // A draft whose window has become empty is voided when it is finalized.
  if (!window) return
  const about = { window, invoiceId, isFinalInvoice, isAdvanceOnly }
  const computing = { ...about, at: moment.businessNow, ...others }
  const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  if (isFinalInvoice && !billsAnything(computed)) await voidDrafts(tx, [draft], moment)
  else await storeDraft(tx, billing, { computed, draft }, moment)
}
