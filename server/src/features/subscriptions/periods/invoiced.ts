import { instantOf, spanText } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import { type Billed, billedPeriods, type PastSchedule } from '../../../domain/time/schedule.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { voidDrafts } from '../../invoices/status/void-drafts.ts'
import type { LockedSubscription } from '../change/lock-for-change.ts'
import type { Subscription } from '../terms/subscription.ts'
import type { SubscriptionValues } from '../terms/values.ts'
import { type InvoicedPeriod, listAdvancePeriods, lockInvoicedPeriods } from './invoiced-queries.ts'
import { listPastSchedules } from './past-schedules.ts'

/** The current and past schedules that determine the billing periods. */
export type AllSchedules = { subscription: Billed; past: readonly PastSchedule[] }

/** A subscription's schedules before and after a change, and a remedy if the change is rejected. */
export type ScheduleChange = { id: string; before: AllSchedules; after: AllSchedules; fix: string }

/**
 * Keeps invoices consistent with billing periods that are about to change. The caller has locked
 * the subscriptions.
 * - Throws `period_invoiced` if a finalized invoice billed a period that the change would cut.
 * - Voids drafts of periods that no longer exist; the new periods get new drafts.
 * - The same for a period whose fee was billed in advance, except for a move of invoice dates: the
 *   days billed stay billed, and the next invoices bill the others.
 * - A different end of the subscription affects no finalized invoice: the final duration was
 *   unknown when it was billed.
 */
export async function protectInvoicedPeriods(
  tx: Tx,
  { organizationId, customerId, changes }: Scope & { changes: readonly ScheduleChange[] },
  moment: Moment,
): Promise<void> {
  const changing = changes.filter(changesPeriods)
  if (changing.length === 0) return
  const ids = changing.map(({ id }) => id)
  const scope = { organizationId, customerId, ids }
  const fixedIds = changing.filter((change) => !movesDates(change)).map(({ id }) => id)
  const invoiced = [
    ...(await lockInvoicedPeriods(tx, scope)),
    ...(await listAdvancePeriods(tx, { ...scope, ids: fixedIds })),
  ]
  const gone: InvoicedPeriod[] = []
  for (const period of invoiced) {
    const change = changes.find(({ id }) => id === period.subscriptionId)
    if (!change) continue
    if (period.isDraft) {
      if (isPeriodRemoved(change, period)) gone.push(period)
      continue
    }
    const whole = wholePeriodOf(change.before, period)
    if (whole && !periodFrom(change.after, period)?.end.equals(whole.end)) {
      throw new AppError('period_invoiced', describe(change, period))
    }
  }
  const drafts = gone.map(({ invoiceId: id }) => ({ organizationId, customerId, id }))
  await voidDrafts(tx, drafts, moment)
}

type NewValues = {
  locked: LockedSubscription
  values: SubscriptionValues
  superseded?: PastSchedule | undefined
}

/**
 * Like `protectInvoicedPeriods`, for one locked subscription with new values. `superseded` is the
 * schedule that becomes a past one.
 */
export async function protectInvoicesOf(
  tx: Tx,
  { locked, values, superseded }: NewValues,
  moment: Moment,
): Promise<void> {
  const { subscription, customerTimeZone } = locked
  const { organizationId, customerId, id } = subscription
  const before = await termsOf(tx, subscription)
  const after = {
    subscription: {
      ...subscription,
      ...values,
      timeZone: values.timezone ?? customerTimeZone,
    },
    past: values.moved ? [...before.past, ...(superseded ? [superseded] : [])] : [],
  }
  const fix =
    `move the future dates with PATCH /v1/subscriptions/${id}/invoice-dates, or void the ` +
    'invoice first'
  await protectInvoicedPeriods(
    tx,
    { organizationId, customerId, changes: [{ id, before, after, fix }] },
    moment,
  )
}

/** Returns the stored schedules; only subscriptions with moved invoice dates have past ones. */
export async function termsOf(tx: Tx, subscription: Subscription): Promise<AllSchedules> {
  const past = subscription.moved ? await listPastSchedules(tx, subscription) : []
  return { subscription, past }
}

type Scope = { organizationId: string; customerId: string }

const PERIOD_FIELDS = [
  'startDate',
  'endDate',
  'billingCycle',
  'customCycleDays',
  'billingDay',
  'timeZone',
] as const

/** Returns true if a field changes that determines the billing periods. */
function changesPeriods({ before, after }: ScheduleChange): boolean {
  const [from, to] = [before.subscription, after.subscription]
  return (
    PERIOD_FIELDS.some((field) => from[field] !== to[field]) ||
    from.endAt?.getTime() !== to.endAt?.getTime() ||
    from.moved?.anchorDate !== to.moved?.anchorDate ||
    from.moved?.periodDate !== to.moved?.periodDate
  )
}

/** Returns true for a move of invoice dates. */
function movesDates({ before, after }: ScheduleChange): boolean {
  const [from, to] = [before.subscription.moved, after.subscription.moved]
  return to !== null && to.anchorDate !== from?.anchorDate
}

/** Returns true if a draft's period no longer exists or the subscription no longer covers it. */
function isPeriodRemoved({ before, after }: ScheduleChange, draft: InvoicedPeriod): boolean {
  const isCovered = billedPeriods(after.subscription, after.past, rangeOf(draft)).length > 0
  return !isCovered || (isPeriodOf(before, draft) && !isPeriodOf(after, draft))
}

function isPeriodOf({ subscription, past }: AllSchedules, period: InvoicedPeriod): boolean {
  const range = rangeOf(period)
  return billedPeriods(subscription, past, range).some(
    ({ start, end }) => start.equals(range.start) && end.equals(range.end),
  )
}

/**
 * Returns the whole period of an invoice that bills it, or bills the part before an end. Undefined
 * for a custom window, which stays valid under any schedule.
 */
function wholePeriodOf(terms: AllSchedules, period: InvoicedPeriod): Range | undefined {
  const whole = periodFrom(terms, period)
  const { endsAt } = terms.subscription
  const isCut = endsAt !== null && endsAt <= period.end
  return isCut || whole?.end.equals(instantOf(period.end)) ? whole : undefined
}

/** Returns the period that starts with an invoiced one, ignoring the subscription's end. */
function periodFrom(
  { subscription, past }: AllSchedules,
  period: InvoicedPeriod,
): Range | undefined {
  const range = rangeOf(period)
  const endless = { ...subscription, endDate: null, endAt: null, endsAt: null }
  return billedPeriods(endless, past, range).find(({ start }) => start.equals(range.start))
}

function rangeOf({ start, end }: InvoicedPeriod): Range {
  return { start: instantOf(start), end: instantOf(end) }
}

function describe({ before, fix }: ScheduleChange, period: InvoicedPeriod): string {
  const { timeZone } = before.subscription
  const span = spanText(period.start, period.end, timeZone)
  return (
    `Invoice ${period.invoiceNumber} has billed the period from ${span}, which this would change; ` +
    fix
  )
}
