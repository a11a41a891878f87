import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import { contains, intersect, type Range, subtract } from '../../../domain/time/range.ts'
import type { BilledPeriod } from '../../../domain/time/schedule.ts'
import { rolledBack } from '../../../platform/database/rolled-back.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { lockInvoice } from '../../invoices/ledger.ts'
import { findKey } from '../../subscriptions/change/lock-for-change.ts'
import type { ChangedSeats } from '../../subscriptions/change-seats.ts'
import { listSeatsOf } from '../../subscriptions/list-seats.ts'
import { computedPreview } from '../computed-preview.ts'
import {
  type BillingContext,
  type BillingKey,
  readBillingContext,
} from '../context/billing-context.ts'
import {
  type ExistingInvoice,
  listDraftsInAdvance,
  listExistingInvoices,
} from '../drafts/overlap-queries.ts'
import { lifetimeOf, periodAt, windowOfDraft } from '../window.ts'
import { changeWithDrafts, type SeatsRequest, shownFrom } from './change.ts'
import type { SeatsPreview } from './schemas.ts'

/**
 * Previews a change of seats: the change is made by the real code path and rolled back. Both invoices
 * are of the period in which the change falls, computed without it and with it.
 */
export async function previewSeats(
  db: Db,
  { key, ...request }: SeatsRequest,
  moment: Moment,
): Promise<SeatsPreview> {
  const known = await findKey(db, key)
  return rolledBack(db, async (tx) => {
    const changed = await changeWithDrafts(tx, { key: known, ...request }, moment)
    const { organizationId, customerId, id: subscriptionId } = changed.subscription
    const billed = { organizationId, customerId, subscriptionId }
    const billing = await readBillingContext(tx, billed)
    const asked = await invoiceOf(tx, billed, { billing, changed })
    const seats = await listSeatsOf(tx, changed.subscription, moment.businessNow)
    const invoice = await computedPreview(tx, billing, asked, moment)
    const unchanged = { ...billing, subscription: changed.subscription }
    return {
      seats: shownFrom(seats, changed.from),
      period: periodOf(asked.period),
      invoiceBefore: await computedPreview(tx, unchanged, asked, moment),
      invoice,
    }
  })
}

type Asked = {
  period: BilledPeriod
  window: Range
  draft: (Pick<ExistingInvoice, 'id'> & Partial<Pick<Invoice, 'isAdvanceOnly'>>) | undefined
}

/**
 * Returns the invoice to preview: the draft that bills the first day of the change in advance or
 * whose time has it, or what other invoices leave of its period.
 */
async function invoiceOf(
  tx: Tx,
  key: BillingKey,
  { billing, changed }: { billing: BillingContext; changed: ChangedSeats },
): Promise<Asked> {
  const { start } = changed.time
  const period = periodAt(billing, start)
  if (!period) throw new AppError('inconsistent', 'The subscription has no period on this day')
  const [ahead] = await listDraftsInAdvance(tx, key, {
    start: dateAt(start),
    end: dateAt(start.add({ milliseconds: 1 })),
  })
  const { organizationId, customerId } = key
  const draft = ahead && (await lockInvoice(tx, { organizationId, customerId, id: ahead }))
  const ofDraft = draft && windowOfDraft(billing, draft)
  if (draft && ofDraft) return { period, window: ofDraft, draft }
  const range = { start: dateAt(period.start), end: dateAt(period.end) }
  const existing = await listExistingInvoices(tx, key, range)
  const own = existing.map((invoice) => ({ invoice, time: timeOf(invoice) }))
  const at = own.find(({ invoice, time }) => invoice.status === 'draft' && contains(time, start))
  const taken = own.filter((one) => one !== at).map(({ time }) => time)
  const open = subtract(at ? at.time : { start: period.start, end: period.end }, taken)
  const piece = open.find((one) => contains(one, start)) ?? period
  const window = intersect(piece, lifetimeOf(billing)) ?? period
  return { period, window, draft: at?.invoice }
}

const timeOf = ({ periodStart, periodEnd }: ExistingInvoice): Range => ({
  start: instantOf(periodStart),
  end: instantOf(periodEnd),
})

const periodOf = ({ start, end }: Range) => ({
  start: dateAt(start).toISOString(),
  end: dateAt(end).toISOString(),
})
