import type { Decimal } from '../../domain/money.ts'
import { isZero } from '../../domain/money.ts'
import { seatsOn } from '../../domain/prices/seats.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { startOfDay } from '../../domain/time/period.ts'
import { cycleStartOf, NOT_MOVED } from '../../domain/time/schedule.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { pick } from '../../platform/pick.ts'
import { recordChanges } from '../changelog/service.ts'
import type { Moment } from '../clock/business-clock.ts'
import { publishEvent } from '../outbox/outbox.ts'
import { changesOfCreation } from './change/history.ts'
import {
  type Command,
  type LockedSubscription,
  lockForChange,
  lockParties,
  storeChange,
} from './change/lock-for-change.ts'
import { insertSubscription } from './change/queries.ts'
import { refuseNewOverlaps } from './overlaps/overlap.ts'
import { protectInvoicesOf } from './periods/invoiced.ts'
import { lockInvoicesOf } from './periods/invoiced-queries.ts'
import { insertPastTerms, listPastSchedules } from './periods/past-schedules.ts'
import { findPlanCurrency } from './plan-changes/currency-queries.ts'
import { firstDayOfChange } from './plan-changes/first-day.ts'
import { updateOwesOnetime, updateSuccessor } from './plan-changes/queries.ts'
import { refuseReplaced } from './plan-changes/refuse.ts'
import { upsertSeats } from './seats/queries.ts'
import { FIELD_NAMES } from './terms/fields.ts'
import type { PlanChangeCreate } from './terms/plan-change-fields.ts'
import type { Subscription } from './terms/subscription.ts'
import { toValues } from './terms/values.ts'
import { updateSubscriptionIn } from './update.ts'

/** A change of plan, with the customer of the subscription. */
export type PlanChangeCommand = Omit<Command, 'key'> & {
  key: CustomerScopedId
  body: PlanChangeCreate
}

/** Returns what final invoices billed of a subscription for the days from an instant on. */
export type UnusedFrom = (
  subscription: Subscription,
  at: Temporal.Instant,
  keepAdvance: boolean,
) => Promise<Decimal>

/** A stored change: the subscription before it, and the one that has the new plan. */
export type ChangedPlan = {
  before: Subscription
  /** First day of the new plan. */
  day: string
  /** Null: no invoice had left draft on its first day, so the subscription itself has the new plan. */
  successorId: string | null
}

/**
 * Changes the plan of a subscription from a day on, in the caller's transaction: it ends before that day, and a successor
 * with the same terms and periods starts on it. What final invoices billed for the days from then on is the successor's
 * `proratedAmount`, negative. Changelog, events and marks of kept earnings are written for both.
 */
export async function changePlanIn(
  tx: Tx,
  { key, actor, body, expected }: PlanChangeCommand,
  unusedFrom: UnusedFrom,
  moment: Moment,
): Promise<ChangedPlan> {
  const locked = await lockForChange(tx, key, moment, expected)
  const { subscription } = locked
  refuseReplaced(subscription)
  const day = firstDayOfChange(subscription, body.when, moment.businessNow)
  const planId = body.planId.toLowerCase()
  await refusePlan(tx, subscription, planId)
  const invoices = await lockInvoicesOf(tx, subscription)
  const asked = { ...body, planId }
  if (day === subscription.startDate && !invoices.some(({ wasFinalized }) => wasFinalized)) {
    await changeInPlace(tx, { locked, actor, asked }, moment)
    return { before: subscription, day, successorId: null }
  }
  const at = startOfDay(Temporal.PlainDate.from(day), subscription.timeZone)
  const unused = await unusedFrom(subscription, at, keepsAdvance(subscription, asked))
  const successorId = await succeed(tx, { locked, actor, asked, day, unused }, moment)
  return { before: subscription, day, successorId }
}

/** Locks the new plan. Throws if the subscription cannot have it. */
async function refusePlan(
  tx: Tx,
  { organizationId, agentId, planId: before }: Subscription,
  planId: string,
): Promise<void> {
  const { isPlanActive, currency } = await lockParties(tx, { organizationId, agentId, planId })
  const refuse = (code: 'inactive' | 'inconsistent', message: string) => {
    throw new AppError(code, message, { param: 'planId' })
  }
  if (planId === before) refuse('inconsistent', 'The subscription has this plan already')
  if (!isPlanActive) {
    refuse(
      'inactive',
      `The plan ${planId} is not active and takes no new subscriptions; choose another plan`,
    )
  }
  const own = await findPlanCurrency(tx, { organizationId, id: before })
  if (currency !== own) {
    refuse(
      'inconsistent',
      `The plan ${planId} is in ${currency}, the subscription in ${own}: end it and create another one instead`,
    )
  }
}

type Asked = Pick<PlanChangeCommand, 'actor'> & {
  locked: LockedSubscription
  asked: PlanChangeCreate
}

