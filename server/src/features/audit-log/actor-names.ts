/** For whoever shows who did something. */
export { listActorNames } from './actor-queries.ts'
