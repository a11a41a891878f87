import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { EventType } from '../../outbox/event.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import { type DueMove, updateDueStatuses, type Which } from './queries.ts'

/** In this order: a subscription that started and ended since the last run passes both statuses. */
const MOVES: readonly (DueMove & { type: EventType })[] = [
  { from: 'upcoming', to: 'active', due: 'startsAt', type: 'subscription.activated' },
  { from: 'active', to: 'ended', due: 'endsAt', type: 'subscription.ended' },
]

/**
 * Updates stored statuses to business time, for the organizations that share it or for
 * subscriptions that are about to change. Safe to run at any time and concurrently: each update
 * repeats the expected status and writes the changelog in the same statement.
 */
export async function applyDueStatuses(db: Db, moment: Moment, which: Which): Promise<void> {
  await db.transaction().execute((tx) => applyDueStatusesIn(tx, moment, which))
}

/** Like `applyDueStatuses`, in the caller's transaction. */
export async function applyDueStatusesIn(tx: Tx, moment: Moment, which: Which): Promise<void> {
  for (const { type, ...move } of MOVES) {
    const moved = await updateDueStatuses(tx, { ...move, which }, moment)
    const events = moved.map((key) => ({ type, ...key }))
    await publishEvents(tx, events, moment)
  }
}
