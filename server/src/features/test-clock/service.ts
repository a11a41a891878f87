import assert from 'node:assert/strict'
import { announceChange } from '../../platform/cache-events.ts'
import type { Environment } from '../../platform/config.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { BusinessClock, ClockScope } from '../organizations/business-clock.ts'
import { parseUsageDate } from '../usage/usage-date.ts'
import { type ClockSetting, findSetting, replaceSetting } from './queries.ts'
import type { TestClockBody, TestClockMove } from './schemas.ts'

/** What happens while a clock is moved. */
export type AdvanceDeps = {
  /** Does everything that is due in the scope at its business time. */
  runBilling: (scope: ClockScope) => Promise<unknown>
  /** The earliest time after another at which something of the organization becomes due. */
  findNextDue: (organizationId: string, after: Date) => Promise<Date | null>
}

export type TestClockDeps = {
  db: Db
  clock: BusinessClock
  advance: AdvanceDeps
  config: { environment: Environment }
}

export async function getTestClock(
  { db, clock, config }: TestClockDeps,
  organizationId: string,
): Promise<TestClockBody> {
  refuseLive(config)
  const { now } = clock.moment(organizationId)
  return bodyOf(await findSetting(db, organizationId), now)
}

/**
 * Moves the clock of an organization forward. Whatever becomes due on the way happens at its own
 * time, one step after the other, as if that time had passed. A crash leaves the clock at the last
 * step, and moving it again goes on from there. Of two moves at once one is refused.
 */
export async function moveTestClock(
  deps: TestClockDeps,
  { organizationId, body }: { organizationId: string; body: TestClockMove },
): Promise<TestClockBody> {
  const { clock, config, advance } = deps
  refuseLive(config)
  // Not from memory: another process may have set it a moment ago.
  const before = await findSetting(deps.db, organizationId)
  const present = businessTime(before, clock.moment(organizationId).now)
  const target = parseTarget(body.now, present)
  const set = createSetter(deps, organizationId, before)
  const runAt = (now: Date) => advance.runBilling({ now, only: organizationId })

  // What was due already, or was left by a crash at the last step, comes before anything new.
  await runAt(present)
  let at = present
  for (;;) {
    const due = await advance.findNextDue(organizationId, at)
    if (due === null || due > target) break
    assert(due > at, 'what is due next comes later than what was due')
    await set(due)
    await runAt(due)
    at = due
  }
  const setting = await set(target)
  await runAt(target)
  return bodyOf(setting, clock.moment(organizationId).now)
}

/**
 * Sets the clock, as often as asked, unless somebody else sets it meanwhile. It ticks: a time that
 * has passed while the last step was worked on leaves it as it is, never back.
 */
function createSetter(
  { db, clock }: TestClockDeps,
  organizationId: string,
  present: ClockSetting | undefined,
): (wanted: Date) => Promise<ClockSetting> {
  let before = present
  return async (wanted) => {
    const setAt = clock.moment(organizationId).now
    const ticked = businessTime(before, setAt)
    const after = { setTo: new Date(Math.max(wanted.getTime(), ticked.getTime())), setAt }
    await db.transaction().execute(async (tx) => {
      if (!(await replaceSetting(tx, organizationId, { before, after }))) {
        throw new AppError('conflict', 'The test clock is being moved by another request; retry')
      }
      await announceChange(tx, 'clocks')
    })
    before = after
    await clock.refresh()
    return after
  }
}

/** Where a clock is that ticks on from where it was set. */
function businessTime(setting: ClockSetting | undefined, realNow: Date): Date {
  if (!setting) return realNow
  return new Date(setting.setTo.getTime() + realNow.getTime() - setting.setAt.getTime())
}

/** Later than this is taken for a slip of the keyboard. */
const FORWARD_MAX = { years: 5 }

function parseTarget(text: string, present: Date): Date {
  const target = parseUsageDate(text)
  if (target === undefined) {
    throw new AppError('invalid', [
      'now must be an ISO 8601 date such as 2026-03-31 or 2026-03-31T12:00:00Z',
    ])
  }
  if (target <= present.getTime()) {
    throw new AppError(
      'inconsistent',
      `The test clock moves forward only: now must be after ${present.toISOString()}`,
    )
  }
  const latest = Temporal.Instant.fromEpochMilliseconds(present.getTime())
    .toZonedDateTimeISO('UTC')
    .add(FORWARD_MAX)
  if (target > latest.epochMilliseconds) {
    const last = latest.toInstant().toString()
    throw new AppError(
      'inconsistent',
      `The test clock moves by up to five years at once: now must not be after ${last}`,
    )
  }
  return new Date(target)
}

function refuseLive({ environment }: TestClockDeps['config']): void {
  if (environment === 'test') return
  throw new AppError(
    'forbidden',
    'A live deployment goes by real time; the test clock is there where PIECEWORK_ENV is test',
  )
}

function bodyOf(setting: ClockSetting | undefined, realNow: Date): TestClockBody {
  const now = businessTime(setting, realNow).toISOString()
  return { now, isSet: setting !== undefined, realNow: realNow.toISOString() }
}
