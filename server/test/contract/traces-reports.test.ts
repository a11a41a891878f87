import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { holds } from '../../src/features/books/hold-check.ts'
import { runChecks } from '../../src/features/books/run-checks.ts'
import { closeDueRuns } from '../../src/features/traces/closing/close-runs.ts'
import { reportDueRuns } from '../../src/features/traces/reporting/report-runs.ts'
import { sendRecords } from '../../src/features/traces/sending/send-records.ts'
import { createTestApp, must, type TestApp } from '../support/app.ts'
import { type Fields, givenCustomer } from '../support/given.ts'
import { programEnv } from '../support/program-env.ts'
import { startProcess } from '../support/start-process.ts'
import {
  chat,
  newSpanId,
  newTraceId,
  outcome,
  sendSpans,
  type TestSpan,
  tracesOf,
  workOffRuns,
} from '../support/traces.ts'
import { listEvents, llm, times } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'
import { eventually, runBehindLock, untilWaiting } from '../support/waiting.ts'

/** What spans of runs with a hold report to it before they are recorded. */

let time = Date.parse('2026-03-15T12:00:00Z')
const now = () => new Date(time)
const t = useTestApp({ now, atEnd: expectHoldsToEqualEvents })
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

/** Compares the holds of all organizations with the events of their runs. */
async function expectHoldsToEqualEvents({ dependencies, database }: TestApp): Promise<void> {
  const { rows } = await database.pool.query('select id from organizations')
  for (const { id: organizationId } of rows) {
    const all = { organizationId, customerId: undefined, window: undefined, limit: 10 }
    const [checked] = await runChecks(dependencies.db, { ...all, checks: [holds] })
    expect(checked?.differences).toEqual([])
  }
}

const report = () => reportDueRuns(t.dependencies, now())
/** Lets a worker record what is due after these seconds, then report. */
const work = async (seconds: number) => {
  time += seconds * 1_000
  await workOffRuns(t, now)
  await report()
}

const RUN = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }
let traceId = ''
let root = ''
let budgetId = ''
let holdId = ''
const ask = (fields: Fields) => must(api.post('/v1/guard/holds', { ...RUN, ...fields }))
const held = () => ask({ runId: traceId, estimatedCostUsd: '0.40', ttlSeconds: 3_600 })

beforeEach(async () => {
  traceId = newTraceId()
  root = newSpanId()
  await givenCustomer(api, { externalId: 'acme' })
  const terms = { name: 'A day', measure: 'cost', amount: '1.00', period: 'day', action: 'block' }
  budgetId = (await must(api.post('/v1/budgets', terms))).id
  holdId = (await held()).holdId
})

const hold = (id = holdId) => must(api.get(`/v1/guard/holds/${id}`))
const budget = () => must(api.get(`/v1/budgets/${budgetId}/status?customerExternalId=acme`))
const check = () => must(api.post('/v1/guard/checks', { ...RUN, estimatedCostUsd: '0.01' }))
const extend = (costSoFarUsd = '0') =>
  must(api.post(`/v1/guard/holds/${holdId}/extend`, { costSoFarUsd, nextCostUsd: '0.01' }))
const send = (spans: readonly TestSpan[]) => must(sendSpans(api, spans, now()))

/** Calls below a root that has not ended; each costs 0.0075. */
const calls = (count: number, fields: TestSpan = {}): TestSpan[] =>
  times(count, () => ({
    traceId,
    spanId: newSpanId(),
    parentSpanId: root,
    attributes: chat(),
    ...fields,
  }))
const ended = (attributes: Fields = outcome()): TestSpan => ({
  ...{ traceId, spanId: root, name: 'agent', attributes },
})

/** Returns the statement that locks the hold; with its customer, so that a cluster can run it. */
async function lockOfHold() {
  const { customerId } = await hold()
  return {
    lock: 'select from control_holds where customer_id = $1 and run_id = $2 for update',
    values: [customerId, traceId],
  }
}

async function dueReports(): Promise<number> {
  const { rows } = await t.database.pool.query(
    `select count(report_due_at)::int as count from trace_runs where organization_id = $1`,
    [organization.id],
  )
  return rows[0].count
}

