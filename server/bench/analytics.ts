import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { createWork, DAYS, largestCustomer, type Shape } from './analytics-data.ts'
import { compareAnalytics } from './analytics-on-citus.ts'
import { questionsOf } from './analytics-questions.ts'
import { closeWork } from './close-work.ts'
import { FILLING } from './filling.ts'
import { invoiceEverybody } from './invoice-everybody.ts'
import { keepEarnings } from './keep-earnings.ts'
import { memoryPeak } from './memory-peak.ts'
import { createTieredWork } from './neighbours-data.ts'
import { postgresTime, processorTime } from './processor-time.ts'
import { isComparison } from './sites.ts'
import { startServer } from './start-server.ts'

/**
 * Measures analytics over very many events, for the whole organization and for one customer.
 * Compares each answer with a GROUP BY over the events. Dense: few customers with many events.
 * Sparse: very many customers with few events. Tiered: few customers with graduated prices. Invoiced: very many
 * customers, each with a finalized invoice.
 */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000)
const SHAPES: Readonly<Record<string, Shape>> = {
  dense: { events: EVENTS, customers: Number(process.env.BENCH_DENSE_CUSTOMERS ?? 1_000) },
  sparse: { events: EVENTS, customers: Number(process.env.BENCH_SPARSE_CUSTOMERS ?? 100_000) },
  // Their revenue depends on the usage of the period up to each day.
  tiered: { events: 60_000, customers: 500, isTiered: true },
  // Nearly every one of very many subscriptions is invoiced.
  invoiced: {
    events: Number(process.env.BENCH_INVOICED_EVENTS ?? 1_000_000),
    customers: Number(process.env.BENCH_SPARSE_CUSTOMERS ?? 100_000),
    isOfPlans: true,
  },
}
const WANTED = process.env.BENCH_SHAPE?.split(',') ?? Object.keys(SHAPES)
const WINDOWS = (process.env.BENCH_DAYS?.split(',') ?? [30, DAYS]).map(Number)
const TIMES = Number(process.env.BENCH_TIMES ?? 10)
/** The first answers include JIT compilation; the very first is reported separately. */
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 5)
/** Folder that keeps databases between runs: filling ten million events takes 15 minutes. */
const KEPT_IN = process.env.BENCH_KEPT_IN
/** Name of a file that marks a completely filled database. */
const FILLED = 'filled'
/** Pattern of the rows to measure. */
const ONLY = process.env.BENCH_ONLY ? new RegExp(process.env.BENCH_ONLY) : undefined
/** PostgreSQL reports its statistics about a second later. */
const STATISTICS_MS = 1_500
const DAY_MS = 86_400_000
const GIVEN_UP = { 'given up': 503 }

if (isComparison) await compareAnalytics()
else {
  for (const name of WANTED) {
    const shape = SHAPES[name]
    if (shape) await measureShape(name, shape)
  }
}

