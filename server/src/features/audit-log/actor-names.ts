/** For features that show the actor of an event. */
export { listActorNames } from './actor-queries.ts'