test('a loop of calls is stopped by a check and by the next step of its run, before any is recorded', async () => {
  const steps: { check: string; extend: string }[] = []
  for (let step = 0; step < 4; step += 1) {
    await send(calls(40))
    await report()
    steps.push({ check: (await check()).decision, extend: (await extend()).decision })
  }
  // 0.30, 0.60, 0.90, then 1.20 of 1.00.
  const allow = { check: 'allow', extend: 'allow' }
  expect(steps).toEqual([allow, allow, allow, { check: 'block', extend: 'block' }])
  expect(await listEvents(api)).toEqual([])
  expect(await hold()).toMatchObject({
    ...{ status: 'open', usedCostUsd: '0', costSoFarUsd: '1.2', heldCostUsd: '1.2' },
  })
  expect(await budget()).toMatchObject({ spent: '0', held: '1.2', remaining: '-0.2' })
  const other = await ask({ runId: 'another', estimatedCostUsd: '0.01' })
  expect(other).toMatchObject({ decision: 'block', reason: 'budget_exceeded' })
})

test('spans below what was authorised change no decision, and their event settles the hold', async () => {
  await send(calls(2))
  await report()
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.015', heldCostUsd: '0.4' })
  expect(await budget()).toMatchObject({ spent: '0', held: '0.4' })
  await send([ended()])
  await work(11)
  expect(await hold()).toMatchObject({
    ...{ status: 'settled', usedCostUsd: '0.015', costSoFarUsd: '0.015', heldCostUsd: '0' },
  })
  expect(await budget()).toMatchObject({ spent: '0.015', held: '0' })
})

test('a batch that is sent again, also at once on many connections, is reported once', async () => {
  const spans = calls(80)
  await send(spans)
  await report()
  await Promise.all(times(4, () => send(spans)))
  await report()
  await send(spans)
  expect(await dueReports()).toBe(0)
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.6', heldCostUsd: '0.6' })
})

test('a sum that arrives after its parts, and parts after their sum, are reported once', async () => {
  const sum = { traceId, spanId: newSpanId(), parentSpanId: root, attributes: chat() }
  await send([sum])
  await report()
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.0075' })
  await send(calls(2, { parentSpanId: sum.spanId }))
  await report()
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.015' })
  await send([{ traceId, spanId: root, attributes: { ...outcome(), ...chat() } }])
  await report()
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.015' })
  await work(11)
  expect(await hold()).toMatchObject({ status: 'settled', usedCostUsd: '0.015' })
})

test('a run without an outcome is spent or held at each step of its recording, and never both', async () => {
  await send([ended({ 'piecework.customer': 'acme', 'piecework.agent': 'support' }), ...calls(80)])
  await report()
  const counted = async () => {
    const { spent, held } = await budget()
    return { spent, held }
  }
  expect(await counted()).toEqual({ spent: '0', held: '0.6' })
  time += 11_000
  await closeDueRuns(t.dependencies, now())
  // Its record waits: the event that has the cost may or may not exist.
  await report()
  expect(await dueReports()).toBe(1)
  expect(await counted()).toEqual({ spent: '0', held: '0.6' })
  await sendRecords(t.dependencies, now())
  expect(await counted()).toEqual({ spent: '0.6', held: '0' })
  await report()
  expect(await counted()).toEqual({ spent: '0.6', held: '0' })
  expect(await hold()).toMatchObject({ status: 'open', costSoFarUsd: '0.6' })
  await send(calls(4))
  await report()
  expect(await hold()).toMatchObject({ usedCostUsd: '0.6', costSoFarUsd: '0.63' })
  expect(await counted()).toEqual({ spent: '0.6', held: '0.03' })
  expect(await extend()).toMatchObject({ budgets: [{ asked: '0.04' }] })
})

test('spans after the outcome of their run leave its hold settled', async () => {
  await send([ended(), ...calls(1)])
  await work(11)
  await send(calls(80))
  await report()
  expect(await hold()).toMatchObject({ status: 'settled', heldCostUsd: '0' })
  await work(11)
  expect(await budget()).toMatchObject({ spent: '0.6075', held: '0' })
})

