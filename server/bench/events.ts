import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { cursorOf } from '../src/platform/http/list-cursor.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { createEvents, firstRecords } from './events-data.ts'
import { startServer } from './start-server.ts'

/** Measures reads among very many events: one by id, those of a run, and first pages. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000)
const TIMES = 100

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
try {
  const { url, apiKey, stop } = await startServer(postgres.url)
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  for (let records = firstRecords(); records.length > 0; ) {
    const body = JSON.stringify({ records: records.splice(0, 100) })
    const answer = await fetch(`${url}/v1/usage/record`, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(await answer.text())
  }
  await createEvents(pool, EVENTS)

  const { rows: found } = await pool.query(
    `select id, organization_id, customer_id, agent_id, signal_id, usage_date
     from usage_events tablesample bernoulli (1) order by random() limit ${TIMES}`,
  )
  const { rows: runs } = await pool.query(
    `select run_id from usage_events tablesample bernoulli (2) where run_id is not null
     order by random() limit ${TIMES}`,
  )
  const cursor = ({ id, usage_date }: { id: string; usage_date: Date }) =>
    cursorOf({ id, at: usage_date })
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const measured = {
    'its row in the database': await measureRow(found),
    'one by its id': await measure(found.map(({ id }) => `/${id}`)),
    'of a run': await measure(runs.map(({ run_id }) => `?runId=${run_id}`)),
    'first page': await measure(found.map(() => '')),
    'of a customer': await measure(found.map((e) => `?customerId=${e.customer_id}`)),
    'of an agent': await measure(found.map((e) => `?agentId=${e.agent_id}`)),
    'of a signal': await measure(found.map((e) => `?signalId=${e.signal_id}`)),
    'of a day': await measure(
      found.map((e) => `?startDate=${day(e.usage_date)}&endDate=${day(e.usage_date)}`),
    ),
    'page 1,000': await measure(found.map(() => '?page=1000&limit=100')),
    '100 after any event': await measure(found.map((e) => `?limit=100&after=${cursor(e)}`)),
    'the same of an agent': await measure(
      found.map((e) => `?limit=100&agentId=${e.agent_id}&after=${cursor(e)}`),
    ),
    'without a cost': await measure(found.map(() => '?eventProcessed=ERROR')),
  }
  await stop('SIGTERM')
  console.table(measured)
  console.log(JSON.stringify({ events: EVENTS, measured }))

  /** Measures the row alone, without HTTP and without its subscription. */
  async function measureRow(events: readonly { id: string; organization_id: string }[]) {
    const times: number[] = []
    const text = 'select * from usage_events where id = $1 and organization_id = $2'
    for (const { id, organization_id } of events) {
      const startedAt = performance.now()
      const { rowCount } = await pool.query({ name: 'row', text, values: [id, organization_id] })
      times.push(performance.now() - startedAt)
      if (rowCount !== 1) throw new Error(`event ${id} is not there`)
    }
    return percentilesOf(times)
  }

  async function measure(paths: readonly string[]) {
    const times: number[] = []
    for (const path of paths) {
      const startedAt = performance.now()
      const answer = await fetch(`${url}/v1/events${path}`, { headers })
      const { id, totalResults } = (await answer.json()) as { id?: string; totalResults?: number }
      times.push(performance.now() - startedAt)
      if (id === undefined && totalResults === undefined) throw new Error(`${path} answers nothing`)
    }
    return percentilesOf(times)
  }
} finally {
  await pool.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function percentilesOf(times: number[]) {
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'max ms': at(1) }
}
