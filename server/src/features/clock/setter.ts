import { announceChange } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type BusinessClock, businessTime, CLOCKS } from './business-clock.ts'
import { type ClockSetting, replaceSetting } from './queries.ts'

/** How often other processes are told of the steps of a move; of its start and end, always. */
const ANNOUNCE_EVERY_MS = 1_000

/** Sets a clock for the steps of one move, as long as nobody else sets it meanwhile. */
export type ClockSetter = (wanted: Date, movingTo: Date | null) => Promise<ClockSetting>

/** It ticks: a time that has passed while the last step was worked on leaves it as it is. */
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
    clock.take({ organizationId, ...after })
    const isEdge = before?.movingTo == null || movingTo === null
    before = after
    if (isEdge || setAt.getTime() - announcedAt >= ANNOUNCE_EVERY_MS) {
      announcedAt = setAt.getTime()
      await announceChange(db, CLOCKS)
    }
    return after
  }
}
