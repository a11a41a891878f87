import { beforeEach, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Fields, givenCustomer } from '../support/given.ts'
import { expectHoldsToAddUp } from '../support/holds.ts'
import {
  chat,
  newSpanId,
  newTraceId,
  outcome,
  sendSpans,
  type TestSpan,
  workOffRuns,
} from '../support/traces.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let time = Date.parse('2026-03-15T12:00:00Z')
const now = () => new Date(time)
const t = useTestApp({ now, atEnd: ({ database }) => expectHoldsToAddUp(database.pool) })
const { api } = useOrganizationPerTest(t)

const work = (seconds: number) => {
  time += seconds * 1_000
  return workOffRuns(t, now)
}

let traceId = ''
let budgetId = ''
let holdId = ''
beforeEach(async () => {
  traceId = newTraceId()
  await givenCustomer(api, { externalId: 'acme' })
  const terms = { name: 'A day', measure: 'cost', amount: '1.00', period: 'day', action: 'block' }
  budgetId = (await must(api.post('/v1/budgets', terms))).id
  const run = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }
  const asked = { ...run, runId: traceId, estimatedCostUsd: '0.40', ttlSeconds: 3_600 }
  holdId = (await must(api.post('/v1/guard/holds', asked))).holdId
})

const hold = () => must(api.get(`/v1/guard/holds/${holdId}`))
const budget = () => must(api.get(`/v1/budgets/${budgetId}/status?customerExternalId=acme`))
const send = (spans: readonly TestSpan[]) => must(sendSpans(api, spans, now()))

/** A root with an outcome, and one call below it, which costs 0.0075. */
function agentRun(attributes: Fields = outcome()): TestSpan[] {
  const root = newSpanId()
  return [
    { traceId, spanId: root, name: 'agent', attributes },
    { traceId, spanId: newSpanId(), parentSpanId: root, attributes: chat() },
  ]
}

/** A call of a gateway in the run, which costs 0.0075 and is recorded before the run ends. */
const call = (id: string) => ({
  id,
  trace_id: traceId,
  status: 'success',
  model: 'gpt-4o',
  custom_llm_provider: 'openai',
  prompt_tokens: 1_000,
  completion_tokens: 500,
  endTime: time / 1_000,
  end_user: 'acme',
})

test('cost that calls report early and the cost of the spans that close a run are spent once each', async () => {
  await must(api.post('/v1/ingest/litellm', [call('call-1')]))
  await work(5)
  expect(await hold()).toMatchObject({ status: 'open', usedCostUsd: '0.0075' })
  expect(await budget()).toMatchObject({ spent: '0.0075', held: '0.3925' })
  const spans = agentRun()
  await send(spans)
  await work(11)
  const settled = { status: 'settled', usedCostUsd: '0.015', heldCostUsd: '0' }
  expect(await hold()).toMatchObject(settled)
  expect(await budget()).toMatchObject({ spent: '0.015', held: '0' })
  await must(api.post('/v1/ingest/litellm', [call('call-1')]))
  await send(spans)
  await work(1_000)
  expect(await hold()).toMatchObject(settled)
  expect(await budget()).toMatchObject({ spent: '0.015', held: '0' })
})

test('two workers that record the run at once settle its hold once', async () => {
  await send(agentRun())
  time += 11_000
  await Promise.all([workOffRuns(t, now), workOffRuns(t, now)])
  expect(await hold()).toMatchObject({ status: 'settled', usedCostUsd: '0.0075' })
  expect(await budget()).toMatchObject({ spent: '0.0075', held: '0' })
})

test('spans after the outcome are spent too, and the hold stays settled', async () => {
  const [root, ...others] = agentRun()
  await send([root ?? {}, ...others])
  await work(11)
  await send([{ traceId, parentSpanId: root?.spanId ?? '', attributes: chat() }])
  await work(11)
  expect(await hold()).toMatchObject({ status: 'settled', usedCostUsd: '0.015' })
  expect(await budget()).toMatchObject({ spent: '0.015', held: '0' })
})

test('a run without an outcome keeps its hold, less what it cost', async () => {
  await send(agentRun({ 'piecework.customer': 'acme', 'piecework.agent': 'support' }))
  await work(11)
  expect(await hold()).toMatchObject({ status: 'open', usedCostUsd: '0.0075' })
  expect(await budget()).toMatchObject({ spent: '0.0075', held: '0.3925' })
})
