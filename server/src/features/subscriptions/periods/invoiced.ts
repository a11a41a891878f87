import { instantOf, localDate } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import { type Billed, billedPeriods, type PastSchedule } from '../../../domain/time/schedule.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { voidDrafts } from '../../invoices/status/void-drafts.ts'
import type { LockedSubscription } from '../change/lock-for-change.ts'
import type { Subscription } from '../terms/subscription.ts'
import type { SubscriptionValues } from '../terms/values.ts'
import { type InvoicedPeriod, lockInvoicedPeriods } from './invoiced-queries.ts'
import { listPastSchedules } from './past-schedules.ts'

/** What the billing periods of a subscription follow from. */
export type AllSchedules = { subscription: Billed; past: readonly PastSchedule[] }

/** A subscription whose terms change, and what whoever may not change them can do instead. */
export type ScheduleChange = { id: string; before: AllSchedules; after: AllSchedules; fix: string }

/**
 * Keeps invoices true to the billing periods, which the subscriptions of a customer are about to
 * change: refuses what would cut a period that is invoiced already, and voids the drafts of periods
 * that are no more; the new periods get drafts of their own. Another end changes no invoice: what
 * the deal turned out to last was not known when it was billed. The caller has locked the subscriptions.
 */
export async function protectInvoicedPeriods(
  tx: Tx,
  { organizationId, customerId, changes }: Scope & { changes: readonly ScheduleChange[] },
  moment: Moment,
): Promise<void> {
  const ids = changes.filter(isRecut).map(({ id }) => id)
  if (ids.length === 0) return
  const invoiced = await lockInvoicedPeriods(tx, { organizationId, customerId, ids })
  const gone: InvoicedPeriod[] = []
  for (const period of invoiced) {
    const change = changes.find(({ id }) => id === period.subscriptionId)
    if (!change) continue
    if (period.isDraft) {
      if (isGone(change, period)) gone.push(period)
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

/** The same for a locked subscription that is about to get new values, or new terms besides. */
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

/** The terms of a subscription as they are stored; only moved ones have past terms. */
export async function termsOf(tx: Tx, subscription: Subscription): Promise<AllSchedules> {
  const past = subscription.moved ? await listPastSchedules(tx, subscription) : []
  return { subscription, past }
}

type Scope = { organizationId: string; customerId: string }

const CUTTING = [
  'startDate',
  'endDate',
  'billingCycle',
  'customCycleDays',
  'billingDay',
  'timeZone',
] as const

/** Whether anything changes that periods follow from. */
function isRecut({ before, after }: ScheduleChange): boolean {
  const [from, to] = [before.subscription, after.subscription]
  return (
    CUTTING.some((field) => from[field] !== to[field]) ||
    from.endAt?.getTime() !== to.endAt?.getTime() ||
    from.moved?.anchorDate !== to.moved?.anchorDate ||
    from.moved?.periodDate !== to.moved?.periodDate
  )
}

/** A draft of a period that is no more, or of a time that the subscription covers nothing of. */
function isGone({ before, after }: ScheduleChange, draft: InvoicedPeriod): boolean {
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
 * The whole period that an invoice bills, or bills what an end left of; undefined for a window of
 * its own, which no change of the terms makes wrong.
 */
function wholePeriodOf(terms: AllSchedules, period: InvoicedPeriod): Range | undefined {
  const whole = periodFrom(terms, period)
  const { endsAt } = terms.subscription
  const isCut = endsAt !== null && endsAt <= period.end
  return isCut || whole?.end.equals(instantOf(period.end)) ? whole : undefined
}

/** The period that starts where an invoiced one does, if the subscription had no end. */
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
  const [start, end] = [localDate(period.start, timeZone), localDate(period.end, timeZone)]
  return (
    `Invoice ${period.invoiceNumber} has billed the period from ${start} to ${end}, which this ` +
    `would change; ${fix}`
  )
}
