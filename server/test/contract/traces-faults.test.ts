import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RUN_CHECKS } from '../../src/features/books/run-check.ts'
import { runChecks } from '../../src/features/books/run-checks.ts'
import { closeDueRuns } from '../../src/features/traces/closing/close-runs.ts'
import { forgetSpans } from '../../src/features/traces/spans/forget-spans.ts'
import { createApi, createTestApp, must, type TestApp } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { programEnv } from '../support/program-env.ts'
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts'
import {
  chat,
  exportBody,
  newSpanId,
  newTraceId,
  outcome,
  protobufOf,
  sendSpans,
  type TestSpan,
  tracesOf,
  workOffRuns,
} from '../support/traces.ts'
import { listEvents, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { untilWaiting } from '../support/waiting.ts'

const CLI = join(import.meta.dirname, '../../src/cli.ts')

let time = Date.now()
const now = () => new Date(time)
const t = useTestApp({
  now,
  atEnd: async (opened) => {
    await expectRollupsToAddUp(opened)
    await expectRunsToBeEvents(opened)
  },
})
const { api, organization } = useOrganizationPerTest(t)
const work = (seconds = 0) => {
  time += seconds * 1_000
  return workOffRuns(t, now)
}
const count = async (table: string) =>
  Number(
    (
      await t.database.pool.query(`select count(*) from ${table} where organization_id = $1`, [
        organization.id,
      ])
    ).rows[0].count,
  )

function agentRun(traceId = newTraceId()): TestSpan[] {
  const spanId = newSpanId()
  return [
    { traceId, spanId, name: 'agent', attributes: outcome() },
    ...times(3, () => ({ traceId, parentSpanId: spanId, spanId: newSpanId(), attributes: chat() })),
  ]
}

/** Starts a separate process on the same database, to be killed. */
async function startProcess(role: 'api' | 'worker') {
  const child = spawn(process.execPath, [CLI, 'serve', '--role', role], {
    env: programEnv({
      ...{ PORT: '0', WORKER_PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: t.database.url },
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the service has no output')
  for await (const line of createInterface({ input: stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address) return address
  }
  throw new Error('the service ended before it listened')
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Compares spans, records and events of all runs. */
async function expectRunsToBeEvents({ dependencies, database }: TestApp): Promise<void> {
  const { rows } = await database.pool.query(`select id from organizations`)
  for (const { id: organizationId } of rows) {
    const all = { organizationId, customerId: undefined, window: undefined, limit: 10 }
    for (const { name, differences } of await runChecks(dependencies.db, {
      ...all,
      checks: RUN_CHECKS,
    })) {
      expect(differences, name).toEqual([])
    }
  }
}

test('while the database is away, an exporter is told to send the batch again', async () => {
  const proxies: SilentProxy[] = []
  const gone = await createTestApp({
    now,
    reachDatabase: async (url) => {
      const proxy = await startSilentProxy(url)
      proxies.push(proxy)
      return proxy.url
    },
  })
  const spans = agentRun()
  const traces = tracesOf(spans, { at: now() })
  const key = gone.organization.secretKey
  await must(gone.api.post('/v1/otlp/v1/traces', traces))
  await Promise.all(proxies.map((proxy) => proxy.close()))
  const json = await gone.api.post('/v1/otlp/v1/traces', traces)
  const protobuf = await exportBody(gone, {
    ...{ key, type: 'application/x-protobuf', payload: protobufOf(traces) },
  })
  expect([json.status, protobuf.statusCode]).toEqual([503, 503])
  expect(Number(json.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(protobuf.headers['retry-after'])).toBeGreaterThan(0)
  expect(protobuf.headers['content-type']).toBe('application/x-protobuf')
  const back = await createTestApp({ database: gone.database, now })
  const again = createApi(back.app, key)
  await must(again.post('/v1/otlp/v1/traces', traces))
  time += 11_000
  await workOffRuns(back, now)
  expect(await listEvents(again)).toMatchObject([{ quantity: '1', usageCost: '0.0225000000' }])
  await back.app.close()
  await back.dependencies.close()
  await gone.close()
}, 180_000)

test('the same batch on many connections, with two workers, is one event', async () => {
  const other = await createTestApp({ database: t.database, now })
  const spans = times(5, () => agentRun()).flat()
  const answers = await Promise.all(times(8, () => sendSpans(api, spans, now())))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  time += 11_000
  await Promise.all([workOffRuns(t, now), workOffRuns(other, now), sendSpans(api, spans, now())])
  await Promise.all([workOffRuns(t, now), workOffRuns(other, now)])
  const events = await listEvents(api)
  expect(events.map(({ usageCost }) => usageCost)).toEqual(times(5, () => '0.0225000000'))
  expect(await count('trace_records')).toBe(0)
  await other.app.close()
  await other.dependencies.close()
}, 180_000)

test('an API that is killed after its answer loses no span', async () => {
  const child = await startProcess('api')
  const address = await addressOf(child)
  const spans = agentRun()
  const answer = await fetch(`${address}/v1/otlp/v1/traces`, {
    method: 'POST',
    headers: { 'x-api-key': organization.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(tracesOf(spans, { at: now() })),
  })
  await kill(child)
  expect(answer.status).toBe(200)
  // The other process had the real time.
  time = Date.now()
  await work(60)
  expect(await listEvents(api)).toMatchObject([{ quantity: '1', usageCost: '0.0225000000' }])
}, 180_000)

test('a worker that is killed between recording a run and noting it records it once', async () => {
  await must(sendSpans(api, agentRun(), now()))
  time += 11_000
  await closeDueRuns(t.dependencies, now())
  expect(await count('trace_records')).toBe(1)
  // Its record is due for the other process too, whose clock is the real one.
  await t.database.pool.query(`update trace_records set due_at = '2020-01-01Z'`)
  const lock = await t.database.pool.connect()
  onTestFinished(() => lock.release(true))
  await lock.query('begin')
  await lock.query('select 1 from trace_runs for update')
  const child = await startProcess('worker')
  await vi.waitFor(async () => expect(await count('usage_events')).toBe(1), {
    ...{ timeout: 120_000, interval: 100 },
  })
  await untilWaiting(t.database.pool, 1)
  await kill(child)
  await lock.query('commit')
  expect(await count('trace_records')).toBe(1)
  time = Date.now()
  await work(3_600)
  expect(await count('trace_records')).toBe(0)
  expect(await listEvents(api)).toMatchObject([{ quantity: '1', usageCost: '0.0225000000' }])
}, 240_000)

test('a record that was stored as unassigned moves, although its run was assigned meanwhile', async () => {
  const traceId = newTraceId()
  await must(sendSpans(api, [{ traceId, attributes: chat() }], now()))
  time += 11_000
  await closeDueRuns(t.dependencies, now())
  const { usage } = t.dependencies
  const { ingestion } = usage
  const write: typeof ingestion.write = async (rows) => {
    const outcomes = await ingestion.write(rows)
    await must(api.post(`/v1/runs/${traceId}/assign`, { customerExternalId: 'acme' }))
    return outcomes
  }
  const dependencies = {
    ...t.dependencies,
    usage: { ...usage, ingestion: { ...ingestion, write } },
  }
  await workOffRuns({ ...t, dependencies }, now)
  await work()
  const run = await must(api.get(`/v1/runs/${traceId}`))
  expect(run).toMatchObject({ state: 'closed', eventCount: 1, usageCost: '0.0075000000' })
  expect(
    run.events.filter(({ voidedAt }: { voidedAt: unknown }) => voidedAt === null),
  ).toMatchObject([{ customerExternalId: 'acme' }])
})

test('a run of 100,000 spans is one event, whatever their number of models', async () => {
  const traceId = newTraceId()
  await must(sendSpans(api, agentRun(traceId), now()))
  const reading = JSON.stringify({
    usage: { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 10, outputTokens: 0 },
    identity: { fallback: {} },
    warnings: [],
  })
  await t.database.pool.query(
    `insert into trace_spans (organization_id, trace_id, span_id, parent_span_id, is_call, is_counted,
       name, started_at, ended_at, is_error, reading)
     select $1, $2::uuid, n, n - 1, false, n % 2 = 0, 'span', $3, $3, false,
       case when n % 2 = 0 then $4 end
     from generate_series(1, 100000) n`,
    [organization.id, traceId, now(), reading],
  )
  await t.database.pool.query(
    `update trace_runs set span_count = span_count + 100000, open_span_count = open_span_count + 100000
     where trace_id = $1::uuid`,
    [traceId],
  )
  await work(11)
  // Each span is below the one before: only the lowest one counts, beside the three calls.
  expect(await listEvents(api)).toMatchObject([{ quantity: '1', usageCost: '0.0225250000' }])
  const { rows } = await t.database.pool.query(
    `select count(*)::int as count, count(record_number)::int as recorded from trace_spans
     where trace_id = $1::uuid`,
    [traceId],
  )
  expect(rows).toEqual([{ count: 100_004, recorded: 100_004 }])
}, 120_000)

test('more than a thousand calls of unknown models are several records with one outcome', async () => {
  const traceId = newTraceId()
  const [root] = agentRun(traceId)
  const parentSpanId = root?.spanId ?? ''
  const unknown = chat({ 'gen_ai.request.model': 'house-model' })
  const calls = times(1_500, () => ({ traceId, parentSpanId, attributes: unknown }))
  await must(sendSpans(api, [root ?? {}, ...calls], now()))
  await work(11)
  const events = await listEvents(api)
  expect(events.map(({ quantity }) => quantity).toSorted()).toEqual(['0', '1'])
}, 180_000)

test('spans are forgotten after a week, and their repetition then is refused and records nothing', async () => {
  const spans = agentRun()
  const traceId = spans[0]?.traceId ?? ''
  await must(sendSpans(api, spans, now()))
  await work(11)
  await forgetSpans(t.dependencies.db, now())
  expect(await count('trace_spans')).toBe(4)
  time += 8 * 86_400_000
  await forgetSpans(t.dependencies.db, now())
  expect(await count('trace_spans')).toBe(0)
  const { partialSuccess } = await must(sendSpans(api, spans, now()))
  expect(partialSuccess).toMatchObject({ rejectedSpans: '4' })
  await work(1_000)
  expect(await listEvents(api)).toHaveLength(1)
  const run = await must(api.get(`/v1/runs/${traceId}`))
  expect(run).toMatchObject({ state: 'closed', customerExternalId: 'acme', spans: [] })
})

test('books name a run whose event is missing, and one whose span is in no record', async () => {
  const spans = agentRun()
  const traceId = spans[0]?.traceId ?? ''
  await must(sendSpans(api, spans, now()))
  await work(11)
  const find = async () =>
    (
      await runChecks(t.dependencies.db, {
        ...{ organizationId: organization.id, customerId: undefined, window: undefined },
        ...{ checks: RUN_CHECKS, limit: 10 },
      })
    ).flatMap(({ name, differences }) => differences.map((one) => ({ name, ...one })))
  const change = (text: string) => t.database.pool.query(text, [traceId])
  expect(await find()).toEqual([])
  await change('update trace_runs set record_count = 2 where run_id = $1')
  expect(await find()).toMatchObject([
    { name: 'run_records_are_events', subject: traceId, expected: '2', actual: '1' },
  ])
  await change('update trace_runs set record_count = 1 where run_id = $1')
  const one = `where ctid = (select ctid from trace_spans where trace_id = $1::uuid limit 1)`
  await change(`update trace_spans set record_number = null ${one}`)
  expect(await find()).toMatchObject([
    { name: 'run_spans_equal_spans', subject: traceId, expected: '4 / 1 / 0', actual: '4 / 0 / 0' },
  ])
  await change(`update trace_spans set record_number = 0 where trace_id = $1::uuid`)
})
