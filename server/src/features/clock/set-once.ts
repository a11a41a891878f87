import { announceChange } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type BusinessClock, CLOCKS } from './business-clock.ts'
import { type ClockSetting, replaceSetting } from './queries.ts'

/** Sets a clock without running due work. `setTo: undefined` sets it to real time. */
export async function setOnce(
  { db, clock }: { db: Db; clock: BusinessClock },
  organizationId: string,
  { before, setTo }: { before: ClockSetting | undefined; setTo: Date | undefined },
): Promise<ClockSetting> {
  const setAt = clock.moment(organizationId).now
  const after = { setTo: setTo ?? setAt, setAt, movingTo: null }
  if (!(await replaceSetting(db, organizationId, { before, after }))) {
    throw new AppError('conflict', 'The test clock is being moved by another request; retry')
  }
  clock.applySetting({ organizationId, ...after })
  await announceChange(db, CLOCKS)
  return after
}
