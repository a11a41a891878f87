import type { CronItem, TaskList } from 'graphile-worker'
import type { Deps } from './app.ts'
import { runAllBilling } from './features/billing/run-billing.ts'
import { syncCatalog } from './features/catalog/sync/sync.ts'
import { deliverEmails } from './features/emails/deliver.ts'
import { DELIVER_JOB } from './features/emails/queue.ts'
import { pruneIdempotentRequests } from './features/idempotent-requests/service.ts'
import { retryPending } from './features/payments/retry.ts'
import { recostKnown } from './features/usage/recost-known.ts'

/** Every background job: its name and what it does. Each may run twice and on two machines. */
export function jobHandlers(deps: Deps): TaskList {
  const { db, log, catalog, config, usage, now } = deps
  return {
    'usage.recost': async () => {
      await catalog.refresh()
      await recostKnown({ db, log, findEntry: usage.findEntry }, now())
    },
    // With an id, that message; on schedule, whatever is due.
    [DELIVER_JOB]: async (payload) => deliverEmails(deps, now(), emailIdOf(payload)),
    'idempotent-requests.prune': async () => pruneIdempotentRequests(db, now()),
    'catalog.sync': async () => {
      await syncCatalog({ db, log }, config, now())
    },
    'billing.run': async () => runAllBilling(deps),
    'payments.retry': async () => retryPending(deps, now()),
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
    at('* * * * *', 'billing.run'),
    at('* * * * *', 'payments.retry'),
    at('* * * * *', DELIVER_JOB),
    at('37 * * * *', 'idempotent-requests.prune'),
    ...(config.catalogSync ? [at('23 4 * * *', 'catalog.sync')] : []),
  ]
}

function emailIdOf(payload: unknown): string | undefined {
  const isObject = typeof payload === 'object' && payload !== null
  return isObject && 'id' in payload && typeof payload.id === 'string' ? payload.id : undefined
}
