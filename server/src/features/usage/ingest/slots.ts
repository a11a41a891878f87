import { randomInt } from 'node:crypto'

/** Where costs that became known later are added up; an organization's backfills take turns. */
export const BACKFILL_SLOT = 0
const SLOTS = 16

let last = randomInt(SLOTS)

/**
 * A slot for a lane that writes: the lanes of a process have different ones. Those of several processes
 * may meet by chance, and then wait for each other's transactions, no more.
 */
export function takeSlot(): number {
  last = (last + 1) % SLOTS
  return last + 1
}