test('two workers that report and record a run at once leave what was recorded', async () => {
  const other = await createTestApp({ database: t.database, now })
  onTestFinished(async () => {
    await other.app.close()
    await other.dependencies.close()
  })
  await send(calls(60))
  time += 11_000
  await Promise.all([
    ...[t, other].map(({ dependencies }) => reportDueRuns(dependencies, now())),
    send([ended(), ...calls(20)]),
  ])
  time += 11_000
  await Promise.all([
    ...[t, other].map(({ dependencies }) => reportDueRuns(dependencies, now())),
    ...[t, other].map((app) => workOffRuns(app, now)),
  ])
  // A worker leaves a run to the one that reports it.
  await work(0)
  expect(await hold()).toMatchObject({
    ...{ status: 'settled', usedCostUsd: '0.6', costSoFarUsd: '0.6', heldCostUsd: '0' },
  })
  expect(await budget()).toMatchObject({ spent: '0.6', held: '0' })
})

test('spans that arrive, and a run that is due, while it is reported wait for the report', async () => {
  await send([ended(), ...calls(80)])
  time += 11_000
  // The report waits for the hold, the spans for the report; a worker records other runs meanwhile.
  await runBehindLock(t.database.pool, { ...(await lockOfHold()), sessions: 2 }, async () => {
    const reporting = report()
    await untilWaiting(t.database.pool, 1)
    await workOffRuns(t, now)
    expect(await listEvents(api)).toEqual([])
    await Promise.all([reporting, send(calls(4))])
  })
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.6' })
  expect(await dueReports()).toBe(1)
  await work(11)
  expect(await hold()).toMatchObject({
    ...{ status: 'settled', usedCostUsd: '0.63', costSoFarUsd: '0.63' },
  })
})

test('a record of the run that is stored while it is reported counts beside its spans', async () => {
  await send(calls(80))
  const record = llm({ runId: traceId, customerExternalId: 'acme', quantity: 0 })
  await runBehindLock(t.database.pool, { ...(await lockOfHold()), sessions: 2 }, async () => {
    const recording = api.record(record)
    await untilWaiting(t.database.pool, 1)
    await Promise.all([recording, report()])
  })
  const { usedCostUsd, costSoFarUsd } = await hold()
  expect(Number(usedCostUsd)).toBeGreaterThan(0)
  expect(Number(costSoFarUsd)).toBeCloseTo(Number(usedCostUsd) + 0.6, 10)
})

