import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { type Lifetime, statusAt } from '../../domain/subscription-status.ts'
import { localDate } from '../../domain/time/dates.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import {
  type Command,
  findKey,
  lockForChange,
  lockParties,
  storeChange,
} from './change/lock-for-change.ts'
import { refuseNewOverlaps } from './overlaps/overlap.ts'
import { listOverlaps } from './overlaps/queries.ts'
import { changeParties, haveChanged, partiesAsked, partiesOf } from './parties/parties.ts'
import { lockBothCustomers } from './parties/queries.ts'
import { protectInvoicesOf } from './periods/invoiced.ts'
import { deletePastTerms } from './periods/past-schedules.ts'
import { refuseOtherParties, refuseOtherTerms } from './plan-changes/refuse.ts'
import { upsertSeats } from './seats/queries.ts'
import { seatsAt } from './seats/seats.ts'
import { getSubscription } from './service.ts'
import { applyFields } from './terms/fields.ts'
import type { Subscription as SubscriptionBody, SubscriptionUpdate } from './terms/schemas.ts'
import type { Subscription } from './terms/subscription.ts'
import {
  movedUnless,
  refuseCycle,
  refuseEmptyLifetime,
  type SubscriptionValues,
  toValues,
} from './terms/values.ts'

/** Changes the fields in the request. Everything that creation rejects is rejected here as well. */
export async function updateSubscription(
  db: Db,
  { key, actor, body, expected }: Command & { body: SubscriptionUpdate },
  moment: Moment,
): Promise<SubscriptionBody> {
  const known = await findKey(db, key)
  return db
    .transaction()
    .execute((tx) => updateSubscriptionIn(tx, { key: known, actor, body, expected }, moment))
}

/** Like `updateSubscription`, in the caller's transaction. */
export async function updateSubscriptionIn(
  tx: Tx,
  {
    key: known,
    actor,
    body,
    expected,
  }: Omit<Command, 'key'> & { key: CustomerScopedId; body: SubscriptionUpdate },
  moment: Moment,
): Promise<SubscriptionBody> {
  const { businessNow } = moment
  if (body.customerId !== undefined) await lockBothCustomers(tx, known, body.customerId)
  const found = await lockForChange(tx, known, moment, expected)
  const parties = partiesAsked(found.subscription, body)
  const isOther = haveChanged(found.subscription, parties)
  if (isOther) refuseOtherParties(found.subscription, parties)
  const locked = isOther ? await changeParties(tx, found, parties, moment) : found
  const { subscription, customerTimeZone } = locked
  const { sent, correction } = seatsAsked(subscription, body, businessNow)
  const fields = applyFields(subscription, sent, customerTimeZone)
  refuseCycle(fields)
  const place = { customerTimeZone, moved: movedUnless(subscription, fields.startDate) }
  const asked = toValues(fields, place, businessNow)
  if (isMoved(subscription, asked)) refuseEmptyLifetime(asked)
  const values = applyStatus(asked, { body, customerTimeZone }, businessNow)
  refuseOtherTerms(subscription, values)
  // An ended subscription does not need its plan and agent, which may have been deleted.
  if (values.status !== 'ended') await lockParties(tx, subscription)

  const { organizationId, customerId, id } = subscription
  const scope = { organizationId, customerId, ids: [id] }
  // Overlaps of an ended subscription count as new once it runs again.
  const isBack = statusAt(subscription, businessNow) === 'ended' && values.status !== 'ended'
  const before = isBack || isOther ? [] : await listOverlaps(tx, scope, businessNow)
  await protectInvoicesOf(tx, { locked, values }, moment)
  const isProrationSet = body.proratedAmount !== undefined
  const followed = {
    before: { ...partiesOf(found.subscription), ...correction?.before },
    after: { ...parties, ...correction?.after },
  }
  if (correction) await upsertSeats(tx, subscription, correction.row, moment.now)
  await storeChange(tx, { subscription, values, actor, followed, isProrationSet }, moment)
  if (subscription.moved && !values.moved) await deletePastTerms(tx, subscription)
  if (isOther || isMoved(subscription, values))
    await refuseNewOverlaps(tx, scope, { before, now: businessNow })
  return getSubscription(tx, subscription, businessNow)
}

/**
 * Returns the request without `seatsCount` if that corrects a number of seats from a day on: the one
 * in force. Otherwise it corrects the first number, a field of the subscription.
 */
function seatsAsked(subscription: Subscription, body: SubscriptionUpdate, now: Date) {
  const { seatsCount: count, ...sent } = body
  const inForce = seatsAt(subscription, now)
  if (count === undefined || inForce.from === null) return { sent: body }
  if (count === inForce.count) return { sent }
  const correction = {
    row: { from: inForce.from, count },
    before: { seatsCount: inForce.count },
    after: { seatsCount: count },
  }
  return { sent, correction }
}

function isMoved(before: Lifetime, after: Lifetime): boolean {
  const isSameStart = before.startsAt.getTime() === after.startsAt.getTime()
  return !isSameStart || before.endsAt?.getTime() !== after.endsAt?.getTime()
}

/** Status follows the dates, so a requested status is turned into dates. */
function applyStatus(
  asked: SubscriptionValues,
  { body, customerTimeZone }: { body: SubscriptionUpdate; customerTimeZone: string },
  now: Date,
): SubscriptionValues {
  const { status, startDate, endDate } = body
  if (status === undefined || status === asked.status) return asked
  const valuesWith = (dates: Partial<SubscriptionValues>) => {
    const fields = { ...asked, ...dates }
    return toValues(fields, { customerTimeZone, moved: movedUnless(asked, fields.startDate) }, now)
  }
  if (status === 'ended' && typeof endDate !== 'string') {
    return valuesWith({ endDate: null, endAt: now, isForever: false })
  }
  if (status === 'active' && asked.status === 'upcoming' && startDate === undefined) {
    return valuesWith({ startDate: localDate(now, asked.timezone ?? customerTimeZone) })
  }
  throw new AppError(
    'inconsistent',
    `status follows the dates, which make this subscription ${asked.status} and not ${status}; ` +
      'change startDate or endDate instead',
  )
}
