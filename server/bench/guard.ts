/**
 * Measures decisions about runs: holds of many customers at a fixed rate, open loop, while records are
 * stored, and holds of one customer as fast as they are decided. Then the processor time of a record
 * without a run, and with a run that has a hold, in alternation. BENCH_SECONDS and BENCH_TURNS set the size.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '../src/platform/database.ts'
import { newId } from '../src/platform/id.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import { medianOf } from './in-turn.ts'
import { postgresTime, processorTime } from './processor-time.ts'
import { type BenchServer, startServer } from './start-server.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const TURNS = Number(process.env.BENCH_TURNS ?? 15)
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
try {
  await prepare(server)
  const constant = await openLoop(HOLDS_PER_SECOND, () => fetch(`${server.url}/healthz`))
  const records = startRecords(server)
  const holds = await openLoop(HOLDS_PER_SECOND, () => hold(server, customerOf(random())))
  await records.stop()
  console.table({
    'a route that reads a constant, 500/s': constant,
    'holds, 500/s over 1,000 customers, beside 500 records/s': holds,
  })
  console.table({ 'holds of one customer, 64 at once': await closedLoop(server) })
  console.table(await compareRecords(server))
} finally {
  await server.stop('SIGTERM')
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
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

type Latency = { count: number; refused: number; p50: number; p95: number; p99: number }

/** Sends requests at a fixed rate, whether answered or not. */
async function openLoop(perSecond: number, send: () => Promise<Response>): Promise<Latency> {
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
  return latencyOf(times, refused)
}

function latencyOf(times: number[], refused: number): Latency {
  times.sort((a, b) => a - b)
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))
  return { count: times.length, refused, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Asks for holds of one customer, each after the answer of the one before. */
async function closedLoop(of: BenchServer): Promise<Latency & { 'per second': number }> {
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
  return { ...latencyOf(times, refused), 'per second': Math.round(times.length / SECONDS) }
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
 * turns, so that other load on the machine affects both.
 */
async function compareRecords(of: BenchServer): Promise<Record<string, object>> {
  const { pool, close } = openDatabase({
    url: postgres.url,
    poolSize: 1,
    onIdleError: () => undefined,
  })
  const found = { without: [] as number[], with: [] as number[] }
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const kind of turn % 2
        ? (['with', 'without'] as const)
        : (['without', 'with'] as const)) {
        const runs = Array.from({ length: RECORDS_IN_TURN }, () => newId())
        if (kind === 'with') await holdAll(of, runs)
        const before = (await processorTime(of.pid)) + (await postgresTime(pool))
        for (let n = 0; n < runs.length; n += BATCH) {
          const records = runs
            .slice(n, n + BATCH)
            .map((runId, at) => record(customerOf((n + at) % CUSTOMERS), { runId }))
          await post(of, '/v1/usage/record', { records })
        }
        const after = (await processorTime(of.pid)) + (await postgresTime(pool))
        found[kind].push((after - before) / RECORDS_IN_TURN)
      }
    }
  } finally {
    await close()
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

async function holdAll(of: BenchServer, runs: readonly string[]): Promise<void> {
  for (let n = 0; n < runs.length; n += AT_ONCE) {
    const some = runs.slice(n, n + AT_ONCE)
    await Promise.all(some.map((runId, at) => hold(of, customerOf((n + at) % CUSTOMERS), runId)))
  }
}
