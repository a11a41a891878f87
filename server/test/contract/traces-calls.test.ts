import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { chat, exportBody, logsOf, newTraceId, workOffRuns } from '../support/traces.ts'
import { listEvents } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let time = Date.parse('2026-03-15T12:00:00Z')
const now = () => new Date(time)
const t = useTestApp({ now, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)
const work = (seconds: number) => {
  time += seconds * 1_000
  return workOffRuns(t, now)
}

describe('log records of a session', () => {
  const session = { 'session.id': 'session-1', 'piecework.customer': 'acme' }
  const exported = (resource = {}) =>
    logsOf(
      [
        { attributes: { ...session, ...chat() }, at: new Date(time - 2_000) },
        { attributes: { ...session, ...chat() }, at: new Date(time - 1_000) },
        { attributes: session, eventName: 'tool_result' },
      ],
      { at: now(), resource },
    )

  test('are calls that are recorded within seconds with quantity 0, and once', async () => {
    const logs = exported()
    await must(api.post('/v1/otlp/v1/logs', logs))
    await work(5)
    await must(api.post('/v1/otlp/v1/logs', logs))
    await work(5)
    const events = await listEvents(api)
    expect(events.map(({ quantity, usageCost }) => [quantity, usageCost])).toEqual([
      ['0', '0.0075000000'],
      ['0', '0.0075000000'],
    ])
    const run = await must(api.get('/v1/runs/session-1'))
    expect(run).toMatchObject({ customerExternalId: 'acme', eventCount: 2, spanCount: 2 })
  })

  test('have the outcome of their session once no call came for fifteen minutes', async () => {
    const resource = { 'piecework.signal': 'session' }
    await must(api.post('/v1/otlp/v1/logs', exported(resource)))
    await work(600)
    await must(api.post('/v1/otlp/v1/logs', exported(resource)))
    await work(600)
    expect((await listEvents(api)).map(({ quantity }) => quantity)).toEqual(['0', '0', '0', '0'])
    await work(301)
    await work(5_000)
    const outcomes = (await listEvents(api)).filter(({ quantity }) => quantity === '1')
    expect(outcomes).toHaveLength(1)
    expect(outcomes[0]?.usageCost).toBe('0.0000000000')
  })

  test('without a session or a trace are runs of their own, and without usage nothing', async () => {
    const records = [{ attributes: chat() }, { attributes: { a: 1 } }]
    await must(api.post('/v1/otlp/v1/logs', logsOf(records, { at: now() })))
    await work(5)
    const { results } = await must(api.get('/v1/runs'))
    expect(results).toMatchObject([{ state: 'unassigned', eventCount: 1, spanCount: 1 }])
  })
})

describe('calls of LiteLLM', () => {
  const call = (fields = {}) => ({
    id: 'call-1',
    trace_id: 'request-1',
    status: 'success',
    model: 'gpt-4o',
    custom_llm_provider: 'openai',
    prompt_tokens: 1_000,
    completion_tokens: 500,
    response_cost: 0.0075,
    startTime: time / 1_000 - 2,
    endTime: time / 1_000 - 1,
    end_user: 'acme',
    messages: [{ role: 'user', content: 'NUL \u0000 and more' }],
    ...fields,
  })
  const send = (...calls: unknown[]) => must(api.post('/v1/ingest/litellm', calls))

  test('are recorded once by their id, in the run of their trace, with the reported cost', async () => {
    expect(await send(call(), call({ id: 'call-2' }), call())).toMatchObject({ accepted: 3 })
    await work(5)
    await send(call())
    await work(5)
    const events = await listEvents(api)
    expect(
      events.map((event) => (event as Record<string, unknown>).idempotencyKey).toSorted(),
    ).toEqual(['litellm:call-1', 'litellm:call-2'])
    const detail = await must(api.get(`/v1/events/${events[0]?.id}`))
    expect(detail).toMatchObject({
      quantity: '0',
      runId: 'request-1',
      customerExternalId: 'acme',
      usageCost: '0.0075000000',
      services: [{ reportedCostUsd: '0.0075000000', model: 'gpt-4o' }],
    })
  })

  test('that failed or were cached cost nothing, and unusable ones are said', async () => {
    const answer = await send(
      call({ status: 'failure' }),
      call({ cache_hit: true }),
      { model: 'gpt-4o' },
      7,
    )
    expect(answer).toMatchObject({
      accepted: 0,
      ignored: 2,
      rejected: [{ index: 2 }, { index: 3 }],
    })
    await work(5)
    expect(await listEvents(api)).toEqual([])
  })

  test('may be sent one a line, and alone', async () => {
    const payload = Buffer.from(`${JSON.stringify(call())}\n${JSON.stringify(call({ id: 'b' }))}\n`)
    const sent = { key: organization.secretKey, path: '/v1/ingest/litellm', payload }
    const lines = await exportBody(t, { ...sent, type: 'application/x-ndjson' })
    expect(lines.json()).toMatchObject({ accepted: 2 })
    const one = Buffer.from(JSON.stringify(call({ id: 'c', trace_id: newTraceId() })))
    const alone = await exportBody(t, { ...sent, payload: one, type: 'application/json' })
    expect(alone.json()).toMatchObject({ accepted: 1 })
    const broken = await exportBody(t, {
      ...sent,
      payload: Buffer.from('{'),
      type: 'application/json',
    })
    expect(broken.statusCode).toBe(400)
  })
})

describe('CloudEvents', () => {
  const event = (fields = {}) => ({
    specversion: '1.0',
    type: 'ticket-resolved',
    source: 'helpdesk',
    id: '1',
    time: '2026-03-10T12:00:00Z',
    subject: 'acme',
    data: {
      ...{ agentCode: 'support', signalName: 'ticket', quantity: 2 },
      ...{ model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1_000, outputTokens: 500 },
    },
    ...fields,
  })
  const send = (body: unknown, type: string) =>
    exportBody(t, {
      ...{ key: organization.secretKey, path: '/v1/ingest/cloudevents', type },
      payload: Buffer.from(JSON.stringify(body)),
    })

  test('are usage records, alone and in a batch, and duplicates by source and id', async () => {
    const one = await send(event(), 'application/cloudevents+json')
    expect(one.json()).toMatchObject({ successful: 1 })
    const two = [event(), event({ source: 'other' })]
    const batch = await send(two, 'application/cloudevents-batch+json')
    expect(batch.json().results.success).toMatchObject([{ duplicate: true }, { stored: true }])
    const events = await listEvents(api)
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({
      ...{ quantity: '2', usageCost: '0.0075000000', usageDate: '2026-03-10T12:00:00.000Z' },
    })
  })

  test('without an envelope are refused, and those with a bad record are results', async () => {
    const refused = await send({ id: 1, data: 'x' }, 'application/json')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message.join()).toContain('body.source must be text')
    const bad = event({ data: { ...event().data, quantity: -1 } })
    expect((await send([bad], 'application/json')).json()).toMatchObject({ failed: 1 })
  })
})
