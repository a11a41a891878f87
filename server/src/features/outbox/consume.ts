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
 * How long a task stays claimed by a process that has died. A task that takes longer runs twice
 * concurrently, which is harmless because consumers are idempotent.
 */
export const LEASE_MS = 60_000
/** Handler calls for each claim: few enough for the lease, and enough to make the claim cheap. */
const CALLS = 16
/** Limit for each consumer, which leaves database connections for requests. */
const CONCURRENCY = 2
const MINUTE_MS = 60_000
const LONGEST_WAIT_MINUTES = 60

type Scope = { consumer: Consumer; organizationId?: string | undefined; now: Date }

/**
 * Runs all tasks of a consumer that are due at `now`, several at a time, until none is left or the
 * signal aborts. Safe on several machines concurrently. Returns the number of completed tasks.
 */
export async function consume(
  deps: ConsumeDeps,
  handlers: Handlers,
  scope: Scope,
  signal?: AbortSignal,
): Promise<number> {
  const { consumer } = scope
  const handler = handlers[consumer]
  const limit = CALLS * handler.batchSize
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

/** Returns the ids of the events that were handled. */
async function handleTasks(
  deps: ConsumeDeps,
  { batchSize, handle }: Handler,
  tasks: readonly Claimed[],
  now: Date,
): Promise<string[]> {
  const isVisible = whenVisible(deps.db, 'invoices')
  const handleVisible: Handle = async (events) => {
    const customerIds = events.flatMap(({ customerId }) => customerId ?? [])
    await Promise.all(customerIds.map((customerId) => isVisible(customerId)))
    await handle(events)
  }
  const starts = batchSize > 1 ? await listShardStarts(askOf(deps.db)) : []
  const groups = groupByShard(tasks, ({ customerId, eventId }) => customerId ?? eventId, starts)
  const batches = groups.flatMap((group) => cut(group, batchSize))
  const limit = pLimit(CONCURRENCY)
  const ended = await Promise.all(
    batches.map((batch) => limit(() => attempt(deps, handleVisible, batch, now))),
  )
  return ended.flat()
}

/**
 * Runs everything that is due for all consumers, including tasks that this creates. Costs one query
 * when nothing is due.
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

/**
 * Handles tasks together. If that fails, handles each alone, so that one failure does not block
 * others.
 */
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
    if (first) await scheduleRetry(deps, first, error, now)
    return []
  }
}

/** Schedules a failed task for retry. */
async function scheduleRetry({ db, log }: ConsumeDeps, task: Claimed, error: unknown, now: Date) {
  const { consumer, attempts, eventId, type, organizationId } = task
  const about = { consumer, eventId, type, organizationId, attempts }
  log.error({ err: error, ...about }, 'a consumer of an event failed; it will be retried')
  await deferTask(db, task, nextAttemptAfter(attempts, now))
}

/**
 * Doubles the delay from one minute up to an hour. Tasks are retried indefinitely, because their
 * effect must happen.
 */
function nextAttemptAfter(attempts: number, now: Date): Date {
  const minutes = Math.min(2 ** (attempts - 1), LONGEST_WAIT_MINUTES)
  return new Date(now.getTime() + minutes * MINUTE_MS)
}
