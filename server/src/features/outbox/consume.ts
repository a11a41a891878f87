import pLimit from 'p-limit'
import { whenVisible } from '../../platform/database/when-visible.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Consumer, Handlers } from './consumers.ts'
import type { OutboxEvent } from './event.ts'
import { type Claimed, claimTasks, deferTask, deleteTasks, listDueConsumers } from './queries.ts'

export type ConsumeDeps = { db: Db; log: Log; now: () => Date }

/**
 * How long a task stays with a process that has died. One that takes longer is done by two at once,
 * which costs nothing but work: whatever consumers do, they may do twice.
 */
export const LEASE_MS = 60_000
/** Few enough for the lease, and enough that claiming them costs little. */
const BATCH = 16
/** For each consumer: together they leave connections of the pool to the requests. */
const AT_ONCE = 2
const MINUTE_MS = 60_000
const LONGEST_WAIT_MINUTES = 60

type Scope = { consumer: Consumer; organizationId?: string | undefined; now: Date }

/**
 * Does what is due for a consumer at `now`, several tasks at a time, until nothing is left or the
 * signal aborts. Safe on several machines at once. Returns how many tasks were done.
 */
export async function consume(
  deps: ConsumeDeps,
  handlers: Handlers,
  scope: Scope,
  signal?: AbortSignal,
): Promise<number> {
  const { consumer } = scope
  let done = 0
  while (!signal?.aborted) {
    const leaseEnd = new Date(Math.max(deps.now().getTime(), scope.now.getTime()) + LEASE_MS)
    const tasks = await claimTasks(deps.db, scope, { leaseEnd, now: scope.now, limit: BATCH })
    if (tasks.length === 0) return done
    const limit = pLimit(AT_ONCE)
    const isVisible = whenVisible(deps.db, 'invoices')
    const handle: Handle = async (event) => {
      await isVisible(event.customerId)
      await handlers[consumer](event)
    }
    const ended = await Promise.all(
      tasks.map((task) => limit(() => attempt(deps, handle, task, scope.now))),
    )
    const eventIds = tasks.flatMap(({ eventId }, n) => (ended[n] ? [eventId] : []))
    await deleteTasks(deps.db, { consumer, eventIds })
    done += eventIds.length
  }
  return done
}

/**
 * Does everything that is due for all consumers, and what comes of that. Where there is nothing, that
 * is one question.
 */
export async function consumeAll(
  deps: ConsumeDeps,
  handlers: Handlers,
  scope: Omit<Scope, 'consumer'>,
): Promise<void> {
  let done: number
  do {
    done = 0
    for (const consumer of await listDueConsumers(deps.db, scope)) {
      done += await consume(deps, handlers, { ...scope, consumer })
    }
  } while (done > 0)
}

type Handle = (event: OutboxEvent) => Promise<void>

/** Whether it came to a good end. What fails is tried again later, and keeps no other object waiting. */
async function attempt(
  { db, log }: ConsumeDeps,
  handle: Handle,
  task: Claimed,
  now: Date,
): Promise<boolean> {
  const { consumer, attempts, ...event } = task
  try {
    await handle(event)
    return true
  } catch (error) {
    const { eventId, type, organizationId } = event
    const about = { consumer, eventId, type, organizationId, attempts }
    log.error({ err: error, ...about }, 'what follows from an event is not done yet')
    await deferTask(db, task, nextAttemptAfter(attempts, now))
    return false
  }
}

/** After a minute, then twice as long each time. It is never given up: somebody is owed it. */
function nextAttemptAfter(attempts: number, now: Date): Date {
  const minutes = Math.min(2 ** (attempts - 1), LONGEST_WAIT_MINUTES)
  return new Date(now.getTime() + minutes * MINUTE_MS)
}
