import type { Pool } from 'pg'
import { runBilling } from '../src/clock-round/run-billing.ts'
import { parseConfig } from '../src/config.ts'
import { createDependencies } from '../src/dependencies.ts'
import { createLog } from '../src/platform/log.ts'

const DAY_MS = 86_400_000
/** Time that drafts wait for late usage before they are finalized. */
const GRACE_DAYS = 3

/**
 * Invoices the last complete period of every subscription. Uses the job that creates and issues all
 * invoices, so that the books agree.
 */
export async function invoiceEverybody(
  { url, pool }: { url: string; pool: Pool },
  organizationId: string,
): Promise<void> {
  const now = new Date()
  const drafted = new Date(now.getTime() - GRACE_DAYS * DAY_MS)
  await makeLastPeriodDue(pool, drafted)
  const parsed = parseConfig({ LOG_LEVEL: 'error', PORT: '0', PIECEWORK_SECRET: 'x'.repeat(32) })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const log = createLog('error')
  const dependencies = await createDependencies({ config: parsed.config, url, log, now: () => now })
  try {
    await runBilling(dependencies, { now: drafted, only: organizationId })
    await runBilling(dependencies, { now, only: organizationId })
  } finally {
    await dependencies.close()
  }
}

/**
 * Earlier periods are invoiced on request only. Subscriptions begin on days that every month has.
 */
async function makeLastPeriodDue(pool: Pool, at: Date): Promise<void> {
  await pool.query(
    `update subscriptions set
       invoiced_from = last.start::timestamp at time zone last.timezone,
       next_period_end = (last.start + interval '1 month') at time zone last.timezone
     from (
       select begun.id, begun.timezone, (begun.start_date + make_interval(months => months - 1))::date as start
       from (
         select subscriptions.id, customers.timezone, subscriptions.start_date,
           (extract(year from age(day, subscriptions.start_date)) * 12
             + extract(month from age(day, subscriptions.start_date)))::int as months
         from subscriptions join customers on customers.id = customer_id,
           lateral (select ($1::timestamptz at time zone customers.timezone)::date as day) local
       ) begun
     ) last where last.id = subscriptions.id`,
    [at],
  )
}
