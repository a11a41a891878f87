import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { takeSessionLock } from '../../../platform/database/session-lock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { listMarked } from '../../earning-marks/marks.ts'
import { horizonOf } from './horizon.ts'
import { refreshOrganization } from './refresh-organization.ts'
import { listHorizons } from './states.ts'

export type RefreshDeps = {
  db: Db
  pool: Pool
  log: Log
  clock: BusinessClock
  usage: { ingestion: { waiting: () => number } }
}

const LOCK = 0x7077_0009
/** Pause between two searches for stale earnings. */
const ROUND_MS = 1_000
/** An organization is refreshed in the background at most this often. */
const AT_MOST_EVERY_MS = 10_000
/** Kept days are extended after midnight of a month, which is soon enough once a minute. */
const HORIZONS_EVERY_MS = 60_000

/** Shares of the time that refreshing takes, while usage is recorded and otherwise. */
const SHARES = { busy: 0.05, idle: 0.5 }

/** More marks would take too long to add up in one statement. */
const MARKS_AT_ONCE = 10_000

/** A second one, so that others are not stale as long as a very large one is refreshed. Each holds a connection. */
const ORGANIZATIONS_AT_ONCE = 2

/**
 * Refreshes stale earnings of all organizations until stopped, two at a time. A lock per organization elects one
 * process. It pauses between batches, so that recording and other requests are not slowed down.
 */
export async function runEarningsLane(deps: RefreshDeps, signal: AbortSignal): Promise<void> {
  const refreshedAt = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  const isDue = (organizationId: string) => {
    const last = refreshedAt.get(organizationId) ?? Number.NEGATIVE_INFINITY
    return !running.has(organizationId) && performance.now() - last >= AT_MOST_EVERY_MS
  }
  const start = (organizationId: string) => {
    const refreshing = refreshOne(deps, { organizationId, signal, beside: () => running.size })
      .catch((error: unknown) => {
        deps.log.error({ err: error, organizationId }, 'stale earnings cannot be refreshed yet')
      })
      .finally(() => {
        running.delete(organizationId)
        refreshedAt.set(organizationId, performance.now())
      })
    running.set(organizationId, refreshing)
  }
  let horizonsAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    try {
      const isHorizonDue = performance.now() - horizonsAt >= HORIZONS_EVERY_MS
      if (isHorizonDue) horizonsAt = performance.now()
      const behind = isHorizonDue ? await listBehind(deps) : []
      const stale = new Set([...(await listMarked(deps.db)), ...behind])
      const due = longestAgo([...stale].filter(isDue), refreshedAt)
      for (const organizationId of due) {
        if (running.size >= ORGANIZATIONS_AT_ONCE) break
        start(organizationId)
      }
    } catch (error) {
      deps.log.error({ err: error }, 'stale earnings cannot be found; tried again in a moment')
    }
    await sleep(ROUND_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
  await Promise.all(running.values())
}

function longestAgo(ids: readonly string[], at: ReadonlyMap<string, number>): string[] {
  return ids.toSorted((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0))
}

/** Organizations with customers whose kept days end too early: a month has begun. */
async function listBehind({ db, clock }: RefreshDeps): Promise<string[]> {
  const horizons = await listHorizons(db)
  return horizons.flatMap(({ organizationId, keptUntil }) =>
    Date.parse(keptUntil) < horizonOf(clock.now(organizationId)) ? [organizationId] : [],
  )
}

type One = {
  organizationId: string
  signal: AbortSignal
  /** The number of refreshes that share the time, with this one. */
  beside: () => number
}

async function refreshOne(
  deps: RefreshDeps,
  { organizationId, signal, beside }: One,
): Promise<void> {
  const release = await takeSessionLock(deps.pool, LOCK, organizationId)
  if (!release) return
  const pause = async (ms: number) => {
    const share = deps.usage.ingestion.waiting() > 0 ? SHARES.busy : SHARES.idle
    const wait = ms * (beside() / share - 1)
    await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined)
    return !signal.aborted
  }
  try {
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      const moment = deps.clock.moment(organizationId)
      const asked = { organizationId, moment, marks: MARKS_AT_ONCE, afterStep: pause }
      hasMore = (await refreshOrganization(deps, asked)).hasMore
    }
  } finally {
    await release()
  }
}
