import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { type BusinessClock, businessTime, type ClockScope } from './business-clock.ts'
import { lockMoves } from './move-lock.ts'
import { type ClockSetting, findSetting, listMovingClocks, type MovingClock } from './queries.ts'
import { createSetter } from './setter.ts'

/** The next time at which something becomes due, and its handler. */
export type NextDue = { at: Date; handle: (scope: ClockScope) => Promise<unknown> }

/** The operations that run while a clock moves. */
export type AdvanceDeps = {
  /** Runs everything that is due in the scope at its business time. */
  runBilling: (scope: ClockScope) => Promise<unknown>
  /** Finds the earliest item that becomes due for the organization after a time. */
  findNextDue: (organizationId: string, after: Date) => Promise<NextDue | null>
}

export type MoveDeps = { db: Db; pool: Pool; log: Log; clock: BusinessClock; advance: AdvanceDeps }

/** Records on the clock that a move has started; the caller holds the move lock. */
export async function beginMove(
  deps: Pick<MoveDeps, 'db' | 'clock'>,
  organizationId: string,
  targetOf: (present: Date) => Date,
): Promise<MovingClock> {
  const { db, clock } = deps
  // Read from the database: another process may have just set the clock.
  const before = await findSetting(db, organizationId)
  const present = businessTime(before, clock.moment(organizationId).now)
  const movingTo = targetOf(present)
  const setting = await createSetter(deps, organizationId, before)(present, movingTo)
  return { organizationId, ...setting, movingTo }
}

/** A move in progress, which can be run to its end or abandoned at its current step. */
export type Move = {
  run: (signal?: AbortSignal) => Promise<ClockSetting>
  /** Ends the move at its current step, for a request that is answered with an error. */
  abandon: () => Promise<ClockSetting>
}

/**
 * Creates a move that advances the clock to its target. Everything that becomes due on the way is
 * handled at its own time, step by step. After a crash the clock remains at the last step, and the
 * move resumes from there. A move stops when another process takes it over.
 */
export function createMove(
  deps: MoveDeps,
  { organizationId, movingTo, ...present }: MovingClock,
): Move {
  const { advance } = deps
  const set = createSetter(deps, organizationId, { ...present, movingTo })
  const scopeAt = (now: Date) => ({ now, only: organizationId })
  let at = present.setTo
  const run = async (signal?: AbortSignal) => {
    // Work that was already due, or that a crash left at the last step, runs first.
    await advance.runBilling(scopeAt(at))
    for (;;) {
      signal?.throwIfAborted()
      const due = await advance.findNextDue(organizationId, at)
      if (due === null || due.at > movingTo) break
      assert(due.at > at, 'what is due next comes later than what was due')
      at = due.at
      await set(at, movingTo)
      await due.handle(scopeAt(at))
    }
    await set(movingTo, movingTo)
    await advance.runBilling(scopeAt(movingTo))
    return set(movingTo, null)
  }
  return { run, abandon: () => set(at, null) }
}

/**
 * Resumes moves whose process died, each from its last step. On abort it stops between two steps,
 * and the next worker continues.
 */
export async function resumeMoves(deps: MoveDeps, signal?: AbortSignal): Promise<void> {
  for (const { organizationId } of await listMovingClocks(deps.db)) {
    if (signal?.aborted) return
    const release = await lockMoves(deps.pool, organizationId)
    if (!release) continue
    try {
      const setting = await findSetting(deps.db, organizationId)
      if (!setting?.movingTo) continue
      const { movingTo } = setting
      await createMove(deps, { organizationId, ...setting, movingTo }).run(signal)
    } catch (error) {
      if (signal?.aborted) return
      deps.log.error(
        { err: error, organizationId },
        'a move of the test clock stopped before its target',
      )
    } finally {
      await release()
    }
  }
}
