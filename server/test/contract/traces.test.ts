import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  chat,
  exportBody,
  newSpanId,
  newTraceId,
  outcome,
  protobufOf,
  sendSpans,
  tracesOf,
  workOffRuns,
} from '../support/traces.ts'
import { listEvents } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const START = Date.parse('2026-03-15T12:00:00Z')
let time = START
const now = () => new Date(time)
const later = (seconds: number) => {
  time += seconds * 1_000
}
const t = useTestApp({ config: { logLevel: 'error' }, now, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)
const work = () => workOffRuns(t, now)

/** A run of a root with an outcome and two calls below it. */
function agentRun(traceId = newTraceId()) {
  const root = newSpanId()
  return [
    { traceId, spanId: root, name: 'agent', attributes: outcome() },
    { traceId, spanId: newSpanId(), parentSpanId: root, attributes: chat() },
    { traceId, spanId: newSpanId(), parentSpanId: root, attributes: chat() },
  ]
}

test('a run whose root has ended becomes one event ten seconds later', async () => {
  const traceId = newTraceId()
  expect((await sendSpans(api, agentRun(traceId), now())).body).toEqual({})
  later(9)
  await work()
  expect(await listEvents(api)).toEqual([])
  later(2)
  await work()
  const [event, ...others] = await listEvents(api)
  expect(others).toEqual([])
  expect(event).toMatchObject({ quantity: '1', usageCost: '0.0150000000', runId: traceId })
})

test('protobuf, gzip and JSON are the same run, and a repetition changes nothing', async () => {
  const traceId = newTraceId()
  const traces = tracesOf(agentRun(traceId), { at: now() })
  const key = organization.secretKey
  const protobuf = { key, type: 'application/x-protobuf', payload: protobufOf(traces) }
  for (const isGzip of [false, true]) {
    const answer = await exportBody(t, { ...protobuf, isGzip })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/x-protobuf')
    expect(answer.rawPayload).toHaveLength(0)
  }
  await must(api.post('/v1/otlp/v1/traces', traces))
  later(11)
  await work()
  await exportBody(t, protobuf)
  later(1_000)
  await work()
  const events = await listEvents(api)
  expect(events).toHaveLength(1)
  expect(events[0]?.usageCost).toBe('0.0150000000')
})
