import { isBilledInAdvance } from '../../../domain/prices/advance.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { lockDiscountsOf } from '../../discounts/applicable.ts'
import { updateNextPeriodEnd } from '../../subscriptions/periods/next-period-end.ts'
import {
  type BillingContext,
  type BillingKey,
  lockBillingContexts,
} from '../context/billing-context.ts'
import {
  findInvoicedFrom,
  findNextCheckAt,
  listBilledInAdvance,
  listInvoicedTimes,
} from '../context/invoiced-queries.ts'
import { keyOf, type NewDraft, storeDraft } from '../drafts/draft.ts'
import { loadInvoiceFacts } from '../facts/facts.ts'
import { computeFinalInvoice, storeFinalInvoice } from '../final-invoice.ts'
import { billsAnything, computeInvoice } from '../lines/compute.ts'
import { isLastWindow } from '../window.ts'
import { dueWindows, isMonthToSettle, nextPeriodEnd } from './due-periods.ts'
import { startWindow } from './start-window.ts'

/**
 * Creates the drafts of ended periods for a batch of subscriptions of different customers, and
 * stores when the next periods end. Returns the number of drafts.
 * - Safe to repeat and to run concurrently: subscriptions are locked, and invoiced ranges are
 *   skipped.
 * - A plan without prices gets no invoices.
 * - A subscription's last period gets none while it bills nothing; it is checked again each month
 *   end.
 */
export async function makeDueDrafts(
  db: Db,
  keys: readonly BillingKey[],
  moment: Moment,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const billings = await lockBillingContexts(tx, keys)
    const due = await forAll(billings, (billing) => findDue(tx, billing, moment))
    // Before an invoice number is drawn, because drawing one blocks the whole organization.
    await lockDiscountsOf(
      tx,
      billings.map((billing) => ({ ...keyOf(billing), at: moment.businessNow })),
    )
    const made = await makeDrafts(tx, due, moment)
    const started = await makeStartDrafts(tx, billings, moment)
    return made + started + (await finishPeriods(tx, billings, moment))
  })
}

type Due = { billing: BillingContext; windows: readonly Range[] }

async function findDue(tx: Tx, billing: BillingContext, { businessNow }: Moment): Promise<Due> {
  const key = keyOf(billing)
  const [times, invoicedFrom] = await Promise.all([
    listInvoicedTimes(tx, key),
    findInvoicedFrom(tx, key),
  ])
  const covered = times.map(({ start, end }) => ({
    start: instantOf(start),
    end: instantOf(end),
  }))
  return { billing, windows: dueWindows(billing, { invoicedFrom, covered, businessNow }) }
}

/** Stores the first window of each subscription, then the later ones, which build on the first. */
async function makeDrafts(tx: Tx, due: readonly Due[], moment: Moment): Promise<number> {
  const first = due.flatMap(({ billing, windows: [window] }) =>
    window ? [{ billing, window }] : [],
  )
  if (first.length === 0) return 0
  const drafts = await forAll(first, async ({ billing, window }) => {
    const computing = { window, invoiceId: null, at: moment.businessNow }
    const computed = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
    return { billing, computed, draft: undefined }
  })
  const billed = drafts.filter(
    ({ billing, computed }) =>
      computed.lines.length > 0 &&
      (billsAnything(computed) || !isLastWindow(billing, computed.window)),
  )
  await storeAll(tx, billed, moment)
  const later = due.map(({ billing, windows }) => ({ billing, windows: windows.slice(1) }))
  return billed.length + (await makeDrafts(tx, later, moment))
}

/**
 * Stores the invoices of the fees in advance with which subscriptions start. They claim no time, and
 * a fee of zero makes none.
 */
async function makeStartDrafts(
  tx: Tx,
  billings: readonly BillingContext[],
  moment: Moment,
): Promise<number> {
  const { businessNow } = moment
  const starting = billings.filter(({ strategies }) => strategies.some(isBilledInAdvance))
  const computed = await forAll(starting, async (billing) => {
    const key = keyOf(billing)
    const [invoicedFrom, billedFrom] = await Promise.all([
      findInvoicedFrom(tx, key),
      listBilledInAdvance(tx, key),
    ])
    const window = startWindow(billing, { invoicedFrom, billedFrom, businessNow })
    if (!window) return undefined
    const computing = { window, invoiceId: null, at: businessNow, isAdvanceOnly: true }
    const invoice = computeInvoice(await loadInvoiceFacts(tx, billing, computing))
    return billsAnything(invoice) ? { billing, computed: invoice, draft: undefined } : undefined
  })
  const due = computed.filter((one) => one !== undefined)
  await storeAll(tx, due, moment)
  return due.length
}

/** Stores final invoices after an end and the time at which each subscription is due next. */
async function finishPeriods(
  tx: Tx,
  billings: readonly BillingContext[],
  moment: Moment,
): Promise<number> {
  const { businessNow } = moment
  const computed = await forAll(billings, async (billing) => {
    const nextCheckAt = (await findNextCheckAt(tx, keyOf(billing))) ?? businessNow
    const mayCreateDraft = isMonthToSettle(billing, { nextCheckAt, businessNow })
    const computing = { businessNow, isStored: true, mayCreateDraft }
    const finalInvoice = await computeFinalInvoice(tx, billing, computing)
    return finalInvoice && { billing, finalInvoice }
  })
  const left = computed.filter((one) => one !== undefined)
  await forAll(left, ({ billing, finalInvoice }) =>
    storeFinalInvoice(tx, billing, finalInvoice, moment),
  )
  await forAll(billings, (billing) =>
    updateNextPeriodEnd(tx, {
      ...keyOf(billing),
      nextPeriodEnd: nextPeriodEnd(billing, businessNow),
    }),
  )
  return left.length
}

async function storeAll(
  tx: Tx,
  drafts: readonly (NewDraft & { billing: BillingContext })[],
  moment: Moment,
): Promise<void> {
  await forAll(drafts, ({ billing, ...draft }) => storeDraft(tx, billing, draft, moment))
}
