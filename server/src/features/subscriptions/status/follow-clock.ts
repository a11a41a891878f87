import type { Db, Tx } from '../../../platform/database.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { EventType } from '../../outbox/event.ts'
import { outboxAll } from '../../outbox/outbox.ts'
import { type DueMove, updateDueStatuses, type Which } from './queries.ts'

/** In this order, so that one that started and ended since the last time passes through both. */
const MOVES: readonly (DueMove & { type: EventType })[] = [
  { from: 'upcoming', to: 'active', due: 'startsAt', type: 'subscription.activated' },
  { from: 'active', to: 'ended', due: 'endsAt', type: 'subscription.ended' },
]

/**
 * Brings the stored statuses up to business time: of the organizations that share it, or of those
 * subscriptions that are about to change. May run at any time and twice at once: each row moves by an update that repeats the
 * status it expects, and its history gets the entry in the same statement.
 */
export async function followClock(db: Db, moment: Moment, which: Which): Promise<void> {
  await db.transaction().execute((tx) => followClockIn(tx, moment, which))
}

/** The same in a transaction of the caller. */
export async function followClockIn(tx: Tx, moment: Moment, which: Which): Promise<void> {
  for (const { type, ...move } of MOVES) {
    const moved = await updateDueStatuses(tx, { ...move, which }, moment)
    const events = moved.map((key) => ({ type, ...key }))
    await outboxAll(tx, events, moment)
  }
}
