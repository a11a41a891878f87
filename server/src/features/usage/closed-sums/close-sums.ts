import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOf } from '../../../platform/database/ask.ts'
import { untilAllVisible } from '../../../platform/database/cluster/prepared-on-node.ts'
import { isDatabaseUnreachable } from '../../../platform/database/errors.ts'
import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { addUp } from './add-up.ts'
import * as queries from './close-queries.ts'
import type { Saving } from './source.ts'
import { type ClosedTime, closedFirst } from './sums.ts'

/** Most late usage arrives soon after midnight. */
const OPEN_FOR_MS = 3_600_000
const SAVING: Saving = { rows: 3, events: 100 }
const WRITERS_END_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 20

type Closing = { db: Db; log: Log; saving?: Saving }

/**
 * Materializes the sums of past days and months. Late usage reopens its day and month, and the next
 * run closes them again. Safe to interrupt, and to run twice or on two machines: only one of the
 * attempts has an effect.
 */
export async function closeSums(deps: Closing, now: Date, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await queries.listOrganizations(deps.db)) {
    if (signal?.aborted) return
    if (await closeSumsOf(deps, { organizationId, now, signal })) continue
    deps.log.warn(
      'a transaction has been writing usage for long, or a node is unreachable; sums are closed later',
    )
    return
  }
}

type Asked = { organizationId: string; now: Date; signal?: AbortSignal | undefined }

/**
 * Announces the days and months to close, then waits for transactions that wrote usage before the
 * announcement. Later writers delete the announcement, which keeps the day or month open. Closed
 * sums are therefore complete. Returns false when an earlier writer does not end, or a node does
 * not confirm it.
 */
async function closeSumsOf(
  deps: Closing,
  { organizationId, now, signal }: Asked,
): Promise<boolean> {
  const { db, log, saving = SAVING } = deps
  const before = new Date(now.getTime() - OPEN_FOR_MS).toISOString().slice(0, 10)
  const times = await queries.listOpenTimes(db, { organizationId, before })
  if (times.length === 0) return true
  const attempt = randomUUID()
  await queries.announce(db, { organizationId, attempt }, times)
  if (!(await writersEnded(deps))) return false
  for (const time of times) {
    if (signal?.aborted) break
    try {
      await closeTime(db, { ...time, organizationId, attempt, saving })
    } catch (error) {
      if (isDatabaseUnreachable(error)) throw error
      log.error(
        { err: error, organizationId, ...time },
        'sums of this day or month could not be closed',
      )
    }
  }
  return true
}

type Time = ClosedTime & { organizationId: string; attempt: string; saving: Saving }

/** Rolls back the sums of an attempt that a concurrent writer has reopened. */
class Reopened extends Error {}

/**
 * Adds up and closes one day or month. On a cluster, the coordinator's row that marks it as closed
 * could be visible before the sums. So this row is written only once the sums are visible.
 */
async function closeTime(db: Db, time: Time): Promise<void> {
  const { sums, organizationId } = time
  try {
    const rows = await db.transaction().execute(async (tx) => {
      // If a day is still open, the next run closes these sums.
      for (const days of closedFirst(time)) {
        if (!(await queries.isEveryDayClosed(tx, { organizationId, ...days }))) return undefined
      }
      const added = await addUp(tx, sums, time)
      if (!(await queries.isAnnounced(tx, time))) throw new Reopened()
      return added
    })
    if (rows === undefined) return
    await untilAllVisible(askOf(db))
    await queries.finish(db, time, rows > 0 ? 'ready' : 'left_out')
  } catch (error) {
    if (!(error instanceof Reopened)) throw error
  }
}

/** Waits for the transactions that write usage now, but not for later ones. */
async function writersEnded({ db, log }: Closing): Promise<boolean> {
  const giveUpAt = performance.now() + WRITERS_END_WITHIN_MS
  const before = await queries.listWriters(db)
  for (let left = new Set(before); left.size > 0; ) {
    if (performance.now() > giveUpAt) return false
    await sleep(LOOK_EVERY_MS)
    left = left.intersection(new Set(await queries.listWriters(db)))
  }
  // On a cluster, the coordinator ends a commit shortly before its rows are visible.
  try {
    await untilAllVisible(askOf(db))
    return true
  } catch (error) {
    log.warn({ err: error }, 'a node does not confirm that all committed usage is visible')
    return false
  }
}
