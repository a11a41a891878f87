import { describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/features/auth/api-keys.ts'
import { createApi, must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
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
import { listEvents } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const START = Date.parse('2026-03-15T12:00:00Z')
let time = START
const now = () => new Date(time)
const later = (seconds: number) => {
  time += seconds * 1_000
}
const t = useTestApp({ now, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const send = (...spans: TestSpan[]) => must(sendSpans(api, spans, now()))
const work = (seconds = 0) => {
  later(seconds)
  return workOffRuns(t, now)
}
const run = (traceId: string) => must(api.get(`/v1/runs/${traceId}`))

/** A root with an outcome and two calls below it. */
function agentRun(traceId = newTraceId(), attributes = outcome()) {
  const spanId = newSpanId()
  return [
    { traceId, spanId, name: 'agent', attributes },
    { traceId, spanId: newSpanId(), parentSpanId: spanId, name: 'chat', attributes: chat() },
    { traceId, spanId: newSpanId(), parentSpanId: spanId, name: 'chat', attributes: chat() },
  ]
}

test('a run whose root has ended becomes one event ten seconds later', async () => {
  const traceId = newTraceId()
  expect(await send(...agentRun(traceId))).toEqual({})
  await work(9)
  expect(await listEvents(api)).toEqual([])
  await work(2)
  const [event, ...others] = await listEvents(api)
  expect(others).toEqual([])
  expect(event).toMatchObject({ quantity: '1', usageCost: '0.0150000000', runId: traceId })
  expect(await run(traceId)).toMatchObject({
    state: 'closed',
    name: 'agent',
    customerExternalId: 'acme',
    agentCode: 'support',
    signalName: 'ticket',
    spanCount: 3,
    eventCount: 1,
    usageCost: '0.0150000000',
  })
})

describe('evidence of a run', () => {
  const URL = 'piecework.evidence_url'
  const TEXT = 'piecework.evidence'

  test('is declared by any of its spans and recorded with its outcome', async () => {
    const traceId = newTraceId()
    const [root, first, second] = agentRun(traceId)
    if (!root || !first || !second) throw new Error('The run has too few spans')
    const log = { ...second.attributes, [TEXT]: `Closed\n${'x'.repeat(500)}` }
    const desk = { ...root.attributes, [URL]: 'https://desk.example/1' }
    await send({ ...root, attributes: desk }, first, { ...second, attributes: log })
    await work(11)
    expect(await listEvents(api)).toMatchObject([
      { evidenceUrl: 'https://desk.example/1', evidence: `Closed\n${'x'.repeat(500)}` },
    ])
  })

  test('that a record would be refused for is left out with a warning, and the outcome is kept', async () => {
    const traceId = newTraceId()
    const bad = { [URL]: 'javascript:alert(1)', [TEXT]: 'x'.repeat(2_001) }
    await send(...agentRun(traceId, { ...outcome(), ...bad }))
    await work(11)
    const detail = await run(traceId)
    expect(detail).toMatchObject({ signalName: 'ticket', quantity: 1 })
    expect(detail.events).toMatchObject([{ evidenceUrl: null, evidence: null }])
    expect(detail.warnings.join('\n')).toContain('evidenceUrl must be an address that starts with')
    expect(detail.warnings.join('\n')).toContain('evidence must be 1 to 2000 characters, not 2001')
  })
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
  await work(11)
  await exportBody(t, protobuf)
  await work(1_000)
  const events = await listEvents(api)
  expect(events).toHaveLength(1)
  expect(events[0]?.usageCost).toBe('0.0150000000')
})

describe('which usage counts', () => {
  test('a span with usage below it repeats the sum, over spans without usage too', async () => {
    const traceId = newTraceId()
    const [root, tool] = [newSpanId(), newSpanId()]
    const sum = chat({ 'gen_ai.usage.input_tokens': 2_000, 'gen_ai.usage.output_tokens': 1_000 })
    await send(
      { traceId, spanId: root, attributes: { ...outcome(), ...sum } },
      { traceId, spanId: tool, parentSpanId: root },
      { traceId, parentSpanId: tool, attributes: chat() },
      { traceId, parentSpanId: tool, attributes: chat() },
    )
    await work(11)
    expect((await run(traceId)).usageCost).toBe('0.0150000000')
  })

  test('a sum that arrives after its parts, and parts that arrive after their sum', async () => {
    const [early, late] = [newTraceId(), newTraceId()]
    const [sum, part] = [newSpanId(), newSpanId()]
    await send({ traceId: early, spanId: part, parentSpanId: sum, attributes: chat() })
    await send({ traceId: late, spanId: sum, attributes: chat() })
    await work(901)
    await send(
      { traceId: early, spanId: sum, attributes: { ...chat(), ...outcome() } },
      { traceId: late, spanId: part, parentSpanId: sum, attributes: chat() },
    )
    await work(901)
    expect((await run(early)).usageCost).toBe('0.0075000000')
    expect((await run(late)).usageCost).toBe('0.0075000000')
  })

  test('spans whose parents form a circle, and one that is its own parent', async () => {
    const traceId = newTraceId()
    const [a, b, c] = [newSpanId(), newSpanId(), newSpanId()]
    await send(
      { traceId, spanId: a, parentSpanId: b, attributes: chat() },
      { traceId, spanId: b, parentSpanId: a, attributes: chat() },
      { traceId, spanId: c, parentSpanId: c, attributes: chat() },
    )
    await work(901)
    expect((await run(traceId)).usageCost).toBe('0.0150000000')
    expect((await run(traceId)).spans).toHaveLength(3)
  })
})

describe('late spans', () => {
  test('are another event of quantity 0 in the same run', async () => {
    const traceId = newTraceId()
    const spans = agentRun(traceId)
    await send(...spans)
    await work(11)
    await send({ traceId, parentSpanId: spans[0]?.spanId ?? '', attributes: chat() })
    await work(11)
    const events = await listEvents(api)
    expect(events.map(({ quantity }) => quantity).toSorted()).toEqual(['0', '1'])
    expect(await run(traceId)).toMatchObject({ usageCost: '0.0225000000', eventCount: 2 })
  })

  test('a root that ends hours later still has its outcome, once', async () => {
    const traceId = newTraceId()
    const [root, ...calls] = agentRun(traceId)
    await send(...calls)
    await work(901)
    expect(await run(traceId)).toMatchObject({ state: 'unassigned', signalName: null })
    later(3 * 3_600)
    if (root) await send(root)
    await work(11)
    const events = (await listEvents(api)).filter(({ quantity }) => quantity !== '0')
    expect(events).toHaveLength(1)
    expect(await run(traceId)).toMatchObject({
      state: 'closed',
      customerExternalId: 'acme',
      usageCost: '0.0150000000',
    })
  })

  test('a root that never ends is recorded after fifteen minutes', async () => {
    const traceId = newTraceId()
    const [, call] = agentRun(traceId)
    if (call) await send({ ...call, attributes: { ...chat(), ...outcome() } })
    await work(14 * 60)
    expect(await listEvents(api)).toEqual([])
    await work(61)
    expect(await listEvents(api)).toMatchObject([{ quantity: '1', usageCost: '0.0075000000' }])
  })
})

describe('runs without a customer', () => {
  const unassigned = async () => {
    const traceId = newTraceId()
    await send(...agentRun(traceId, { 'tenant.id': 'globex', 'piecework.signal': 'ticket' }))
    await work(11)
    return traceId
  }
  const at = async (externalId: string | null) =>
    (await listEvents(api)).filter((event) => {
      return (event as { customerExternalId?: unknown }).customerExternalId === externalId
    })

  test('cost, and are at a customer without billing that no external id finds', async () => {
    const traceId = await unassigned()
    expect(await run(traceId)).toMatchObject({
      state: 'unassigned',
      customerExternalId: null,
      usageCost: '0.0150000000',
      suggestedRule: { attribute: 'tenant.id', value: 'globex' },
    })
    const [event] = await listEvents(api)
    const customerId = event?.customerId ?? ''
    expect((await api.get('/v1/customers')).body.results).toEqual([])
    expect((await api.get(`/v1/customers/${customerId}`)).status).toBe(404)
    expect((await api.patch(`/v1/customers/${customerId}`, { name: 'x' })).status).toBe(404)
    expect((await api.delete(`/v1/customers/${customerId}`)).status).toBe(404)
    expect((await api.post('/v1/portal-sessions', { customerId })).status).toBe(404)
    await must(
      api.record({
        customerExternalId: 'unassigned',
        agentCode: 'a',
        signalName: 's',
        model: 'none',
        modelProvider: 'piecework',
      }),
    )
    expect(await at('unassigned')).toHaveLength(1)
  })

  test('move to their customer once, also when a move was interrupted', async () => {
    const traceId = await unassigned()
    const answer = await api.post(`/v1/runs/${traceId}/assign`, { customerExternalId: 'globex' })
    expect(answer).toMatchObject({ status: 200, body: { isAssigning: true } })
    await work()
    await t.database.pool.query('update trace_runs set is_assigning = true where run_id = $1', [
      traceId,
    ])
    await work()
    const [moved, ...others] = await at('globex')
    expect(others).toEqual([])
    expect(moved).toMatchObject({ quantity: '1', usageCost: '0.0150000000', runId: traceId })
    expect(await at(null)).toMatchObject([{ quantity: '0', usageCost: '0.0000000000' }])
    expect(await run(traceId)).toMatchObject({ state: 'closed', eventCount: 1, isAssigning: false })
    const again = await api.post(`/v1/runs/${traceId}/assign`, { customerExternalId: 'acme' })
    expect(again.status).toBe(409)
  })

  test('are given a customer by the first rule that matches, and earlier ones when it is applied', async () => {
    const earlier = await unassigned()
    const sent = { attribute: 'tenant.id', operator: 'present', target: 'customer' }
    const preview = await must(api.post('/v1/attribution-rules/preview', sent))
    expect(preview).toMatchObject({ runCount: 1, matchedCount: 1, runs: [{ assigned: 'globex' }] })
    const rule = await must(api.post('/v1/attribution-rules', sent))
    const first = {
      ...sent,
      operator: 'equals',
      value: 'globex',
      assigns: 'Globex AG',
      position: 0,
    }
    await must(api.post('/v1/attribution-rules', first))
    await must(api.patch(`/v1/attribution-rules/${rule.id}`, { position: 1 }))
    const traceId = await unassigned()
    expect(await run(traceId)).toMatchObject({ customerExternalId: 'Globex AG', state: 'closed' })
    const applied = await must(api.post(`/v1/attribution-rules/${rule.id}/apply`, undefined))
    expect(applied).toEqual({ assignedCount: 1 })
    await work()
    expect(await run(earlier)).toMatchObject({ customerExternalId: 'globex', state: 'closed' })
  })

  test('an attribute that is made for it wins over a rule', async () => {
    await must(
      api.post('/v1/attribution-rules', {
        ...{ attribute: 'service.name', operator: 'prefix', value: 'support', target: 'customer' },
        assigns: 'internal',
      }),
    )
    const traceId = newTraceId()
    await send(...agentRun(traceId))
    await work(11)
    expect((await run(traceId)).customerExternalId).toBe('acme')
  })
})

describe('an export', () => {
  const refused = (payload: string | Buffer, type = 'application/json') =>
    exportBody(t, { key: organization.secretKey, type, payload: Buffer.from(payload) })

  test('needs only a key for recording, and shows nothing of another organization', async () => {
    const newKey = { organizationId: organization.id, type: 'secret', scope: 'record' } as const
    const named = { ...newKey, environment: 'test', name: 'exporter' } as const
    const { key } = await createApiKey(t.database.db, named, new Date())
    const traceId = newTraceId()
    await must(sendSpans(createApi(t.app, key), agentRun(traceId), now()))
    await work(11)
    expect((await stranger.get(`/v1/runs/${traceId}`)).status).toBe(404)
    expect((await stranger.get('/v1/runs')).body.results).toEqual([])
    expect((await createApi(t.app, key).get('/v1/runs')).status).toBe(403)
    const assign = { customerExternalId: 'acme' }
    expect((await stranger.post(`/v1/runs/${traceId}/assign`, assign)).status).toBe(404)
  })

  test('keeps the usable spans and answers the others as a partial success', async () => {
    const traceId = newTraceId()
    const traces = tracesOf([...agentRun(traceId), { traceId: '00', attributes: chat() }], {
      at: now(),
    })
    const answer = await must(api.post('/v1/otlp/v1/traces', traces))
    expect(answer.partialSuccess.rejectedSpans).toBe('1')
    expect(answer.partialSuccess.errorMessage).toContain('traceId')
    await work(11)
    expect((await run(traceId)).spanCount).toBe(3)
  })

  test('ignores unknown fields', async () => {
    const traces = { ...tracesOf(agentRun(), { at: now() }), somethingNew: { a: [1] } }
    expect((await api.post('/v1/otlp/v1/traces', traces)).status).toBe(200)
  })

  test('is refused in its own encoding', async () => {
    expect((await refused('{')).statusCode).toBe(400)
    expect((await refused('{}', 'text/plain')).statusCode).toBe(415)
    const answer = await refused(Buffer.from([0xff, 0xff]), 'application/x-protobuf')
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('application/x-protobuf')
    expect(answer.rawPayload.toString('utf8')).toContain('not an OTLP request')
    const tooLarge = await exportBody(t, {
      ...{ key: organization.secretKey, type: 'application/json', isGzip: true },
      payload: Buffer.alloc(17 * 1_048_576, 32),
    })
    expect(tooLarge.statusCode).toBe(413)
  })

  test('takes hostile attributes without losing the run', async () => {
    const traceId = newTraceId()
    const [root, ...calls] = agentRun(traceId)
    await send(
      {
        ...root,
        attributes: outcome({
          ['x'.repeat(300)]: 1,
          __proto__: 'a',
          'piecework.quantity': -3,
          null: '\u0000\ud800',
        }),
      },
      ...calls,
      {
        traceId,
        parentSpanId: root?.spanId ?? '',
        name: `\u0000${'n'.repeat(5_000)}`,
        attributes: chat({ 'gen_ai.usage.input_tokens': 9_000_000_000_000 }),
      },
      {
        traceId,
        parentSpanId: root?.spanId ?? '',
        attributes: { 'piecework.customer': 'x'.repeat(256) },
      },
    )
    await work(11)
    expect(await run(traceId)).toMatchObject({
      customerExternalId: 'acme',
      usageCost: '0.0150000000',
      quantity: 1,
    })
    expect((await run(traceId)).warnings.join()).toContain('tokens')
  })

  test('with clocks that are wrong is dated by its arrival', async () => {
    const traceId = newTraceId()
    const [root, ...calls] = agentRun(traceId)
    await send({ ...root, startedAt: 1, endedAt: Date.parse('2150-01-01') }, ...calls)
    await work(11)
    const [event] = await listEvents(api)
    expect(Math.abs(Date.parse(event?.usageDate ?? '') - time)).toBeLessThan(60_000)
  })

  test('of metrics stores nothing', async () => {
    expect(await must(api.post('/v1/otlp/v1/metrics', { resourceMetrics: [] }))).toEqual({})
  })
})

test('spans without usage or an outcome leave nothing behind', async () => {
  const traceId = newTraceId()
  await send({ traceId, name: 'GET /' }, { traceId, parentSpanId: newSpanId(), name: 'select' })
  await work(11)
  expect((await api.get(`/v1/runs/${traceId}`)).status).toBe(404)
  expect(await listEvents(api)).toEqual([])
})

test('lists runs by state, customer and agent, page after page', async () => {
  const ids = [newTraceId(), newTraceId(), newTraceId()]
  for (const [index, traceId] of ids.entries()) {
    await send(...agentRun(traceId, outcome({ 'piecework.customer': `customer-${index}` })))
    later(1)
  }
  const open = await must(api.get('/v1/runs?state=open'))
  expect(open.results).toHaveLength(3)
  await work(11)
  const first = await must(api.get('/v1/runs?limit=2&agentCode=support'))
  const next = await must(api.get(`/v1/runs?limit=2&after=${first.nextAfter}`))
  const listed = [...first.results, ...next.results].map(({ runId }: { runId: string }) => runId)
  expect(listed).toEqual(ids.toReversed())
  expect(next.nextAfter).toBeUndefined()
  const one = await must(api.get('/v1/runs?customerExternalId=customer-1&state=closed'))
  expect(one.results.map(({ runId }: { runId: string }) => runId)).toEqual([ids[1]])
  expect((await api.get('/v1/runs?after=nonsense')).status).toBe(400)
})

test('a run of usage records alone can be read by its id', async () => {
  await must(
    api.record({
      customerExternalId: 'acme',
      agentCode: 'a',
      signalName: 's',
      runId: 'mine',
      model: 'gpt-4o',
      modelProvider: 'openai',
      inputTokens: 1_000,
    }),
  )
  expect(await run('mine')).toMatchObject({
    customerExternalId: 'acme',
    eventCount: 1,
    spans: [],
    usageCost: '0.0025000000',
  })
})
