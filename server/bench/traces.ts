/**
 * Measures how fast spans are decoded and kept, compared with decoding alone, and how fast runs become
 * events. Bodies are those of an exporter: 512 spans in protobuf, ten in a trace. BENCH_SPANS sets their
 * number, and BENCH_SECONDS how long runs begin for the delays; BENCH_ONLY measures the parts that match
 * a pattern: speed, delays.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../src/config.ts'
import { createDependencies } from '../src/dependencies.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { runRound } from '../src/features/traces/lane.ts'
import { decodeTraces } from '../src/features/traces/otlp/decode.ts'
import { createExports } from '../src/features/traces/otlp/export.ts'
import { migrate } from '../src/platform/database/migrations/migrate.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { cleanUpOnExit } from '../test/support/clean-up-on-exit.ts'
import {
  chat,
  newSpanId,
  newTraceId,
  outcome,
  protobufOf,
  type TestSpan,
  tracesOf,
} from '../test/support/traces.ts'
import { postgresTime } from './processor-time.ts'
import { measureTraceDelays } from './trace-delays.ts'

const SPANS = Number(process.env.BENCH_SPANS ?? 200_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '')
const SPANS_IN_BODY = 512
const SPANS_IN_TRACE = 10
const AT_ONCE = 4

const parsed = parseConfig({ LOG_LEVEL: 'error', PORT: '0' })
if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
const log = createLog(parsed.config.logLevel)
const dataDir = await mkdtemp(join(tmpdir(), 'piecework-bench-'))
cleanUpOnExit({ dataDir }, { folder: dataDir })
const postgres = await startEmbeddedPostgres({ dataDir, log })
const prepared = openDatabase({ url: postgres.url, poolSize: 2, onIdleError: () => undefined })
await migrate(prepared.db)
await prepared.close()
const dependencies = await createDependencies({
  config: { ...parsed.config, dataDir },
  url: postgres.url,
  log,
  now: () => new Date(),
})
try {
  if (ONLY.test('speed')) await measureSpeed()
  if (ONLY.test('delays')) {
    const organizationId = await createOrganization(dependencies.db, 'Delays', new Date())
    const { runs, ...delays } = await measureTraceDelays(dependencies, {
      organizationId,
      seconds: SECONDS,
    })
    console.table(delays)
    console.log(JSON.stringify({ runs }))
  }
} finally {
  await dependencies.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** A trace of an agent: a root with the outcome, five calls of a model, and four other spans. */
function traceOf(): TestSpan[] {
  const traceId = newTraceId()
  const root = newSpanId()
  const described = {
    'gen_ai.response.id': 'chatcmpl-BqXk2yT4n0aZ',
    'gen_ai.response.model': 'gpt-4o',
    'gen_ai.response.finish_reasons': 'stop',
    'gen_ai.request.max_tokens': 1_024,
    'gen_ai.request.temperature': 1,
    'server.address': 'api.openai.com',
    'server.port': 443,
    'session.id': 'session-4711',
  }
  const other = { 'http.request.method': 'GET', 'url.full': 'https://shop.example/orders/4711' }
  return Array.from({ length: SPANS_IN_TRACE }, (_, index) => {
    if (index === 0) return { traceId, spanId: root, name: 'agent', attributes: outcome() }
    const attributes = index <= 5 ? chat(described) : other
    return { traceId, spanId: newSpanId(), parentSpanId: root, name: 'chat gpt-4o', attributes }
  })
}

function bodyOf(): Buffer {
  const traces = Array.from({ length: Math.ceil(SPANS_IN_BODY / SPANS_IN_TRACE) }, traceOf)
  return protobufOf(tracesOf(traces.flat().slice(0, SPANS_IN_BODY), { at: new Date() }))
}

type Time = { seconds: number; processorSeconds: number; databaseSeconds: number }

async function timed(work: () => Promise<void>): Promise<Time> {
  const databaseBefore = await postgresTime(dependencies.pool)
  const processorBefore = process.cpuUsage()
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(processorBefore)
  const databaseSeconds = ((await postgresTime(dependencies.pool)) - databaseBefore) / 1_000
  return { seconds, processorSeconds: (user + system) / 1_000_000, databaseSeconds }
}

async function measureSpeed(): Promise<void> {
  const { db } = dependencies
  const organizationId = await createOrganization(db, 'Bench', new Date())
  const bodies = Array.from({ length: Math.ceil(SPANS / SPANS_IN_BODY) }, bodyOf)
  const spans = bodies.length * SPANS_IN_BODY
  for (const body of bodies.slice(0, 20)) decodeTraces(body, 'protobuf')
  const decoding = await timed(async () => {
    for (const body of bodies) decodeTraces(body, 'protobuf')
  })
  const exports = createExports(dependencies)
  const keep = (bytes: Buffer) =>
    exports.keepTraces(organizationId, { bytes, encoding: 'protobuf' }, new Date())
  const sendAll = async () => {
    const waiting = [...bodies]
    const sendNext = async (): Promise<void> => {
      for (let body = waiting.pop(); body; body = waiting.pop()) await keep(body)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  }
  const keeping = await timed(sendAll)
  const repeating = await timed(sendAll)
  const runs = await dependencies.pool.query('select count(*)::int as count from trace_runs')
  const later = () => new Date(Date.now() + 60_000)
  const recording = await timed(async () => {
    for (let isMore = true; isMore; ) isMore = await runRound({ ...dependencies, now: later })
  })
  const events = await dependencies.pool.query('select count(*)::int as count from usage_events')
  const sizes = await dependencies.pool.query(
    `select pg_total_relation_size('trace_spans') + pg_total_relation_size('trace_runs') as bytes`,
  )
  const row = (time: Time, count: number) => ({
    'per second': Math.round(count / time.seconds),
    'per second of processor': Math.round(count / time.processorSeconds),
    'database µs each': Math.round((time.databaseSeconds / count) * 1_000_000),
  })
  console.table({
    'spans decoded': row(decoding, spans),
    'spans decoded and kept': row(keeping, spans),
    'spans decoded and repeated': row(repeating, spans),
    'runs recorded': row(recording, events.rows[0].count),
  })
  console.log(
    JSON.stringify({
      spans,
      runs: runs.rows[0].count,
      events: events.rows[0].count,
      keptByDecoded: Number((decoding.seconds / keeping.seconds).toFixed(2)),
      bytesEach: Math.round(Number(sizes.rows[0].bytes) / spans),
    }),
  )
}
