import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createApiKey } from '../src/features/auth/api-keys.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { closeWork } from './close-work.ts'
import { keepEarnings } from './keep-earnings.ts'
import { memoryPeak } from './memory-peak.ts'
import { createTieredWork } from './neighbours-data.ts'
import { callersOf, type Figures, startProbe, startRecording } from './neighbours-load.ts'
import { startServer } from './start-server.ts'

/** Measures how one organization's reports affect another one in the same process. */
const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 500)
const EVENTS = Number(process.env.BENCH_EVENTS ?? 60_000)
const CALLERS = Number(process.env.BENCH_CALLERS ?? 20)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const RATE = Number(process.env.BENCH_RATE ?? 100)
const MONTHS = 11
/** Pattern of the loads to measure. */
const ONLY = process.env.BENCH_ONLY ? new RegExp(process.env.BENCH_ONLY) : undefined

const now = new Date()
const dateOf = (time: Date) => time.toISOString().slice(0, 10)
const firstDay = dateOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1)))
const WINDOW = `startDate=${firstDay}&endDate=${dateOf(now)}`
const REPORTS: Readonly<Record<string, string>> = {
  revenue: `/v1/analytics/revenue?${WINDOW}&groupBy=daily`,
  overview: `/v1/analytics/overview?${WINDOW}&groupBy=daily`,
  profitability: `/v1/analytics/profitability?${WINDOW}`,
  reconciliation: `/v1/analytics/reconciliation?${WINDOW}`,
}

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
try {
  await measureNeighbours(postgres.url)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureNeighbours(databaseUrl: string): Promise<void> {
  const server = await startServer(databaseUrl)
  try {
    const { url, apiKey } = server
    await fill(databaseUrl)
    const neighbourKey = await addNeighbour(databaseUrl)
    const measured: Record<string, Figures> = {}
    const measure = async (name: string, path?: string) => {
      const reports = path ? callersOf({ url: `${url}${path}`, apiKey, count: CALLERS }) : undefined
      const recording = startRecording({ url, apiKey: neighbourKey, perSecond: RATE })
      const probe = startProbe(`${url}/healthz`)
      await sleep(SECONDS * 1_000)
      const [ofReports, ofRecording, ofProbe] = await Promise.all([
        reports?.stop(),
        recording.stop(),
        probe.stop(),
      ])
      measured[name] = {
        ...ofRecording,
        ...ofProbe,
        reports: ofReports ?? '',
        'MiB at most': await memoryPeak(server.pid),
        load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
      }
      console.log(name, JSON.stringify(measured[name]))
    }
    await measure('warming up')
    delete measured['warming up']
    await measure('alone')
    for (const [name, path] of Object.entries(REPORTS)) {
      if (ONLY && !ONLY.test(name)) continue
      await measureOne(name, `${url}${path}`, apiKey)
      await measure(`beside ${CALLERS} ${name}`, path)
    }
    console.log(`${SUBSCRIPTIONS} subscriptions, ${EVENTS} events since ${firstDay}`)
    console.table(measured)
    console.log(JSON.stringify(measured))
  } finally {
    await server.stop('SIGTERM')
  }
}

/** Measures one report alone, and how long it blocked the process from answering anything else. */
async function measureOne(name: string, url: string, apiKey: string): Promise<void> {
  for (const turn of ['first', 'second']) {
    const probe = startProbe(new URL('/healthz', url).href)
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { 'x-api-key': apiKey } })
    const { length } = await answer.text()
    const took = Math.round(performance.now() - startedAt)
    console.log(
      `${name}, ${turn}:`,
      JSON.stringify({ status: answer.status, ms: took, length, ...(await probe.stop()) }),
    )
  }
}

async function fill(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  try {
    const { rows } = await pool.query('select id from organizations')
    const shape = { subscriptions: SUBSCRIPTIONS, events: EVENTS, firstDay }
    await createTieredWork(pool, rows[0].id, shape)
    await closeWork(databaseUrl)
    await keepEarnings(databaseUrl, rows[0].id)
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

/** Creates another organization and returns its key. */
async function addNeighbour(databaseUrl: string): Promise<string> {
  const { db, close } = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    onIdleError: () => undefined,
  })
  try {
    const organizationId = await createOrganization(db, 'Neighbour', new Date())
    const newKey = { organizationId, type: 'secret', environment: 'test', name: 'bench' } as const
    return (await createApiKey(db, newKey, new Date())).key
  } finally {
    await close()
  }
}
