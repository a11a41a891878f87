import { ZERO } from '../../domain/money.ts'
import { intersect } from '../../domain/period.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../organizations/business-clock.ts'
import { instantOf } from '../subscriptions/dates.ts'
import { computeInvoice } from './compute.ts'
import { storeDraft } from './draft.ts'
import type { Invoice } from './invoice.ts'
import { moveInvoice } from './move.ts'
import { lockInvoice } from './queries.ts'
import { holdSubject, type Subject } from './subject.ts'
import { lifetimeOf } from './window.ts'

export type FoundInvoice = Pick<Invoice, 'organizationId' | 'customerId' | 'id' | 'subscriptionId'>

/** A draft as it was computed for the last time. */
export type Recomputed = { invoice: Invoice; subject: Subject }

/**
 * Computes a draft for the last time, with what was used and what prices are now. It stays held, and
 * a draft, for the caller to move on. Undefined when it is no draft any more, or when the
 * subscription was moved away from under it and nothing is left to bill; then it is void.
 */
export async function recomputeDraft(
  tx: Tx,
  found: FoundInvoice,
  moment: Moment,
): Promise<Recomputed | undefined> {
  const { organizationId, customerId, subscriptionId } = found
  const subject = await holdSubject(tx, { organizationId, customerId, subscriptionId })
  const draft = await lockInvoice(tx, found)
  if (draft?.status !== 'draft') return undefined
  const period = { start: instantOf(draft.periodStart), end: instantOf(draft.periodEnd) }
  const { isClosing } = draft
  const covered = isClosing ? undefined : intersect(period, lifetimeOf(subject))
  const window = covered ?? period
  const computing = { window, invoiceId: draft.id, at: moment.businessNow, isClosing }
  const computed = await computeInvoice(tx, subject, computing)
  if (computed.isClosing && computed.lines.length === 0) {
    const values = { voided_at: moment.businessNow, is_superseded: true }
    await moveInvoice(tx, draft, { to: 'void', values }, moment.now)
    return undefined
  }
  await storeDraft(tx, subject, { computed, draft }, moment)
  const invoice = await lockInvoice(tx, draft)
  return invoice && { invoice, subject }
}

/**
 * Computes a draft for the last time and freezes it. One of which nothing is to be paid is settled
 * at once, without a mail; one that pays by itself is handed to the collection.
 */
export async function finalizeDraft(tx: Tx, found: FoundInvoice, moment: Moment): Promise<void> {
  const recomputed = await recomputeDraft(tx, found, moment)
  if (!recomputed) return
  const { invoice, subject } = recomputed
  const { businessNow: finalized_at, now } = moment
  const isDue = invoice.total.gt(ZERO)
  const isCollected = isDue && subject.subscription.autoCollectPayment
  const values = { finalized_at, collect_at: isCollected ? finalized_at : null }
  await moveInvoice(tx, invoice, { to: 'pending', values }, now)
  if (isDue) return
  const settled = { issued_at: finalized_at, paid_at: finalized_at }
  await moveInvoice(tx, { ...invoice, status: 'pending' }, { to: 'paid', values: settled }, now)
}
