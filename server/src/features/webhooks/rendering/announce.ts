import assert from 'node:assert/strict'
import type { Db } from '../../../platform/database.ts'
import { isPublic } from '../../outbox/consumers.ts'
import type { OutboxEvent } from '../../outbox/event.ts'
import { appendAnnouncements } from '../announcements/append.ts'
import type { ObjectDeps } from './objects.ts'
import { type PublicEvent, renderEvents } from './render.ts'

export type AnnounceDeps = ObjectDeps & { db: Db }

/** Number of events that are rendered together. */
export const ANNOUNCED_AT_ONCE = 250

/** Announces events of public types, with a delivery for each endpoint that takes them. */
export async function announceEvents(
  deps: AnnounceDeps,
  events: readonly OutboxEvent[],
): Promise<void> {
  const announcements = await renderEvents(deps, events.map(asPublic))
  await deps.db.transaction().execute((tx) => appendAnnouncements(tx, announcements, deps.now()))
}

/** Throws for a type that this version does not know: the task waits for a process that does. */
function asPublic(event: OutboxEvent): PublicEvent {
  assert(isPublic(event), `${event.type} is announced by a newer version of the service`)
  return event
}
