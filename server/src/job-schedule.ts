import type { CronItem } from 'graphile-worker'
import type { Config } from './config.ts'

export const ATTEMPTS = 3

/** Returns the jobs that run on a schedule, in UTC. */
export function jobSchedule({ config }: { config: Pick<Config, 'catalogSync'> }): CronItem[] {
  const at = (match: string, task: string): CronItem => ({
    task,
    match,
    // The job key prevents a second entry of the same job in the queue.
    options: { maxAttempts: ATTEMPTS, jobKey: task },
  })
  return [
    at('7 * * * *', 'usage.recost'),
    at('* * * * *', 'cost-allocations.advance'),
    at('* * * * *', 'repricing.continue'),
    at('*/5 * * * *', 'usage.announce-unknown-models'),
    at('*/5 * * * *', 'usage.announce-prices'),
    at('17 * * * *', 'usage.close-sums'),
    at('* * * * *', 'usage.settle'),
    at('* * * * *', 'billing.run'),
    at('* * * * *', 'payments.retry'),
    at('* * * * *', 'test-clock.resume'),
    at('* * * * *', 'billing.collect'),
    at('37 * * * *', 'idempotent-requests.prune'),
    at('47 * * * *', 'outbox.prune'),
    at('* * * * *', 'webhooks.end-deliveries'),
    at('* * * * *', 'webhooks.tell-managers'),
    at('* * * * *', 'budget-alerts.sweep'),
    at('* * * * *', 'budget-alerts.mail'),
    at('* * * * *', 'auto-top-ups.sweep'),
    at('27 * * * *', 'traces.forget-spans'),
    at('57 * * * *', 'sessions.prune'),
    at('52 * * * *', 'portal-sessions.prune'),
    ...(config.catalogSync ? [at('23 4 * * *', 'catalog.sync')] : []),
  ]
}
