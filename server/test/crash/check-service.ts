import type pg from 'pg'
import type { BackfillAnswer, EventListAnswer } from '../../src/features/events/schemas.ts'
import type { Client } from './client.ts'
import { within } from './within.ts'

const JOB_LIMIT_MS = 30_000
const SINCE = '2025-12-01'

/** The API must tell the same as the database. */
export async function checkApi(client: Client, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ events: number; uncosted: number; latest: string[] }>(
    `select (select count(*)::int from usage_events) as events,
            (select count(distinct event_id)::int from uncosted_services) as uncosted,
            array(select id::text from usage_events order by usage_date desc, id desc limit 100)
              as latest`,
  )
  const [stored] = rows
  const events = await client.get<EventListAnswer>('/v1/events?limit=100')
  const path = `/v1/events/needs-cost-backfill?startDate=${SINCE}`
  const backfill = await client.get<BackfillAnswer>(path)
  const problems: string[] = []
  if (events.totalResults !== stored?.events) {
    problems.push(`/v1/events counts ${events.totalResults} events, not ${stored?.events}`)
  }
  if (events.results.map(({ id }) => id).join() !== stored?.latest.join()) {
    problems.push('/v1/events does not list the latest events')
  }
  if (backfill.totalEvents !== stored?.uncosted) {
    problems.push(`${path} counts ${backfill.totalEvents} events, not ${stored?.uncosted}`)
  }
  return problems
}

/** Background jobs and notices of change must go on after every recovery. */
export async function checkBackground(pool: pg.Pool, role: string): Promise<string[]> {
  const problems: string[] = []
  const isListening = await within(JOB_LIMIT_MS, async () => {
    const { rowCount } = await pool.query(
      `select 1 from pg_stat_activity where query = 'listen piecework_cache'`,
    )
    return rowCount ? true : undefined
  })
  if (!isListening) problems.push('the service no longer listens for changes')
  if (role === 'api') return problems
  await pool.query(`select graphile_worker.add_job('usage.recost', job_key := 'crash test')`)
  const isDone = await within(JOB_LIMIT_MS, async () => {
    const { rowCount } = await pool.query(
      `select 1 from graphile_worker.jobs where key = 'crash test'`,
    )
    return rowCount ? undefined : true
  })
  if (!isDone) problems.push(`a background job was not done within ${JOB_LIMIT_MS} ms`)
  return problems
}
