import { announceChange } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type BusinessClock, businessTime, CLOCKS } from './business-clock.ts'
import { type ClockSetting, replaceSetting } from './queries.ts'

/**
 * Minimum interval for announcing steps to other processes; the start and end of a move are always
 * announced.
 */
const ANNOUNCE_EVERY_MS = 1_000

/** Sets a clock for the steps of one move; throws `conflict` when another process has set it. */
export type ClockSetter = (wanted: Date, movingTo: Date | null) => Promise<ClockSetting>

/**
 * Creates a setter that never sets the clock back. If the clock has run past the wanted time during
 * the last step, its current time is kept.
 */
export function createSetter(
  { db, clock }: { db: Db; clock: BusinessClock },
  organizationId: string,
  present: ClockSetting | undefined,
): ClockSetter {
  let before = present
  let announcedAt = Number.NEGATIVE_INFINITY
  return async (wanted, movingTo) => {
    const setAt = clock.moment(organizationId).now
    const ticked = businessTime(before, setAt)
    const setTo = new Date(Math.max(wanted.getTime(), ticked.getTime()))
    const after = { setTo, setAt, movingTo }
    if (!(await replaceSetting(db, organizationId, { before, after }))) {
      throw new AppError('conflict', 'The test clock is being moved by another request; retry')
    }
    clock.applySetting({ organizationId, ...after })
    const isEdge = before?.movingTo == null || movingTo === null
    before = after
    if (isEdge || setAt.getTime() - announcedAt >= ANNOUNCE_EVERY_MS) {
      announcedAt = setAt.getTime()
      await announceChange(db, CLOCKS)
    }
    return after
  }
}
