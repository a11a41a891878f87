import type { Db } from '../../../platform/database.ts'
import { isPublic } from '../../outbox/consumers.ts'
import type { OutboxEvent } from '../../outbox/event.ts'
import { appendAnnouncements } from '../announcements/append.ts'
import type { ObjectDeps } from './objects.ts'
import { renderEvents } from './render.ts'

export type AnnounceDeps = ObjectDeps & { db: Db }

/** Number of events that are rendered together. */
export const ANNOUNCED_AT_ONCE = 250

/** Announces events of public types, with a delivery for each endpoint that takes them. */
export async function announceEvents(
  deps: AnnounceDeps,
  events: readonly OutboxEvent[],
): Promise<void> {
  const announcements = await renderEvents(deps, events.filter(isPublic))
  await deps.db.transaction().execute((tx) => appendAnnouncements(tx, announcements, deps.now()))
}
