import type { ScopedId } from '../../domain/scoped-id.ts'
import { announceChange, type CacheTopic } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { consumersOf } from './consumers.ts'
import type { EventTimes, EventType, NewEvent, OutboxEvent } from './event.ts'
import * as queries from './queries.ts'

/** Cache invalidation topic that announces new consumer tasks. */
export const OUTBOX_TASKS: CacheTopic = { name: 'outbox' }

/**
 * Records an event in the transaction in which it happens. Consumers receive it if and only if the
 * transaction commits, and as soon as it does.
 */
export function publishEvent(tx: Tx, event: NewEvent, times: EventTimes): Promise<void> {
  return publishEvents(tx, [event], times)
}

/** Like `publishEvent`, for many events at once. */
export async function publishEvents(
  tx: Tx,
  events: readonly NewEvent[],
  times: EventTimes,
): Promise<void> {
  if (events.length === 0) return
  const { now, businessNow } = times
  const stored = events.map((event) => {
    const consumers = consumersOf(event.type)
    return { ...event, now, businessNow, eventId: newId(), consumers }
  })
  const isHeard = stored.some(({ consumers }) => consumers.length > 0)
  await Promise.all([
    queries.insertEvents(tx, stored),
    ...(isHeard ? [announceChange(tx, OUTBOX_TASKS)] : []),
  ])
}

/** Returns the latest event of a type about an object. */
export function findLatestEvent(
  db: Db,
  key: ScopedId & { type: EventType },
): Promise<Pick<OutboxEvent, 'eventId' | 'data'> | undefined> {
  return queries.findLatestEvent(db, key)
}
