import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startCluster } from '../test/citus/cluster.ts'
import { createPlain, introduceNodes } from '../test/citus/nodes.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { firstOf, withDatabase } from '../test/support/servers.ts'
import { createWork } from './analytics-data.ts'
import { closeWork } from './close-work.ts'
import { startServer } from './start-server.ts'
import { startSteadyLoad } from './steady-load.ts'

/** Measures moving a filled database to a cluster, and its effect on concurrent recording. */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 2_000_000)
const CUSTOMERS = Number(process.env.BENCH_DENSE_CUSTOMERS ?? 1_000)
const PER_SECOND = Number(process.env.BENCH_RATE ?? 20)
const BEFORE_SECONDS = 10
const NAME = 'moved'

const { CITUS_PROGRAMS } = process.env
if (!CITUS_PROGRAMS) {
  throw new Error('Set CITUS_PROGRAMS to the programs of a PostgreSQL with Citus (CONTRIBUTING.md)')
}
const { nodes, stop: stopNodes } = await startCluster(CITUS_PROGRAMS, { isDurable: true })
const servers = { urls: nodes.map(({ url }) => url), empty: 'template0', settings: {} }
await createPlain(servers, NAME)
const databaseUrl = withDatabase(firstOf(servers.urls), NAME)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
try {
  const { url, apiKey, stop } = await startServer(databaseUrl)
  const { rows } = await pool.query('select id from organizations')
  await createWork(pool, rows[0].id, { events: EVENTS, customers: CUSTOMERS })
  await closeWork(databaseUrl)
  await introduceNodes(servers, NAME)
  const alone = startSteadyLoad({ url, apiKey, perSecond: PER_SECOND })
  await sleep(BEFORE_SECONDS * 1_000)
  const before = await alone.stop()
  const beside = startSteadyLoad({ url, apiKey, perSecond: PER_SECOND })
  const startedAt = performance.now()
  await scaleOut()
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const during = await beside.stop()
  const after = startSteadyLoad({ url, apiKey, perSecond: PER_SECOND })
  await sleep(BEFORE_SECONDS * 1_000)
  const afterwards = await after.stop()
  await stop('SIGTERM')
  const phases = { before, during, after: afterwards }
  const stored = await pool.query('select count(*)::int as count from usage_events')
  const acknowledged = Object.values(phases).reduce((sum, phase) => sum + phase.acknowledged, 0)
  console.table({
    'before the move': before.costed,
    during: during.costed,
    after: afterwards.costed,
  })
  const [load] = loadavg()
  console.log(JSON.stringify({ seconds, load, phases, stored: stored.rows[0].count, acknowledged }))
  if (stored.rows[0].count !== EVENTS + acknowledged) {
    throw new Error(`${EVENTS} and ${acknowledged} events were stored; there are others`)
  }
} finally {
  await pool.end()
  await stopNodes()
}

/** Runs the command as an operator does. */
async function scaleOut(): Promise<void> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/cli.ts'), 'scale-out'], {
    env: { PATH, HOME, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) console.log(line)
  const [code] = await ended
  if (code !== 0) throw new Error(`scale-out ended with ${code}`)
}
