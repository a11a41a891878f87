import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnreachable, isRetryable } from '../../../platform/database/errors.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import * as queries from './move-queries.ts'
import { keyOf, movedEvent } from './moved-event.ts'
import { countUnmovedEvents, isMoveOpen } from './unmoved-events.ts'

/** Few enough that who wants one of the rows waits only milliseconds. */
const EVENTS_AT_ONCE = 1_000
const LOCK_WAIT_MS = 200
const END_LOCK_WAIT_MS = 250
const SAY_EVERY_MS = 30_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Moves the events of before into the rows that events have now, a page in a transaction, and as long as
 * a page took it leaves the database to others. Both kinds are read all the time. Interrupted, it goes
 * on where it was; run twice, or on two machines, it is harmless.
 */
export async function moveEvents(
  { db, log }: { db: Db; log: Log },
  signal?: AbortSignal,
): Promise<void> {
  if (!(await isMoveOpen(db))) return
  const total = await countUnmovedEvents(db)
  const progress = { moved: 0, left: 0, saidAt: performance.now() }
  if (total > 0) log.info({ remaining: total }, 'moving the events of before')
  for (let after = BEFORE_ALL; ; ) {
    if (signal?.aborted) return
    const startedAt = performance.now()
    const page = await db.transaction().execute((tx) => movePage(tx, after))
    if (page.last === undefined) break
    after = page.last
    progress.moved += page.moved
    progress.left += page.left
    if (performance.now() - progress.saidAt > SAY_EVERY_MS) {
      progress.saidAt = performance.now()
      const { moved } = progress
      log.info({ moved, remaining: Math.max(total - moved, 0) }, 'moving the events of before')
    }
    await sleep(performance.now() - startedAt, undefined, { signal }).catch(() => undefined)
  }
  const { moved, left } = progress
  if (await end(db)) log.info({ moved }, 'all events of before are moved')
  else log.warn({ moved, left }, 'the move of events is not over yet; it is tried again')
}

/** Everybody waits while it waits, so it waits briefly: a backup or a long read makes it a later one. */
async function end(db: Db): Promise<boolean> {
  try {
    return await db.transaction().execute(async (tx) => {
      await queries.waitBriefly(tx, END_LOCK_WAIT_MS)
      return queries.endMove(tx)
    })
  } catch (error) {
    // A node that waited in vain ends its connection, and Citus says that it is gone.
    if (isRetryable(error) || isDatabaseUnreachable(error)) return false
    throw error
  }
}

type Page = { last: string | undefined; moved: number; left: number }

async function movePage(tx: Tx, after: string): Promise<Page> {
  await queries.waitBriefly(tx, LOCK_WAIT_MS)
  const events = await queries.listUnmovedEvents(tx, after, EVENTS_AT_ONCE)
  const whole = events.flatMap(({ payload, ...event }) =>
    payload === null ? [] : [{ ...event, payload }],
  )
  const keys = whole.flatMap((event) => {
    const key = keyOf(event)
    return key === null ? [] : [{ customerId: event.customerId, id: event.id, key }]
  })
  const held = await queries.listHeldKeys(tx, keys)
  const moved = await queries.updateMovedEvents(
    tx,
    whole.map((event) => movedEvent(event, held.has(event.id))),
  )
  return { last: events.at(-1)?.id, moved, left: events.length - moved }
}
