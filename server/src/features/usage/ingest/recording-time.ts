import { newIdAt } from '../../../platform/id.ts'

/** Longer than a record takes from the making of its id and its cost to its commit. */
const RECORDING_MS = 10 * 60_000

/** Returns an id that is less than those of all records that are committed after an instant. */
export function idBeforeCommitsAfter(instant: Date): string {
  return newIdAt(new Date(instant.getTime() - RECORDING_MS))
}
