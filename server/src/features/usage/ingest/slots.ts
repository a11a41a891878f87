import { randomInt } from 'node:crypto'

/** The slot for backfilled costs; the backfills of one organization run one after another. */
export const BACKFILL_SLOT = 0
const SLOTS = 16

let last = randomInt(SLOTS)

/**
 * Returns a slot for a lane; lanes of one process have different slots. Lanes of several processes
 * may share a slot by chance and then only wait for each other's transactions.
 */
export function takeSlot(): number {
  last = (last + 1) % SLOTS
  return last + 1
}
