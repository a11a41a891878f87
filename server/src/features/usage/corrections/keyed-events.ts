export { listEventsByKeys } from './correction-queries.ts'
export type { LockedEvent as KeyedEvent } from './event-change.ts'
