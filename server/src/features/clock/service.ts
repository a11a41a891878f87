import { setTimeout as delay } from 'node:timers/promises'
import { dateProblem, parseSentDate } from '../../platform/dates/sent-date.ts'
import { AppError } from '../../platform/errors.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { businessTime } from './business-clock.ts'
import { beginMove, createMove, type MoveDeps } from './move.ts'
import { lockMoves } from './move-lock.ts'
import { type ClockSetting, findSetting } from './queries.ts'
import { releaseClock } from './release-clock.ts'
import type { TestClock, TestClockMove } from './schemas.ts'
import { type HasData, startInThePast } from './start-in-the-past.ts'

export type TestClockDeps = MoveDeps & { config: { environment: Environment }; hasData: HasData }

export async function getTestClock(
  { db, clock, config }: Pick<TestClockDeps, 'db' | 'clock' | 'config'>,
  organizationId: string,
): Promise<TestClock> {
  refuseLive(config)
  const { now } = clock.moment(organizationId)
  return toBody(await findSetting(db, organizationId), now)
}

export type MoveRequest = {
  organizationId: string
  body: TestClockMove
  /** How long a request waits for its move to end; a longer move continues after the response. */
  answerWithinMs: number
  /** Stops the move between two steps; a worker resumes it. */
  signal: AbortSignal
}

/**
 * Moves the clock of an organization forward and returns its state. A long move continues after the
 * response; `movingTo` holds its target until it ends. In an organization without data, the clock
 * may start in the past.
 */
export async function moveTestClock(
  deps: TestClockDeps,
  { organizationId, body, answerWithinMs, signal }: MoveRequest,
): Promise<TestClock> {
  const { clock, config, log } = deps
  refuseLive(config)
  const release = await lockOrRefuse(deps, organizationId)
  const start = await startOf(deps, organizationId, body.now)
    .then((time) => time && startInThePast(deps, organizationId, time))
    .catch(async (error) => {
      await release()
      throw error
    })
  if (start) {
    await release()
    return toBody(start, clock.moment(organizationId).now)
  }
  const move = await beginMove(deps, organizationId, (present) => parseTarget(body.now, present))
    .then((moving) => createMove(deps, moving))
    .catch(async (error) => {
      await release()
      throw error
    })
  let isAnswered = false
  const moved = move
    .run(signal)
    .catch(async (error) => {
      if (isAnswered) {
        log.error(
          { err: error, organizationId },
          'a move of the test clock stopped before its target',
        )
        return undefined
      }
      await move.abandon().catch(() => undefined)
      throw error
    })
    .finally(release)
  const waited = delay(answerWithinMs, undefined, { ref: false })
  const setting = await Promise.race([moved, waited])
  isAnswered = true
  if (!setting) return getTestClock(deps, organizationId)
  return toBody(setting, clock.moment(organizationId).now)
}

/** Returns the organization to real time, once its test clock has caught up with it. */
export async function letTestClockGo(
  deps: TestClockDeps,
  organizationId: string,
): Promise<TestClock> {
  refuseLive(deps.config)
  const release = await lockOrRefuse(deps, organizationId)
  try {
    return toBody(await releaseClock(deps, organizationId), deps.clock.moment(organizationId).now)
  } finally {
    await release()
  }
}

async function lockOrRefuse(deps: MoveDeps, organizationId: string): Promise<() => Promise<void>> {
  const release = await lockMoves(deps.pool, organizationId)
  if (!release) throw await beingMoved(deps, organizationId)
  return release
}

/**
 * Returns the start time of a clock that was never set, if the request asks for a time in the past.
 */
async function startOf(
  { db, clock }: MoveDeps,
  organizationId: string,
  text: string,
): Promise<Date | undefined> {
  const start = parseSentDate(text)
  if (start === undefined || start >= clock.moment(organizationId).now.getTime()) return undefined
  return (await findSetting(db, organizationId)) ? undefined : new Date(start)
}

async function beingMoved({ db }: MoveDeps, organizationId: string): Promise<AppError> {
  const { movingTo } = (await findSetting(db, organizationId)) ?? {}
  const where = movingTo ? ` to ${movingTo.toISOString()}` : ''
  return new AppError(
    'conflict',
    `The test clock is being moved${where}; GET /v1/test-clock shows its progress`,
  )
}

/** A move further than this is rejected as a probable typing error. */
const FORWARD_MAX = { years: 5 }
function parseTarget(text: string, present: Date): Date {
  const target = parseSentDate(text)
  if (target === undefined) {
    throw new AppError('invalid', [dateProblem('now', text)])
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

export function refuseLive({ environment }: TestClockDeps['config']): void {
  if (environment === 'test') return
  throw new AppError(
    'forbidden',
    'A live deployment uses real time; the test clock is available only when PIECEWORK_ENV is test',
  )
}

function toBody(setting: ClockSetting | undefined, realNow: Date): TestClock {
  return {
    now: businessTime(setting, realNow).toISOString(),
    isSet: setting !== undefined && setting.setTo.getTime() !== setting.setAt.getTime(),
    movingTo: setting?.movingTo?.toISOString() ?? null,
    realNow: realNow.toISOString(),
  }
}
