import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import { startOfDay } from '../../../domain/time/period.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { type Command, findKey } from '../../subscriptions/change/lock-for-change.ts'
import {
  type ChangedPlan,
  changePlanIn,
  type PlanChangeCommand,
} from '../../subscriptions/change-plan.ts'
import { getSubscription } from '../../subscriptions/service.ts'
import { takeBackPlanIn } from '../../subscriptions/take-back-plan.ts'
import type { PlanChangeCreate } from '../../subscriptions/terms/plan-change-fields.ts'
import type { Subscription } from '../../subscriptions/terms/subscription.ts'
import { readBillingContext } from '../context/billing-context.ts'
import { recomputeDraftsIn } from '../drafts/recompute-in.ts'
import { periodAt } from '../window.ts'
import type { PlanChange } from './schemas.ts'
import { unusedFrom } from './unused.ts'

/** The request to change the plan of a subscription. */
export type PlanChangeRequest = Command & { body: PlanChangeCreate }

/** Changes the plan of a subscription from a day on, and recomputes the drafts of the period that it cuts. */
export async function changePlan(
  db: Db,
  { key, ...request }: PlanChangeRequest,
  moment: Moment,
): Promise<PlanChange> {
  const known = await findKey(db, key)
  return db.transaction().execute(async (tx) => {
    const changed = await changeWithDrafts(tx, { key: known, ...request }, moment)
    return planChangeBody(tx, changed, moment.businessNow)
  })
}

/** Like `changePlan`, in the caller's transaction. */
export async function changeWithDrafts(
  tx: Tx,
  command: PlanChangeCommand,
  moment: Moment,
): Promise<ChangedPlan> {
  const unused = (
    subscription: Subscription,
    at: Temporal.Instant,
    keepAdvance: boolean,
  ): Promise<Decimal> => unusedFrom(tx, subscription, { at, keepAdvance })
  const changed = await changePlanIn(tx, command, unused, moment)
  const { before, day, successorId } = changed
  if (successorId !== null) {
    const at = startOfDay(Temporal.PlainDate.from(day), before.timeZone)
    await recomputeDraftsAround(tx, before, { at, moment })
  }
  return changed
}

export async function planChangeBody(
  tx: Tx,
  { before, day, successorId }: ChangedPlan,
  now: Date,
): Promise<PlanChange> {
  const { organizationId, customerId, id } = before
  const read = (one: string) => getSubscription(tx, { organizationId, customerId, id: one }, now)
  return {
    effectiveFrom: day,
    ended: successorId === null ? null : await read(id),
    subscription: await read(successorId ?? id),
  }
}

/** Takes back a change of plan while the new plan is upcoming. */
export async function takeBackPlan(db: Db, { key, ...command }: Command, moment: Moment) {
  const known = await findKey(db, key)
  await db.transaction().execute(async (tx) => {
    const ended = await takeBackPlanIn(tx, { key: known, ...command }, moment)
    const at = ended.endsAt && instantOf(ended.endsAt)
    if (at) await recomputeDraftsAround(tx, ended, { at, moment })
  })
}

/**
 * Recomputes the drafts of the subscription in the period that ends, or ended, at an instant, and those that bill later
 * days in advance: pools have another fee and size, and fees other days.
 */
async function recomputeDraftsAround(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  { at, moment }: { at: Temporal.Instant; moment: Moment },
): Promise<void> {
  const key = { organizationId, customerId, subscriptionId: id }
  const billing = await readBillingContext(tx, key)
  const period = periodAt(billing, at.subtract({ milliseconds: 1 }))
  const range = { start: dateAt(period?.start ?? at), end: FOREVER }
  await recomputeDraftsIn(tx, key, { range, moment })
}

const FOREVER = new Date('9999-12-31T00:00:00Z')
