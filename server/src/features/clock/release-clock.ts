import { AppError } from '../../platform/errors.ts'
import { businessTime } from './business-clock.ts'
import type { MoveDeps } from './move.ts'
import { type ClockSetting, findSetting } from './queries.ts'
import { setOnce } from './set-once.ts'

/** Maximum lag behind real time at which a clock can be released; the next sweep catches up. */
const BEHIND_MAX_MS = 60_000

/**
 * Releases the test clock, so that real time applies again. Throws when the clock is ahead, because
 * time would go back. Throws when it is far behind, because due work would be skipped. The caller
 * holds the move lock.
 */
export async function releaseClock(
  deps: Pick<MoveDeps, 'db' | 'clock'>,
  organizationId: string,
): Promise<ClockSetting | undefined> {
  // Read from the database: another process may have just set the clock.
  const before = await findSetting(deps.db, organizationId)
  if (!before) return undefined
  const { now } = deps.clock.moment(organizationId)
  if (before.movingTo !== null) {
    throw new AppError(
      'conflict',
      `The test clock is being moved to ${before.movingTo.toISOString()}; reset it after the move`,
    )
  }
  const present = businessTime(before, now)
  const behind = now.getTime() - present.getTime()
  if (behind === 0) return before
  if (behind < 0) {
    throw new AppError(
      'inconsistent',
      `The test clock never goes back: it is at ${present.toISOString()}, ahead of the present, ${now.toISOString()}`,
    )
  }
  if (behind > BEHIND_MAX_MS) {
    throw new AppError(
      'inconsistent',
      `The test clock is at ${present.toISOString()}: move it to the present first, with now: ${now.toISOString()}`,
    )
  }
  return setOnce(deps, organizationId, { before, setTo: undefined })
}
