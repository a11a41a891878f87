import { dateAt } from '../../../domain/time/dates.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { type Command, findKey } from '../../subscriptions/change/lock-for-change.ts'
import {
  type ChangedSeats,
  changeSeatsIn,
  type SeatsCommand,
} from '../../subscriptions/change-seats.ts'
import { listSeatsOf } from '../../subscriptions/list-seats.ts'
import type { SeatsCreate, SubscriptionSeats } from '../../subscriptions/terms/seats-fields.ts'
import { recomputeDraftsIn } from '../drafts/recompute-in.ts'

/** The request to change the seats of a subscription. */
export type SeatsRequest = Command & { body: SeatsCreate }

/** Changes the number of seats from a day on, and recomputes the drafts that bill such days, also in advance. */
export async function changeSeats(
  db: Db,
  { key, ...request }: SeatsRequest,
  moment: Moment,
): Promise<SubscriptionSeats> {
  const known = await findKey(db, key)
  return db.transaction().execute(async (tx) => {
    const changed = await changeWithDrafts(tx, { key: known, ...request }, moment)
    const all = await listSeatsOf(tx, changed.subscription, moment.businessNow)
    return shownFrom(all, changed.from)
  })
}

/** Like `changeSeats`, in the caller's transaction. */
export async function changeWithDrafts(
  tx: Tx,
  command: SeatsCommand,
  moment: Moment,
): Promise<ChangedSeats> {
  const changed = await changeSeatsIn(tx, command, moment)
  const { organizationId, customerId, id: subscriptionId } = changed.subscription
  const range = { start: dateAt(changed.time.start), end: dateAt(changed.time.end) }
  const billed = { organizationId, customerId, subscriptionId }
  await recomputeDraftsIn(tx, billed, { range, moment })
  return changed
}

/** Returns the entry of a list that begins on a day. */
export function shownFrom(all: readonly SubscriptionSeats[], day: string): SubscriptionSeats {
  const own = all.find(({ from }) => from === day)
  if (!own) throw new Error(`the seats from ${day} are not listed`)
  return own
}
