import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { BusinessClock } from './business-clock.ts'
import type { ClockSetting } from './queries.ts'
import { setOnce } from './set-once.ts'

/** Returns true if anything has happened in an organization at its business time. */
export type HasData = (organizationId: string) => Promise<boolean>

/** Equals the longest move forward. */
const BACK_MAX = { years: 5 }

/**
 * Starts the clock of an organization at an earlier time, to simulate a history. Allowed only
 * before the organization has data: no period, invoice or event may go back in time. The caller
 * holds the move lock.
 */
export async function startInThePast(
  deps: { db: Db; clock: BusinessClock; hasData: HasData },
  organizationId: string,
  start: Date,
): Promise<ClockSetting> {
  const present = deps.clock.moment(organizationId).now
  const earliest = Temporal.Instant.fromEpochMilliseconds(present.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract(BACK_MAX)
  if (start.getTime() < earliest.epochMilliseconds) {
    throw new AppError(
      'inconsistent',
      `The test clock starts up to five years back: now must not be before ${earliest.toInstant()}`,
    )
  }
  if (await deps.hasData(organizationId)) {
    throw new AppError(
      'inconsistent',
      `The test clock moves forward only: now must be after ${present.toISOString()}. It may start in the past only before the first customer is created`,
    )
  }
  return setOnce(deps, organizationId, { before: undefined, setTo: start })
}
