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

/**
 * Refreshes stale earnings of all organizations in turn, until stopped. A lock per organization elects one
 * process. It pauses between batches, so that recording and other requests are not slowed down.
 */
export async function runEarningsLane(deps: RefreshDeps, signal: AbortSignal): Promise<void> {
  const refreshedAt = new Map<string, number>()
  let horizonsAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    try {
      const isHorizonDue = performance.now() - horizonsAt >= HORIZONS_EVERY_MS
      if (isHorizonDue) horizonsAt = performance.now()
      const behind = isHorizonDue ? await listBehind(deps) : []
      for (const organizationId of new Set([...(await listMarked(deps.db)), ...behind])) {
        if (signal.aborted) break
        const last = refreshedAt.get(organizationId) ?? Number.NEGATIVE_INFINITY
        if (performance.now() - last < AT_MOST_EVERY_MS) continue
        await refreshInTurn(deps, organizationId, signal)
        refreshedAt.set(organizationId, performance.now())
      }
    } catch (error) {
      deps.log.error({ err: error }, 'stale earnings cannot be refreshed; tried again in a moment')
    }
    await sleep(ROUND_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Organizations with customers whose kept days end too early: a month has begun. */
async function listBehind({ db, clock }: RefreshDeps): Promise<string[]> {
  const horizons = await listHorizons(db)
  return horizons.flatMap(({ organizationId, keptUntil }) =>
    Date.parse(keptUntil) < horizonOf(clock.now(organizationId)) ? [organizationId] : [],
  )
}

async function refreshInTurn(
  deps: RefreshDeps,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  const release = await takeSessionLock(deps.pool, LOCK, organizationId)
  if (!release) return
  const pause = async (ms: number) => {
    const share = deps.usage.ingestion.waiting() > 0 ? SHARES.busy : SHARES.idle
    await sleep(ms * (1 / share - 1), undefined, { signal, ref: false }).catch(() => undefined)
    return !signal.aborted
  }
  try {
    const moment = deps.clock.moment(organizationId)
    await refreshOrganization(deps, { organizationId, moment, afterStep: pause })
  } finally {
    await release()
  }
}
