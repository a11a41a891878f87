import { announceChange, type CachedThing } from '../../platform/cache-events.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { consumersOf } from './consumers.ts'
import type { EventTimes, NewEvent } from './event.ts'
import { insertEvents } from './queries.ts'

/** What consumers have to do. */
export const OUTBOX_TASKS: CachedThing = { name: 'outbox' }

/**
 * Writes down what has happened, in the transaction in which it happened: consumers hear of it exactly
 * if that commits, and as soon as it does.
 */
export function outbox(tx: Tx, event: NewEvent, times: EventTimes): Promise<void> {
  return outboxAll(tx, [event], times)
}

/** The same for many at once. */
export async function outboxAll(
  tx: Tx,
  events: readonly NewEvent[],
  times: EventTimes,
): Promise<void> {
  if (events.length === 0) return
  const stored = events.map((event) => ({ ...event, eventId: newId() }))
  const tasks = stored.flatMap((event) =>
    consumersOf(event.type).map((consumer) => ({ ...event, consumer })),
  )
  await Promise.all([
    insertEvents(tx, { events: stored, tasks }, times),
    ...(tasks.length > 0 ? [announceChange(tx, OUTBOX_TASKS)] : []),
  ])
}
