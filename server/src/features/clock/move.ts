import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { type BusinessClock, businessTime, type ClockScope } from './business-clock.ts'
import { lockMoves } from './move-lock.ts'
import { type ClockSetting, findSetting, listMovingClocks, type MovingClock } from './queries.ts'
import { createSetter } from './setter.ts'

/** What becomes due next: when, and what does it. */
export type NextDue = { at: Date; handle: (scope: ClockScope) => Promise<unknown> }

/** What happens while a clock is moved. */
export type AdvanceDeps = {
  /** Does everything that is due in the scope at its business time. */
  runBilling: (scope: ClockScope) => Promise<unknown>
  /** The earliest thing after a time that becomes due for the organization. */
  findNextDue: (organizationId: string, after: Date) => Promise<NextDue | null>
}

export type MoveDeps = { db: Db; pool: Pool; log: Log; clock: BusinessClock; advance: AdvanceDeps }

/** Notes on the clock that it is being moved; the caller holds the right to. */
export async function beginMove(
  deps: Pick<MoveDeps, 'db' | 'clock'>,
  organizationId: string,
  targetOf: (present: Date) => Date,
): Promise<MovingClock> {
  const { db, clock } = deps
  // Not from memory: another process may have set it a moment ago.
  const before = await findSetting(db, organizationId)
  const present = businessTime(before, clock.moment(organizationId).now)
  const movingTo = targetOf(present)
  const setting = await createSetter(deps, organizationId, before)(present, movingTo)
  return { organizationId, ...setting, movingTo }
}

/** A move that is under way: to be lived through, or ended where it is. */
export type Move = {
  run: (signal?: AbortSignal) => Promise<ClockSetting>
  /** Ends it, because whoever asked for it is told that it has failed. */
  abandon: () => Promise<ClockSetting>
}

/**
 * Lives through the time up to where the clock is being moved: whatever becomes due on the way
 * happens at its own time, one step after the other. A crash leaves the clock at the last step, and
 * the move is taken up again from there. It stops when somebody else has taken it up.
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
    // What was due already, or was left by a crash at the last step, comes before anything new.
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
 * Takes up the moves whose process died, each from its last step. At the signal it leaves them between
 * two steps, and the next worker goes on.
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
      deps.log.error({ err: error, organizationId }, 'a move of the test clock stopped on its way')
    } finally {
      await release()
    }
  }
}
