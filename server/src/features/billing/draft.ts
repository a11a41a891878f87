import { dateAt, instantOf } from '../../domain/dates.ts'
import { dueDateOf } from '../../domain/due-date.ts'
import { intersect, type Range } from '../../domain/range.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { ComputedInvoice, DraftLine } from '../invoices/computed-invoice.ts'
import type { InvoiceKey } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { voidProblem } from '../invoices/voidable.ts'
import {
  type DraftTerms,
  deleteDetails,
  insertDetails,
  insertInvoice,
  type KnownLine,
  listLineIds,
  takeNumber,
  updateDraft,
} from '../invoices/write-queries.ts'
import type { Subject, SubjectKey } from './context/subject.ts'
import { isBilledByClock } from './due-periods.ts'
import { findInvoicedFrom, listLiveTimes } from './due-queries.ts'
import { loadInvoiceFacts } from './facts/facts.ts'
import { computeInvoice } from './lines/compute.ts'
import { type Covering, listCovering } from './overlap-queries.ts'
import { refuseUnshowable } from './showable.ts'
import { lifetimeOf } from './window.ts'

const NUMBER_DIGITS = 6

/**
 * The draft of this very window, as far as the subscription still covers it, which is computed again
 * instead of making another invoice. Refuses a window that another invoice covers a part of: nothing
 * is billed twice.
 */
export async function findDraft(
  tx: Tx,
  subject: Subject,
  window: Range,
): Promise<Covering | undefined> {
  const start = dateAt(window.start)
  const covering = await listCovering(tx, keyOf(subject), { start, end: dateAt(window.end) })
  const draft = covering.find(
    (invoice) => invoice.status === 'draft' && isOfWindow(subject, invoice, window),
  )
  const other = covering.find((invoice) => invoice !== draft)
  if (!other) return draft
  throw new AppError('period_invoiced', await whyCovered(tx, other))
}

function isOfWindow(subject: Subject, { periodStart, periodEnd }: Covering, { start, end }: Range) {
  const period = { start: instantOf(periodStart), end: instantOf(periodEnd) }
  const covered = intersect(period, lifetimeOf(subject))
  return covered?.start.equals(start) && covered.end.equals(end)
}

async function whyCovered(tx: Tx, other: Covering): Promise<string> {
  const { invoiceNumber, status, periodStart, periodEnd } = other
  const period = `${periodStart.toISOString()} to ${periodEnd.toISOString()}`
  const covers = `Invoice ${invoiceNumber} (${status}) covers ${period} of this subscription already`
  const problem = await voidProblem(tx, other)
  if (problem !== undefined) return `${covers}. ${problem}`
  return status === 'draft'
    ? `${covers}; generate that window again, or void it before you invoice another one`
    : `${covers}; void it before you invoice that time again`
}

/** As `findDraft`, and held as a draft: it is not sent while it is computed again. */
async function holdDraft(tx: Tx, subject: Subject, window: Range): Promise<Covering | undefined> {
  const found = await findDraft(tx, subject, window)
  if (!found) return undefined
  const { organizationId, customerId } = subject.subscription
  await lockInvoice(tx, { organizationId, customerId, id: found.id })
  // Whoever held it before may have sent it.
  return findDraft(tx, subject, window)
}

export type NewDraft = {
  computed: ComputedInvoice
  /** The one that it is written over. */
  draft: { id: string } | undefined
  /** Of a new one: whether the clock leaves it to a person to finalize it. */
  isOnRequest?: boolean
}

/** Writes a draft, new or over the one that is there; the subscription and the draft are held. */
export async function storeDraft(
  tx: Tx,
  subject: Subject,
  { computed, draft, isOnRequest = false }: NewDraft,
  moment: Moment,
): Promise<InvoiceKey> {
  refuseUnshowable(computed)
  const { organizationId, customerId, id: subscriptionId } = subject.subscription
  const key = { organizationId, customerId, id: draft?.id ?? newId() }
  const contents = { computed, terms: termsOf(subject, moment) }
  const known = draft ? await listLineIds(tx, key) : []
  if (draft) {
    await Promise.all([updateDraft(tx, key, contents, moment.now), deleteDetails(tx, key)])
  } else {
    // Late, because every other new invoice of the organization waits for the number until we commit.
    const invoiceNumber = numberText(await takeNumber(tx, organizationId))
    const invoice = { ...key, subscriptionId, invoiceNumber, isOnRequest }
    await insertInvoice(tx, invoice, contents, moment.now)
  }
  await insertDetails(tx, key, computed, lineIds(computed.lines, known))
  return key
}

/** A line that is about the same thing as before keeps its id, however often it is computed. */
function lineIds(lines: readonly DraftLine[], known: readonly KnownLine[]): string[] {
  return lines.map((line) => {
    const same = known.find(
      ({ type, strategyId, sourceId, periodStart }) =>
        type === line.type &&
        strategyId === line.strategyId &&
        sourceId === line.sourceId &&
        periodStart.getTime() === line.periodStart.getTime(),
    )
    return same?.id ?? newId()
  })
}

/**
 * Computes an invoice of the window and writes it as a draft. One that covers what the clock would
 * have billed by itself is finalized by the clock; any other one waits for a person.
 */
export async function makeDraft(
  tx: Tx,
  subject: Subject,
  window: Range,
  moment: Moment,
): Promise<InvoiceKey> {
  const draft = await holdDraft(tx, subject, window)
  const computing = { window, invoiceId: draft?.id ?? null, at: moment.businessNow }
  const computed = computeInvoice(await loadInvoiceFacts(tx, subject, computing))
  const isOnRequest = draft === undefined && !(await isOfTheClock(tx, subject, window))
  return storeDraft(tx, subject, { computed, draft, isOnRequest }, moment)
}

async function isOfTheClock(tx: Tx, subject: Subject, window: Range): Promise<boolean> {
  const key = keyOf(subject)
  const invoicedFrom = await findInvoicedFrom(tx, key)
  const covered = (await listLiveTimes(tx, key)).map(({ start, end }) => ({
    start: instantOf(start),
    end: instantOf(end),
  }))
  return isBilledByClock(subject, window, { invoicedFrom, covered })
}

/** What the subscription says, for an invoice that is issued now. */
export function termsOf({ subscription }: Subject, { businessNow }: Moment): DraftTerms {
  const { netTermsInForce: netTerms, invoiceMemo, timeZone } = subscription
  return {
    netTerms,
    memo: invoiceMemo,
    generatedAt: businessNow,
    dueDate: dueDateOf(businessNow, netTerms, timeZone),
  }
}

function keyOf({ subscription }: Subject): SubjectKey {
  const { organizationId, customerId, id: subscriptionId } = subscription
  return { organizationId, customerId, subscriptionId }
}

function numberText(number: number): string {
  return `INV-${String(number).padStart(NUMBER_DIGITS, '0')}`
}
