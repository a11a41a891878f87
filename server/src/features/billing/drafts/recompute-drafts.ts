import { instantOf } from '../../../domain/time/dates.ts'
import { intersect } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { ComputedInvoice } from '../../invoices/drafts/computed-invoice.ts'
import type { Invoice, SubscriptionInvoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { voidDrafts } from '../../invoices/status/void-drafts.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { listDraftsOfLateUsage } from '../facts/billed-queries.ts'
import { loadInvoiceFacts } from '../facts/facts.ts'
import { billsAnything, computeInvoice } from '../lines/compute.ts'
import { lifetimeOf } from '../window.ts'
import { storeDraft } from './draft.ts'

/**
 * Late usage belongs to the first invoice that is finalized: other drafts of the subscription that
 * showed it are computed again without it. The subscription is locked.
 */
export async function recomputeOtherDrafts(
  tx: Tx,
  billing: BillingContext,
  { invoice, computed }: { invoice: SubscriptionInvoice; computed: ComputedInvoice },
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, subscriptionId, id: invoiceId } = invoice
  const late = computed.lines.filter(({ type }) => type === 'late_usage')
  const lineIds = late.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
  if (lineIds.length === 0 && computed.lateCost.eq('0')) return
  const scope = { organizationId, customerId, subscriptionId, invoiceId }
  const others = { ...scope, isFinalized: false, isFinalInvoice: false }
  for (const id of await listDraftsOfLateUsage(tx, { others, lineIds })) {
    const draft = await lockInvoice(tx, { organizationId, customerId, id })
    if (draft?.status === 'draft') await recompute(tx, billing, draft, moment)
  }
}

async function recompute(
  tx: Tx,
  billing: BillingContext,
  draft: Invoice,
  moment: Moment,
): Promise<void> {
  const { isFinalInvoice } = draft
  const period = { start: instantOf(draft.periodStart), end: instantOf(draft.periodEnd) }
  const window = isFinalInvoice ? period : intersect(period, lifetimeOf(billing))
  // Its own finalization sees to a draft that nothing is left of.
  if (!window) return
  const computing = { window, invoiceId: draft.id, at: moment.businessNow, isFinalInvoice }
  const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
  if (isFinalInvoice && !billsAnything(computed)) await voidDrafts(tx, [draft], moment)
  else await storeDraft(tx, billing, { computed, draft }, moment)
}