test('a run is reported although the process that kept its spans was killed', async () => {
  const { address, kill } = await startProcess(t.database.url)
  const answer = await fetch(`${address}/v1/otlp/v1/traces`, {
    method: 'POST',
    headers: { 'x-api-key': organization.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(tracesOf(calls(80), { at: now() })),
  })
  await kill()
  expect(answer.status).toBe(200)
  // The other process had the real time.
  await reportDueRuns(t.dependencies, new Date())
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.6' })
}, 180_000)

test('a worker that is killed while it reports leaves the report to another one', async () => {
  // The worker has the real time.
  time = Date.now()
  await send(calls(80))
  const holder = await t.database.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  const { lock, values } = await lockOfHold()
  await holder.query(lock, values)
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../src/cli.ts'), 'serve', '--role', 'worker'],
    {
      env: programEnv({
        ...{ PORT: '0', WORKER_PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: t.database.url },
      }),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  onTestFinished(() => void worker.kill('SIGKILL'))
  await eventually(() => untilWaiting(t.database.pool, 1))
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await holder.query('commit')
  await eventually(async () => {
    await report()
    expect(await hold()).toMatchObject({ costSoFarUsd: '0.6' })
  })
}, 180_000)

test('spans before their hold are reported with those after it, and recorded ones are not', async () => {
  traceId = newTraceId()
  await send([ended(), ...calls(2)])
  await work(120)
  await send(calls(20))
  await report()
  const { holdId: late } = await held()
  await send(calls(20))
  await report()
  expect(await hold(late)).toMatchObject({ usedCostUsd: '0', costSoFarUsd: '0.3' })
})

test('calls of a model without a price count nothing, and the others of the run do', async () => {
  await send([...calls(2), ...calls(3, { attributes: chat({ 'gen_ai.request.model': 'ours' }) })])
  await report()
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.015', uncostedEvents: 0 })
})

test('a hold that is asked for again after it expired authorises beyond what spans reported', async () => {
  await send(calls(40))
  await report()
  time += 3_601_000
  expect(await budget()).toMatchObject({ held: '0' })
  await held()
  expect(await hold()).toMatchObject({ authorizedCostUsd: '0.7', heldCostUsd: '0.7' })
})

test('an event that is voided gives the run its room back', async () => {
  await send([ended({ 'piecework.customer': 'acme', 'piecework.agent': 'support' }), ...calls(80)])
  await report()
  await work(11)
  const [event] = await listEvents(api)
  await must(api.post(`/v1/events/${event?.id}/void`, { reason: 'Wrong run' }))
  expect(await hold()).toMatchObject({
    ...{ usedCostUsd: '0', costSoFarUsd: '0', heldCostUsd: '0.4' },
  })
})

test('a run that turns out to be of another customer takes back what it reported', async () => {
  await givenCustomer(api, { externalId: 'globex' })
  await send(calls(80))
  await report()
  expect(await budget()).toMatchObject({ held: '0.6' })
  await send([ended(outcome({ 'piecework.customer': 'globex' }))])
  await work(11)
  expect(await hold()).toMatchObject({ status: 'open', costSoFarUsd: '0', heldCostUsd: '0.4' })
})

test('a run id with holds of two customers, or of another organization, is reported to none', async () => {
  await givenCustomer(stranger, { externalId: 'acme' })
  const asked = { ...RUN, runId: traceId, estimatedCostUsd: '0.40' }
  const { holdId: foreign } = await must(stranger.post('/v1/guard/holds', asked))
  await send(calls(1))
  await report()
  expect(await hold()).toMatchObject({ costSoFarUsd: '0.0075' })
  expect(await must(stranger.get(`/v1/guard/holds/${foreign}`))).toMatchObject({
    costSoFarUsd: '0',
  })
  traceId = newTraceId()
  await givenCustomer(api, { externalId: 'globex' })
  const first = await held()
  const second = await ask({ ...asked, runId: traceId, customerExternalId: 'globex' })
  await send(calls(1))
  await report()
  for (const { holdId: id } of [first, second]) {
    expect(await hold(id)).toMatchObject({ costSoFarUsd: '0' })
  }
  expect(await dueReports()).toBe(0)
})

test('runs of an organization without holds, runs without a hold, and calls of gateways are not reported', async () => {
  const newcomer = await createTestApp({ database: t.database, now })
  onTestFinished(async () => {
    await newcomer.app.close()
    await newcomer.dependencies.close()
  })
  await must(sendSpans(newcomer.api, calls(1), now()))
  traceId = newTraceId()
  const call = { id: 'call-1', trace_id: traceId, status: 'success', model: 'gpt-4o' }
  await must(api.post('/v1/ingest/litellm', [{ ...call, prompt_tokens: 10, end_user: 'acme' }]))
  const { rows } = await t.database.pool.query(
    'select count(*)::int from trace_runs where report_due_at is not null',
  )
  expect(rows).toEqual([{ count: 0 }])
  await send(calls(1))
  expect(await dueReports()).toBe(1)
  await report()
  expect(await dueReports()).toBe(0)
})

test('a report that fails is put off, and others are stored', async () => {
  const first = { traceId, holdId }
  traceId = newTraceId()
  const second = await held()
  await send([...calls(1), ...calls(1, { traceId: first.traceId })])
  const reported = async () => {
    const holds = await Promise.all([hold(first.holdId), hold(second.holdId)])
    return holds.map(({ costSoFarUsd }) => costSoFarUsd).toSorted()
  }
  const { usage } = t.dependencies
  let isFailing = true
  const findPrices: typeof usage.findPrices = (organizationId) => {
    if (!isFailing) return usage.findPrices(organizationId)
    isFailing = false
    throw new Error('the node of the hold is down')
  }
  await reportDueRuns({ ...t.dependencies, usage: { ...usage, findPrices } }, now())
  expect(await reported()).toEqual(['0', '0.0075'])
  await work(29)
  expect(await reported()).toEqual(['0', '0.0075'])
  await work(1)
  expect(await reported()).toEqual(['0.0075', '0.0075'])
})
