import type { CronItem, TaskList } from 'graphile-worker'
import type { Deps } from './app.ts'
import { syncCatalog } from './features/catalog/sync/sync.ts'
import { pruneIdempotentRequests } from './features/idempotent-requests/service.ts'
import { followClock } from './features/subscriptions/follow-clock.ts'
import { recostKnown } from './features/usage/recost-known.ts'

/** Every background job: its name and what it does. Each may run twice and on two machines. */
export function jobHandlers(deps: Deps): TaskList {
  const { db, log, catalog, config, usage, clock, now } = deps
  return {
    'usage.recost': async () => {
      await catalog.refresh()
      await recostKnown({ db, log, findEntry: usage.findEntry }, now())
    },
    'idempotent-requests.prune': async () => pruneIdempotentRequests(db, now()),
    'catalog.sync': async () => {
      await syncCatalog({ db, log }, config, now())
    },
    'subscriptions.follow-clock': async () => {
      for (const scope of clock.scopes()) {
        await followClock(db, { now: now(), businessNow: scope.now }, scope)
      }
    },
  }
}

const ATTEMPTS = 3

/** When jobs run by themselves, in UTC. */
export function jobSchedule({ config }: Deps): CronItem[] {
  const at = (match: string, task: string): CronItem => ({
    task,
    match,
    // The same job is never queued twice.
    options: { maxAttempts: ATTEMPTS, jobKey: task },
  })
  return [
    at('7 * * * *', 'usage.recost'),
    at('* * * * *', 'subscriptions.follow-clock'),
    at('37 * * * *', 'idempotent-requests.prune'),
    ...(config.catalogSync ? [at('23 4 * * *', 'catalog.sync')] : []),
  ]
}
