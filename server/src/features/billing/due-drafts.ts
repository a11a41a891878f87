import { instantOf } from '../../domain/dates.ts'
import type { Db } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { updateNextPeriodEnd } from '../subscriptions/periods/next-period-end.ts'
import { computeClosing } from './closing.ts'
import { type BillingKey, lockBillingContext } from './context/billing-context.ts'
import { storeDraft } from './draft.ts'
import { dueWindows, nextPeriodEnd } from './due-periods.ts'
import { findInvoicedFrom, listInvoicedTimes } from './due-queries.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { computeInvoice } from './lines/compute.ts'

/**
 * Makes the drafts of a subscription's periods that are over, and notes when the next one is. May
 * run twice and on two machines at once: the subscription is held, and what is invoiced is left out.
 * A plan that prices nothing makes no invoices. Returns how many drafts it made.
 */
export async function makeDueDrafts(db: Db, key: BillingKey, moment: Moment): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const billing = await lockBillingContext(tx, key)
    const [times, invoicedFrom] = await Promise.all([
      listInvoicedTimes(tx, key),
      findInvoicedFrom(tx, key),
    ])
    const covered = times.map(({ start, end }) => ({
      start: instantOf(start),
      end: instantOf(end),
    }))
    const { businessNow } = moment
    let made = 0
    for (const window of dueWindows(billing, { invoicedFrom, covered, businessNow })) {
      const computing = { window, invoiceId: null, at: businessNow }
      const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
      if (computed.lines.length === 0) continue
      await storeDraft(tx, billing, { computed, draft: undefined }, moment)
      made += 1
    }
    const closing = await computeClosing(tx, billing, { businessNow, isStored: true })
    if (closing) await storeDraft(tx, billing, closing, moment)
    await updateNextPeriodEnd(tx, key, nextPeriodEnd(billing, businessNow))
    return made + (closing ? 1 : 0)
  })
}
