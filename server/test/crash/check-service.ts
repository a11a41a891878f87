import type pg from 'pg'
import type { UncostedUsage, UsageEventList } from '../../src/features/events/schemas.ts'
import type { Client } from './client.ts'
import { within } from './within.ts'

const JOB_LIMIT_MS = 120_000
const NOTICE_LIMIT_MS = 60_000
const SINCE = '2025-12-01'

/** Compares the API's answers with the database. */
export async function checkApi(client: Client, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ events: number; uncosted: number; latest: string[] }>(
    `select (select count(*)::int from usage_events) as events,
            (select count(distinct event_id)::int from uncosted_services) as uncosted,
            array(select id::text from usage_events order by usage_date desc, id desc limit 100)
              as latest`,
  )
  const [stored] = rows
  const events = await client.get<UsageEventList>('/v1/events?limit=100')
  const path = `/v1/events/needs-cost-backfill?startDate=${SINCE}`
  const backfill = await client.get<UncostedUsage>(path)
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

/** Checks that change notifications of other processes arrive after every recovery. */
export async function checkNotices(client: Client, pool: pg.Pool): Promise<string[]> {
  const model = `mapped elsewhere ${client.ledger.stage}`.toLowerCase()
  const { rowCount } = await pool.query(
    `insert into cost_model_mappings (id, organization_id, source_provider, source_model,
       catalog_entry_id, created_at, updated_at)
     select gen_random_uuid(), o.id, 'in-house', $1, c.id, now(), now()
       from organizations o cross join catalog_entries c
      where c.provider = 'openai' and c.canonical_name = 'gpt-4o'`,
    [model],
  )
  if (rowCount !== 1) throw new Error('The catalog has no openai/gpt-4o')
  await pool.query(`select pg_notify('piecework_cache', 'catalog')`)
  const isKnown = await within(NOTICE_LIMIT_MS, async () => {
    return (await client.knowsCost({ model, modelProvider: 'in-house' })) || undefined
  })
  return isKnown ? [] : ['the service does not notice what another process changes']
}

/** Checks that background jobs run after every recovery. */
export async function checkJobs(pool: pg.Pool, role: string): Promise<string[]> {
  if (role === 'api') return []
  await pool.query(`select graphile_worker.add_job('usage.recost', job_key := 'crash test')`)
  const isDone = await within(JOB_LIMIT_MS, async () => {
    const { rowCount } = await pool.query(
      `select 1 from graphile_worker.jobs where key = 'crash test'`,
    )
    return rowCount ? undefined : true
  })
  return isDone ? [] : [`a background job was not done within ${JOB_LIMIT_MS} ms`]
}
