/**
 * Measures decisions about runs: holds of many customers at a fixed rate, open loop, while records are
 * stored, and holds of one customer as fast as they are decided. Then the processor time of a record of a
 * run without and with a hold, in alternation, and how long alerts take. BENCH_SECONDS and BENCH_TURNS set the
 * size, BENCH_ONLY measures the parts that match a pattern: decisions, records, alerts.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../src/platform/database.ts'
import { newId } from '../src/platform/id.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { measureAlertDelays } from './alert-delays.ts'
import { medianOf } from './in-turn.ts'
import { type Latency, latencyOf } from './latency.ts'
import { postgresTime, processorTime } from './processor-time.ts'
import { type BenchServer, startServer } from './start-server.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const TURNS = Number(process.env.BENCH_TURNS ?? 15)
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '')
const HOLDS_PER_SECOND = 500
const RECORDS_PER_SECOND = 500
const CUSTOMERS = 1_000
const AT_ONCE = 64
const RECORDS_IN_TURN = 5_000
const BATCH = 100

const work = { agentCode: 'support', signalName: 'ticket' }
const record = (customerExternalId: string, fields: object = {}) => ({
  ...work,
  customerExternalId,
  ...{ model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1_000, outputTokens: 500 },
  ...fields,
})

const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
const server = await startServer(postgres.url)
const { pool, close } = openDatabase({
  url: postgres.url,
  poolSize: 1,
  onIdleError: () => undefined,
})
try {
  if (ONLY.test('decisions') || ONLY.test('records')) await prepare(server)
  if (ONLY.test('decisions')) await measureDecisions(server)
  if (ONLY.test('records')) console.table(await compareRecords(server))
  if (ONLY.test('alerts')) {
    console.table(await measureAlertDelays({ url: postgres.url, dataDir, seconds: SECONDS }))
  }
} finally {
  await close()
  await server.stop('SIGTERM')
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureDecisions(of: BenchServer): Promise<void> {
  const constant = await openLoop(HOLDS_PER_SECOND, () => fetch(`${of.url}/healthz`))
  const records = startRecords(of)
  const holds = await openLoop(HOLDS_PER_SECOND, () => hold(of, customerOf(random())))
  await records.stop()
  console.table({
    'a route that reads a constant, 500/s': constant,
    'holds, 500/s over 1,000 customers, beside 500 records/s': holds,
  })
  console.table({ 'holds of one customer, 64 at once': await closedLoop(of) })
}

function random(): number {
  return Math.floor(Math.random() * CUSTOMERS)
}

function customerOf(n: number): string {
  return `customer-${n}`
}

/** Every customer has usage, an account and two budgets. */
async function prepare(of: BenchServer): Promise<void> {
  for (const period of ['day', 'month']) {
    const budget = { name: period, measure: 'cost', amount: 1_000_000, period, action: 'block' }
    await post(of, '/v1/budgets', budget)
  }
  for (let n = 0; n < CUSTOMERS; n += BATCH) {
    const customers = Array.from({ length: BATCH }, (_, at) => customerOf(n + at))
    await post(of, '/v1/usage/record', { records: customers.map((one) => record(one)) })
    await Promise.all(customers.map((one) => hold(of, one)))
  }
  // A running database has statistics, on which plans depend.
  await pool.query('analyze')
}

