import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parseConfig } from '../src/config.ts'
import { createDependencies } from '../src/dependencies.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { continueRuns } from '../src/features/repricing/work.ts'
import { rebuildRollups } from '../src/features/usage/rebuild-rollups.ts'
import { newId } from '../src/platform/id.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { copyEvents, isConsistent } from './repricing-data.ts'
import { startServer } from './start-server.ts'
import { startSteadyLoad } from './steady-load.ts'

/** Measures a run over very many events, in a process of its own, while records arrive. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 100_000)
const PER_SECOND = Number(process.env.BENCH_RATE ?? 20)
const BEFORE_SECONDS = 10
const LOOP_RESOLUTION_MS = 2

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
try {
  await measureRepricing(postgres.url)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureRepricing(databaseUrl: string): Promise<void> {
  const { url, apiKey, stop, loopHeld } = await startServer(databaseUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const worker = await createWorker(databaseUrl)
  try {
    const organizationId = await copyEvents(pool, { url, apiKey, events: EVENTS })
    await rebuildRollups(worker.db, { organizationId, customerId: undefined }, new Date())
    await pool.query('vacuum analyze')
    await pool.query(
      `insert into cost_rates (id, organization_id, provider, percent_off, actor_kind, actor_id, created_at)
       values ($1, $2, 'openai', 20, 'user', 'bench', now())`,
      [newId(), organizationId],
    )
    const scope = { from: '2020-01-01', to: '2100-01-01' }
    const previewed = await timed(() => send('/preview', scope))
    const alone = startSteadyLoad({ url, apiKey, perSecond: PER_SECOND })
    await sleep(BEFORE_SECONDS * 1_000)
    const before = await alone.stop()
    await loopHeld()
    const run = await send('', scope)
    const beside = startSteadyLoad({ url, apiKey, perSecond: PER_SECOND })
    const workerLoop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
    workerLoop.enable()
    const done = await timed(() => continueRuns(worker))
    workerLoop.disable()
    const during = await beside.stop()
    const again = await send('', scope)
    const repeated = await timed(() => continueRuns(worker))
    const reversal = await send(`/${run.id}/reverse`, {})
    const reversed = await timed(() => continueRuns(worker))
    console.table({ 'before the run': before.costed, 'beside it': during.costed })
    console.log({
      previewSeconds: previewed.seconds,
      previewed: previewed.answer.changedEventCount ?? previewed.answer.message,
      ...(await figures('run', run.id, done.seconds)),
      ...(await figures('again', again.id, repeated.seconds)),
      ...(await figures('reversal', reversal.id, reversed.seconds)),
      workerLoopHeld: Math.round(workerLoop.max / 1e6 - LOOP_RESOLUTION_MS),
      refused: before.refused + during.refused,
      isConsistent: await isConsistent(pool),
      load: loadavg()[0],
    })
  } finally {
    await worker.close()
    await pool.end()
    await stop('SIGTERM')
  }

  async function send(path: string, body?: object) {
    const answer = await fetch(`${url}/v1/repricing-runs${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return answer.json() as Promise<Record<string, string>>
  }

  async function figures(name: string, id: string | undefined, seconds: number) {
    const { state, eventCount, changedEventCount } = await send(`/${id}`)
    const perSecond = Math.round(Number(eventCount) / seconds)
    return { [name]: { state, eventCount, changedEventCount, seconds, perSecond } }
  }
}

async function createWorker(url: string) {
  const parsed = parseConfig({ LOG_LEVEL: 'warn', PIECEWORK_SECRET: 'x'.repeat(32) })
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const log = createLog('warn')
  return createDependencies({ config: parsed.config, url, log, now: () => new Date() })
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const startedAt = performance.now()
  const answer = await work()
  return { answer, seconds: Math.round(performance.now() - startedAt) / 1_000 }
}
