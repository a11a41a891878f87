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
import { type ClosedTime, DAYS_OF } from './sums.ts'

/** Most of what comes late comes soon after midnight. */
const OPEN_FOR_MS = 3_600_000
const SAVING: Saving = { rows: 3, events: 500 }
const WRITERS_END_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 20

type Closing = { db: Db; log: Log; saving?: Saving }

/**
 * Makes the sums of days and months that are over. Late usage opens its day and month again, so they
 * are made once more the next time. Interrupted, it goes on where it was; run twice, or on two
 * machines, one of the attempts is in vain.
 */
export async function closeSums(deps: Closing, now: Date, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await queries.listOrganizations(deps.db)) {
    if (signal?.aborted) return
    if (await closeSumsOf(deps, { organizationId, now, signal })) continue
    deps.log.warn('usage is being written for long, or a node is away; sums are closed later')
    return
  }
}

type Asked = { organizationId: string; now: Date; signal?: AbortSignal | undefined }

/**
 * Whoever has written usage before the announcement was there is waited for. All others see it, and
 * take it away: what it announced is then not closed. So what is closed lacks nothing. False when one of
 * those before does not end, or a node does not say that it has.
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
      log.error({ err: error, organizationId, ...time }, 'sums of this time could not be closed')
    }
  }
  return true
}

type Time = ClosedTime & { organizationId: string; attempt: string; saving: Saving }

/** Undoes what an attempt has added up, as it is closed no more. */
class Reopened extends Error {}

/**
 * On a cluster the row that says that a time is closed is the coordinator's, and shows before the sums
 * do: so it is written after them, once they can be seen.
 */
async function closeTime(db: Db, time: Time): Promise<void> {
  const { sums, start: month, organizationId } = time
  const days = DAYS_OF[sums]
  try {
    const rows = await db.transaction().execute(async (tx) => {
      // What is not closed now is so the next time.
      if (days && !(await queries.isEveryDayClosed(tx, { organizationId, month, sums: days })))
        return undefined
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

/** Waits for those that write now; later ones do not matter. */
async function writersEnded({ db, log }: Closing): Promise<boolean> {
  const giveUpAt = performance.now() + WRITERS_END_WITHIN_MS
  const before = await queries.listWriters(db)
  for (let left = new Set(before); left.size > 0; ) {
    if (performance.now() > giveUpAt) return false
    await sleep(LOOK_EVERY_MS)
    left = left.intersection(new Set(await queries.listWriters(db)))
  }
  // On a cluster the coordinator has ended a commit a moment before the rows can be seen.
  try {
    await untilAllVisible(askOf(db))
    return true
  } catch (error) {
    log.warn({ err: error }, 'a node does not say whether all usage can be seen')
    return false
  }
}