async function measureShape(name: string, shape: Shape): Promise<void> {
  const dataDir = await dataDirOf(name, shape)
  cleanUpOnExit({ dataDir }, ...(KEPT_IN ? [] : [{ folder: dataDir }]))
  if (!(await isFilled(dataDir))) await fill(dataDir, shape)
  if (TIMES === 0) return
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  const { rows } = await pool.query('select id from organizations')
  const organizationId: string = rows[0].id
  await closeWork(postgres.url)
  const kept = await keepEarnings(postgres.url, organizationId)
  if (kept.customers > 0) console.log('kept earnings', JSON.stringify(kept))
  await pool.query('vacuum analyze')
  const { url, apiKey, stop, pid, loopHeld } = await startServer(postgres.url)
  try {
    const largest = await largestCustomer(pool)
    const measured: Record<string, Record<string, number>> = {}
    for (const days of WINDOWS) {
      for (const customerId of [undefined, largest]) {
        for (const { label, path, column } of await questionsOf(pool, { days, customerId })) {
          if (ONLY && !ONLY.test(label)) continue
          const grouped =
            column && (await groupEvents({ organizationId, customerId, days, column }))
          const figures = await measure(`${url}${path}`, apiKey)
          const ratio =
            grouped && 'p50 ms' in figures
              ? { 'GROUP BY ms': grouped, ratio: grouped / figures['p50 ms'] }
              : {}
          measured[label] = { ...figures, ...rounded(ratio) }
          console.log(label, JSON.stringify(measured[label]))
        }
      }
    }
    console.log(`${name}: ${shape.events} events, ${shape.customers} customers`)
    console.table(measured)
    const peak = await memoryPeak(pid)
    console.log(JSON.stringify({ name, shape, measured, kept, 'MiB at most': peak }))
  } finally {
    await stop('SIGTERM')
    await pool.end()
    await postgres.stop()
    if (!KEPT_IN) await rm(dataDir, { recursive: true, force: true })
  }

  async function measure(url: string, apiKey: string): Promise<Record<string, number>> {
    const ask = async () => {
      const startedAt = performance.now()
      const answer = await fetch(url, { headers: { 'x-api-key': apiKey } })
      const text = await answer.text()
      // An answer that is aborted after its time limit is a result too.
      if (answer.status === 503) return undefined
      if (answer.status !== 200) throw new Error(`${url}: ${text}`)
      return performance.now() - startedAt
    }
    const first = await ask()
    if (first === undefined) return GIVEN_UP
    for (let n = 1; n < WARM_UP; n += 1) await ask()
    await loopHeld()
    const before = await rowsRead()
    const [node, postgres] = [await processorTime(pid), await postgresTime(pool)]
    const times: number[] = []
    for (let n = 0; n < TIMES; n += 1) times.push((await ask()) ?? Infinity)
    const held = await loopHeld()
    const took = {
      'node ms': tenth(((await processorTime(pid)) - node) / TIMES),
      'postgres ms': tenth(((await postgresTime(pool)) - postgres) / TIMES),
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
    const rows = ((await rowsRead()) - before) / TIMES
    const figures = {
      'first ms': tenth(first),
      'p50 ms': tenth(at(0.5)),
      'p95 ms': tenth(at(0.95)),
      'loop ms': tenth(held),
    }
    return { ...figures, ...took, 'rows read': Math.round(rows), load: tenth(loadavg()[0] ?? 0) }
  }

  async function rowsRead(): Promise<number> {
    await pause(STATISTICS_MS)
    const { rows } = await pool.query(
      'select sum(seq_tup_read + idx_tup_fetch)::bigint as count from pg_stat_user_tables',
    )
    return Number(rows[0].count)
  }

  async function groupEvents(asked: {
    organizationId: string
    customerId: string | undefined
    days: number
    column: string
  }): Promise<number> {
    const { organizationId, customerId, days, column } = asked
    const startedAt = performance.now()
    await pool.query(
      `select (usage_date at time zone 'UTC')::date, ${column}, count(*), sum(quantity),
         sum(usage_cost)
       from usage_events where organization_id = $1 and usage_date >= now() - $2 * interval '1 day'
         and ($3::uuid is null or customer_id = $3) group by 1, 2`,
      [organizationId, days, customerId ?? null],
    )
    return performance.now() - startedAt
  }
}

/** Fills a database again that was not filled completely. */
async function fill(dataDir: string, shape: Shape): Promise<void> {
  await rm(dataDir, { recursive: true })
  const log = createLog('error')
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: FILLING })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  // A closing connection may still receive the server's shutdown message.
  pool.on('error', () => undefined)
  try {
    const { stop } = await startServer(postgres.url)
    await stop('SIGTERM')
    const { rows } = await pool.query('select id from organizations')
    const organizationId: string = rows[0].id
    if (shape.isTiered) await createTieredWork(pool, organizationId, tieredShape(shape))
    else await createWork(pool, organizationId, shape)
    if (shape.isOfPlans) await invoiceEverybody({ url: postgres.url, pool }, organizationId)
    await closeWork(postgres.url)
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
    await postgres.stop()
  }
  await writeFile(join(dataDir, FILLED), '')
}

function tieredShape({ customers: subscriptions, events }: Shape) {
  const firstDay = new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10)
  return { subscriptions, events, firstDay }
}

async function isFilled(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, FILLED)).catch(() => undefined)) !== undefined
}

async function dataDirOf(name: string, { events, customers }: Shape): Promise<string> {
  if (!KEPT_IN) return mkdtemp(join(tmpdir(), 'piecework-bench-'))
  const dataDir = join(KEPT_IN, `${name}-${events}-${customers}`)
  await mkdir(dataDir, { recursive: true })
  return dataDir
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

function rounded(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, tenth(value)]))
}
