import pLimit from 'p-limit'
import { cut } from '../../platform/batching/cut.ts'
import { askOf } from '../../platform/database/ask.ts'
import { groupByShard, listShardStarts } from '../../platform/database/cluster/shards.ts'
import { whenVisible } from '../../platform/database/cluster/when-visible.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Consumer, Handler, Handlers } from './consumers.ts'
import { type Claimed, claimTasks, deferTask, deleteTasks, listDueConsumers } from './queries.ts'

export type ConsumeDeps = { db: Db; log: Log; now: () => Date }

/**
 * How long a task stays with a process that has died. One that takes longer is done by two at once,
 * which costs nothing but work: whatever consumers do, they may do twice.
 */
export const LEASE_MS = 60_000
/** Calls of a handler: few enough for the lease, and enough that claiming what they take costs little. */
const CALLS = 16
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
  const handler = handlers[consumer]
  const limit = CALLS * handler.together
  let done = 0
  while (!signal?.aborted) {
    const leaseEnd = new Date(Math.max(deps.now().getTime(), scope.now.getTime()) + LEASE_MS)
    const tasks = await claimTasks(deps.db, scope, { leaseEnd, now: scope.now, limit })
    if (tasks.length === 0) return done
    const eventIds = await handleTasks(deps, handler, tasks, scope.now)
    await deleteTasks(deps.db, { consumer, eventIds })
    done += eventIds.length
  }
  return done
}

/** Returns the ids of the events that it has dealt with. */
async function handleTasks(
  deps: ConsumeDeps,
  { together, handle }: Handler,
  tasks: readonly Claimed[],
  now: Date,
): Promise<string[]> {
  const isVisible = whenVisible(deps.db, 'invoices')
  const handleVisible: Handle = async (events) => {
    await Promise.all(events.map(({ customerId }) => isVisible(customerId)))
    await handle(events)
  }
  const starts = together > 1 ? await listShardStarts(askOf(deps.db)) : []
  const groups = groupByShard(tasks, ({ customerId }) => customerId, starts)
  const handfuls = groups.flatMap((group) => cut(group, together))
  const limit = pLimit(AT_ONCE)
  const ended = await Promise.all(
    handfuls.map((handful) => limit(() => attempt(deps, handleVisible, handful, now))),
  )
  return ended.flat()
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

type Handle = Handler['handle']

/** Where one of several fails, each is tried alone: it keeps no other object waiting. */
async function attempt(
  deps: ConsumeDeps,
  handle: Handle,
  tasks: readonly Claimed[],
  now: Date,
): Promise<string[]> {
  try {
    await handle(tasks.map(({ consumer: _consumer, attempts: _attempts, ...event }) => event))
    return tasks.map(({ eventId }) => eventId)
  } catch (error) {
    const [first, ...others] = tasks
    if (others.length > 0) {
      const ended: string[] = []
      for (const task of tasks) ended.push(...(await attempt(deps, handle, [task], now)))
      return ended
    }
    if (first) await putOff(deps, first, error, now)
    return []
  }
}

/** What fails is tried again later. */
async function putOff({ db, log }: ConsumeDeps, task: Claimed, error: unknown, now: Date) {
  const { consumer, attempts, eventId, type, organizationId } = task
  const about = { consumer, eventId, type, organizationId, attempts }
  log.error({ err: error, ...about }, 'a consumer of an event failed; it will be retried')
  await deferTask(db, task, nextAttemptAfter(attempts, now))
}

/** After a minute, then twice as long each time. It is never given up: somebody is owed it. */
function nextAttemptAfter(attempts: number, now: Date): Date {
  const minutes = Math.min(2 ** (attempts - 1), LONGEST_WAIT_MINUTES)
  return new Date(now.getTime() + minutes * MINUTE_MS)
}
