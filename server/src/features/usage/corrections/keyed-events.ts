export { type LockedEvent as KeyedEvent, listEventsByKeys } from './correction-queries.ts'