/** Nothing but drafts was billed since the start, so no other subscription is needed. */
async function changeInPlace(
  tx: Tx,
  { locked: { subscription }, actor, asked }: Asked,
  moment: Moment,
): Promise<void> {
  const { planId, seatsCount, chargeOnetime = false } = asked
  const key = pick(subscription, ['organizationId', 'customerId', 'id'])
  const body = { planId, ...(seatsCount !== undefined && { seatsCount }) }
  await updateSubscriptionIn(tx, { key, actor, body }, moment)
  if (subscription.succession?.replacesId != null) {
    await updateOwesOnetime(tx, key, chargeOnetime, moment.now)
  }
  await publishEvent(tx, { type: 'subscription.plan_changed', ...key }, moment)
}

/** Returns whether days billed in advance that the change cuts off stay billed. */
const keepsAdvance = (
  subscription: Pick<Subscription, 'keepAdvance'>,
  { keepAdvance }: Pick<PlanChangeCreate, 'keepAdvance'>,
): boolean => keepAdvance ?? subscription.keepAdvance

type Succeeding = Asked & { day: string; unused: Decimal }

/** Ends the subscription before a day and starts its successor. Returns the successor's id. */
async function succeed(tx: Tx, succeeding: Succeeding, moment: Moment): Promise<string> {
  const { locked, actor, asked, day } = succeeding
  const { subscription, customerTimeZone } = locked
  const { moved, endDate, endAt, isForever, keepAdvance } = subscription
  const key = pick(subscription, ['organizationId', 'customerId', 'id'])
  const id = newId()
  const lastDay = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
  const ended = {
    ...subscription,
    ...{ endDate: lastDay, endAt: null, isForever: false },
    keepAdvance: keepsAdvance(subscription, asked),
  }
  const values = toValues(ended, { customerTimeZone, moved }, moment.businessNow)
  await protectInvoicesOf(tx, { locked, values }, moment)
  const followed = { before: { replacedById: null }, after: { replacedById: id } }
  await storeChange(tx, { subscription, values, actor, followed, isProrationSet: false }, moment)
  const replacedEnd = { endDate, endAt: endAt?.toISOString() ?? null, isForever, keepAdvance }
  await updateSuccessor(tx, key, { id, replacedEnd }, moment.now)
  await insertSuccessor(tx, { ...succeeding, id }, moment)
  const scope = { ...pick(key, ['organizationId', 'customerId']), ids: [id] }
  await refuseNewOverlaps(tx, scope, { before: [], now: moment.businessNow })
  return id
}

async function insertSuccessor(
  tx: Tx,
  { locked, actor, asked, day, unused, id }: Succeeding & { id: string },
  moment: Moment,
): Promise<void> {
  const { subscription, customerTimeZone } = locked
  const { planId, seatsCount, chargeOnetime: owesOnetime = false } = asked
  const { organizationId, customerId, agentId, dealId, succession, seats } = subscription
  const key = { organizationId, customerId, id }
  const isInMoved = subscription.moved !== null && day < subscription.moved.anchorDate
  const fields = {
    ...pick(subscription, FIELD_NAMES),
    startDate: day,
    seatsCount: seatsCount ?? seatsOn(seats, day).count,
    proratedAmount: isZero(unused) ? null : unused.neg(),
  }
  const moved = isInMoved ? subscription.moved : NOT_MOVED
  const values = toValues(fields, { customerTimeZone, moved }, moment.businessNow)
  const cycleFrom = isInMoved ? (succession?.cycleFrom ?? null) : cycleStartOf(subscription)
  const replacesId = subscription.id
  const row = { replacesId, dealId, cycleFrom, owesOnetime }
  await insertSubscription(tx, { ...key, planId, agentId }, values, moment, row)
  if (isInMoved) await copyPastTerms(tx, subscription, { key, now: moment.now })
  for (const { from, count } of seats) {
    if (from !== null && from > day) await upsertSeats(tx, key, { from, count }, moment.now)
  }
  const changes = [
    ...changesOfCreation(values, { planId, agentId, customerId }),
    { field: 'replacesId', from: null, to: replacesId },
  ]
  const entry = { organizationId, customerId, subscriptionId: id, actor, changes }
  await recordChanges(tx, [entry], moment.businessNow)
  await publishEvent(tx, { type: 'subscription.created', ...key }, moment)
  await publishEvent(tx, { type: 'subscription.plan_changed', ...key }, moment)
}

/** The period that a move of invoice dates made is prorated by the schedule before it. */
async function copyPastTerms(
  tx: Tx,
  subscription: Subscription,
  { key, now }: { key: CustomerScopedId; now: Date },
): Promise<void> {
  for (const terms of await listPastSchedules(tx, subscription)) {
    await insertPastTerms(tx, key, terms, now)
  }
}
