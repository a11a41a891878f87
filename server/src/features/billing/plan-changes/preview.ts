import { amountNumber } from '../../../domain/json-amount.ts'
import { isBilledInAdvance } from '../../../domain/prices/advance.ts'
import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import { startOfDay } from '../../../domain/time/period.ts'
import { contains, intersect, type Range, subtract } from '../../../domain/time/range.ts'
import type { BilledPeriod } from '../../../domain/time/schedule.ts'
import { rolledBack } from '../../../platform/database/rolled-back.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { findKey } from '../../subscriptions/change/lock-for-change.ts'
import type { ChangedPlan } from '../../subscriptions/change-plan.ts'
import { computedPreview, type Previewed } from '../computed-preview.ts'
import { type BillingContext, readBillingContext } from '../context/billing-context.ts'
import { keyOf } from '../drafts/draft.ts'
import { type ExistingInvoice, listExistingInvoices } from '../drafts/overlap-queries.ts'
import type { InvoiceFacts } from '../facts/facts.ts'
import { NO_USAGE_FACTS } from '../facts/usage-facts.ts'
import type { InvoicePreview } from '../schemas.ts'
import { lifetimeOf, periodAt } from '../window.ts'
import { changeWithDrafts, type PlanChangeRequest } from './change.ts'
import type { PlanChangePreview } from './schemas.ts'

/**
 * Previews a change of plan: the change is made by the real code path and rolled back, so errors and amounts equal those
 * of the change.
 */
export async function previewPlanChange(
  db: Db,
  { key, ...request }: PlanChangeRequest,
  moment: Moment,
): Promise<PlanChangePreview> {
  const known = await findKey(db, key)
  const { organizationId, customerId, id } = known
  const contextOf = (tx: Tx, subscriptionId: string) =>
    readBillingContext(tx, { organizationId, customerId, subscriptionId })
  return rolledBack(db, async (tx) => {
    const unchanged = await contextOf(tx, id)
    const changed = await changeWithDrafts(tx, { key: known, ...request }, moment)
    const after = await contextOf(tx, changed.successorId ?? id)
    const at = startOfDay(Temporal.PlainDate.from(changed.day), changed.before.timeZone)
    const first = periodAt(after, at)
    const whole = wholePeriodFrom(after, first)
    const before = { ...unchanged, subscription: changed.before }
    return {
      effectiveFrom: changed.day,
      proratedAmount: changed.successorId === null ? null : shownAmount(after),
      closingInvoice: await closingInvoice(tx, changed, { at, moment }),
      firstInvoice: first ? withoutId(await firstInvoice(tx, after, { first, moment })) : null,
      periodBefore: await feesOf(tx, before, { whole, moment }),
      periodAfter: await feesOf(tx, after, { whole, moment }),
    }
  })
}

/**
 * Returns the invoice of what is not invoiced of the period before the change. Null: the subscription itself has the new
 * plan, or invoices bill the time before the change already.
 */
async function closingInvoice(
  tx: Tx,
  { before, successorId }: ChangedPlan,
  { at, moment }: { at: Temporal.Instant; moment: Moment },
): Promise<InvoicePreview | null> {
  if (successorId === null) return null
  const { organizationId, customerId, id: subscriptionId } = before
  const billing = await readBillingContext(tx, { organizationId, customerId, subscriptionId })
  const last = at.subtract({ milliseconds: 1 })
  const period = periodAt(billing, last)
  if (!period) return null
  const previewed = await openUntil(tx, billing, { period, last })
  return previewed ? computedPreview(tx, billing, previewed, moment) : null
}

/** Returns the draft, or what no invoice covers of the period, that contains its last instant. */
async function openUntil(
  tx: Tx,
  billing: BillingContext,
  { period, last }: { period: BilledPeriod; last: Temporal.Instant },
): Promise<Previewed | undefined> {
  const range = { start: dateAt(period.start), end: dateAt(period.end) }
  const existing = await listExistingInvoices(tx, keyOf(billing), range)
  const draft = existing.find((one) => one.status === 'draft' && contains(timeOf(one), last))
  if (draft) {
    const window = intersect(timeOf(draft), lifetimeOf(billing))
    return window && { window, draft }
  }
  const open = subtract({ start: period.start, end: period.end }, existing.map(timeOf))
  const window = open.find((one) => contains(one, last))
  return window && { window }
}

function shownAmount({ subscription }: BillingContext): number | null {
  const { proratedAmount } = subscription
  return proratedAmount && amountNumber(proratedAmount)
}

const timeOf = ({ periodStart, periodEnd }: ExistingInvoice): Range => ({
  start: instantOf(periodStart),
  end: instantOf(periodEnd),
})

/** Fees in advance have an invoice at the start, which is the first one. */
async function firstInvoice(
  tx: Tx,
  billing: BillingContext,
  { first: { start, end }, moment }: { first: BilledPeriod; moment: Moment },
): Promise<InvoicePreview> {
  const window = { start, end }
  if (billing.strategies.some(isBilledInAdvance)) {
    const starting = await computedPreview(tx, billing, { window, isAdvanceOnly: true }, moment)
    if (starting.lineItems.some(({ amount }) => amount !== 0)) return starting
  }
  return computedPreview(tx, billing, { window }, moment)
}

/** The subscription that would have the invoice is not stored. */
function withoutId({ subscriptionId: _unsaved, ...invoice }: InvoicePreview) {
  return invoice
}

/** Returns the first period, or the one after it, that has all days of the cycle. */
function wholePeriodFrom(
  billing: BillingContext,
  first: BilledPeriod | undefined,
): BilledPeriod | undefined {
  const isWhole = ({ daysCovered, daysFull, deal }: BilledPeriod) =>
    daysCovered === daysFull && deal.days === daysFull
  if (first === undefined || isWhole(first)) return first
  const next = periodAt(billing, first.end)
  return next && isWhole(next) ? next : undefined
}

/** Returns the fees of a whole period, without usage, credit and what earlier periods still owe. */
async function feesOf(
  tx: Tx,
  billing: BillingContext,
  { whole, moment }: { whole: BilledPeriod | undefined; moment: Moment },
): Promise<PlanChangePreview['periodAfter']> {
  if (!whole) return null
  const window = { start: whole.start, end: whole.end }
  return withoutId(await computedPreview(tx, billing, { window }, moment, onlyFees))
}

const onlyFees = (facts: InvoiceFacts): InvoiceFacts => ({
  ...facts,
  usage: NO_USAGE_FACTS,
  claims: [],
  freed: [],
  inAdvance: facts.parts,
  billedFees: [],
  proration: undefined,
  credit: { grants: [], drawn: [] },
})
