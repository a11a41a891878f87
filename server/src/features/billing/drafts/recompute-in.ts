import { instantOf } from '../../../domain/time/dates.ts'
import { intersect } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { type BillingKey, readBillingContext } from '../context/billing-context.ts'
import { lifetimeOf } from '../window.ts'
import { makeDraft } from './draft.ts'
import { listDraftsInAdvance, listExistingInvoices } from './overlap-queries.ts'
import { recomputeDraft } from './recompute-drafts.ts'

type Changed = { range: { start: Date; end: Date }; moment: Moment }

/**
 * Recomputes the drafts of a subscription that bill days of a range, also in advance, after its terms for these days
 * changed. The lock on the subscription, which the caller has, keeps them from being finalized.
 */
export async function recomputeDraftsIn(
  tx: Tx,
  key: BillingKey,
  { range, moment }: Changed,
): Promise<void> {
  const invoices = await listExistingInvoices(tx, key, range)
  const drafts = invoices.filter(({ status }) => status === 'draft')
  const own = new Set(drafts.map(({ id }) => id))
  const inAdvance = (await listDraftsInAdvance(tx, key, range)).filter((id) => !own.has(id))
  if (drafts.length + inAdvance.length === 0) return
  const billing = await readBillingContext(tx, key)
  for (const { periodStart, periodEnd } of drafts) {
    const period = { start: instantOf(periodStart), end: instantOf(periodEnd) }
    const window = intersect(period, lifetimeOf(billing))
    if (window) await makeDraft(tx, billing, window, moment)
  }
  const { organizationId, customerId } = key
  for (const id of inAdvance) {
    const draft = await lockInvoice(tx, { organizationId, customerId, id })
    if (draft?.status !== 'draft') continue
    await recomputeDraft(tx, billing, { draft, outdatedIds: [] }, moment)
  }
}
