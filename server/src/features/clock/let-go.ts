import { AppError } from '../../platform/errors.ts'
import { businessTime } from './business-clock.ts'
import type { MoveDeps } from './move.ts'
import { type ClockSetting, findSetting } from './queries.ts'
import { setOnce } from './set-once.ts'

/** What a clock may lag behind real time when it is let go: the next sweep does what is due in it. */
const BEHIND_MAX_MS = 60_000

/**
 * Lets real time govern again. A clock that is ahead would go back, and one that is far behind would
 * skip what has to happen at its own time. The caller holds the right to move it.
 */
export async function letGo(
  deps: Pick<MoveDeps, 'db' | 'clock'>,
  organizationId: string,
): Promise<ClockSetting | undefined> {
  // Not from memory: another process may have set it a moment ago.
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
