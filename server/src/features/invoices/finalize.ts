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
import { holdSubject } from './subject.ts'
import { lifetimeOf } from './window.ts'

/**
 * Computes a draft for the last time and freezes it. One of which nothing is to be paid is settled
 * at once, without a mail; one that pays by itself is handed to the collection. Returns the invoice
 * as it is then; undefined when it was no draft any more or had nothing left to bill.
 */
export async function finalizeDraft(
  tx: Tx,
  found: Pick<Invoice, 'organizationId' | 'customerId' | 'id' | 'subscriptionId'>,
  moment: Moment,
): Promise<Invoice | undefined> {
  const { organizationId, customerId, subscriptionId } = found
  const subject = await holdSubject(tx, { organizationId, customerId, subscriptionId })
  const draft = await lockInvoice(tx, found)
  if (draft?.status !== 'draft') return undefined
  const period = { start: instantOf(draft.periodStart), end: instantOf(draft.periodEnd) }
  const window = intersect(period, lifetimeOf(subject))
  if (!window) {
    // The subscription was moved away from under it.
    await moveInvoice(
      tx,
      draft,
      { to: 'void', values: { voided_at: moment.businessNow } },
      moment.now,
    )
    return undefined
  }
  const computing = { window, invoiceId: draft.id, at: moment.businessNow }
  const computed = await computeInvoice(tx, subject, computing)
  await storeDraft(tx, subject, { computed, draft }, moment)
  const finalized_at = moment.businessNow
  if (computed.total.lte(ZERO)) {
    await moveInvoice(tx, draft, { to: 'pending', values: { finalized_at } }, moment.now)
    const settled = { ...draft, status: 'pending' as const }
    const values = { issued_at: finalized_at, paid_at: finalized_at }
    await moveInvoice(tx, settled, { to: 'paid', values }, moment.now)
  } else {
    const collect_at = subject.subscription.autoCollectPayment ? moment.businessNow : null
    await moveInvoice(
      tx,
      draft,
      { to: 'pending', values: { finalized_at, collect_at } },
      moment.now,
    )
  }
  return lockInvoice(tx, draft)
}