async function post(of: BenchServer, path: string, body: unknown): Promise<Response> {
  const answer = await fetch(`${of.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': of.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer
}

function hold(of: BenchServer, customerExternalId: string, runId = newId()): Promise<Response> {
  return post(of, '/v1/guard/holds', {
    ...work,
    customerExternalId,
    ...{ runId, estimatedCostUsd: '0.40' },
  })
}

type Answers = Latency & { refused: number }

/** Sends requests at a fixed rate, whether answered or not. */
async function openLoop(perSecond: number, send: () => Promise<Response>): Promise<Answers> {
  const times: number[] = []
  let refused = 0
  const sent: Promise<void>[] = []
  const startedAt = performance.now()
  for (;;) {
    const elapsed = performance.now() - startedAt
    if (elapsed > SECONDS * 1_000) break
    for (; sent.length < (elapsed / 1_000) * perSecond; ) {
      const at = performance.now()
      sent.push(
        send().then(({ status }) => {
          if (status === 200) times.push(performance.now() - at)
          else refused += 1
        }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(sent)
  return { ...latencyOf(times), refused }
}

/** Asks for holds of one customer, each after the answer of the one before. */
async function closedLoop(of: BenchServer): Promise<Answers & { 'per second': number }> {
  const times: number[] = []
  let refused = 0
  const until = performance.now() + SECONDS * 1_000
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        const at = performance.now()
        const { status } = await hold(of, customerOf(0))
        if (status === 200) times.push(performance.now() - at)
        else refused += 1
      }
    }),
  )
  return { ...latencyOf(times), refused, 'per second': Math.round(times.length / SECONDS) }
}

function startRecords(of: BenchServer): { stop: () => Promise<void> } {
  const sent: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const records = Array.from({ length: RECORDS_PER_SECOND / 20 }, () =>
      record(customerOf(random())),
    )
    sent.push(post(of, '/v1/usage/record', { records }))
  }, 50)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(sent)
    },
  }
}

/**
 * Compares the processor time of service and database for records of runs without and with holds, in
 * turns, so that other load on the machine affects both. Before each part, as many holds are made, and
 * every customer is looked at for alerts, which happens every 30 seconds: both belong to neither.
 */
async function compareRecords(of: BenchServer): Promise<Record<string, object>> {
  const found = { without: [] as number[], with: [] as number[] }
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const kind of turn % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const runs = Array.from({ length: RECORDS_IN_TURN }, () => newId())
      await holdAll(of, kind === 'with' ? runs : runs.map(() => newId()))
      await recordAll(
        of,
        Array.from({ length: CUSTOMERS }, () => newId()),
      )
      await untilIdle(of)
      const before = await usedTime(of)
      await recordAll(of, runs)
      found[kind].push(((await usedTime(of)) - before) / RECORDS_IN_TURN)
    }
  }
  const ratios = found.with.map((one, turn) => one / (found.without[turn] ?? one))
  const row = (times: number[]) => ({
    'median ms of processor a record': medianOf(times).toFixed(3),
  })
  return {
    'records of runs without holds': row(found.without),
    'records of runs with holds': {
      ...row(found.with),
      ratio: medianOf(ratios).toFixed(2),
      lowest: Math.min(...ratios).toFixed(2),
      highest: Math.max(...ratios).toFixed(2),
    },
  }
}

async function usedTime(of: BenchServer): Promise<number> {
  return (await processorTime(of.pid)) + (await postgresTime(pool))
}

/** Waits until service and database use less than a tenth of a processor. */
async function untilIdle(of: BenchServer): Promise<void> {
  for (let used = await usedTime(of); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const now = await usedTime(of)
    if (now - used < 50) return
    used = now
  }
}

async function recordAll(of: BenchServer, runs: readonly string[]): Promise<void> {
  for (let n = 0; n < runs.length; n += BATCH) {
    const records = runs
      .slice(n, n + BATCH)
      .map((runId, at) => record(customerOf((n + at) % CUSTOMERS), { runId }))
    await post(of, '/v1/usage/record', { records })
  }
}

/** A hold that is not decided in time is asked for again. */
async function holdAll(of: BenchServer, runs: readonly string[]): Promise<void> {
  for (let n = 0; n < runs.length; n += AT_ONCE) {
    await Promise.all(
      runs.slice(n, n + AT_ONCE).map(async (runId, at) => {
        while ((await hold(of, customerOf((n + at) % CUSTOMERS), runId)).status !== 200);
      }),
    )
  }
}
