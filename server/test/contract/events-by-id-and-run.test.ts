import { describe, expect, test } from 'vitest'
import type { Api } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, multi, recordEvent, unknownModel } from '../support/usage.ts'
import { useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const otherApi = useStranger(t)

const read = (id: string, api: Api = t.api) => api.get(`/v1/events/${id}`)

describe('an event by its id', () => {
  test('equals its entry in the list, with and without a cost', async () => {
    const costed = await recordEvent(t.api, llm({ runId: 'run' }))
    const uncosted = await recordEvent(t.api, unknownModel())
    const listed = await listEvents(t.api)
    for (const { id } of [costed, uncosted]) {
      const { status, body } = await read(id)
      expect(status).toBe(200)
      expect(body).toMatchObject(listed.find((event) => event.id === id) ?? {})
    }
  })

  test('names its customer, agent and models, and the key it was recorded with', async () => {
    const services = [
      { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1 },
      { model: 'GPT-4o ', modelProvider: 'openai', inputTokens: 2 },
      { model: 'twilio-sms-us', modelProvider: 'twilio' },
    ]
    const sent = multi(services, { customerExternalId: 'named', idempotencyKey: 'key 1' })
    const { id, agentId } = await recordEvent(t.api, sent)
    const { body } = await read(id)
    expect(body).toMatchObject({
      customerName: 'named',
      customerExternalId: 'named',
      agentId,
      agentName: 'support',
      agentCode: 'support',
      models: ['gpt-4o', 'twilio-sms-us'],
      idempotencyKey: 'key 1',
    })
  })

  test('shows the catalog price of each service, and its start date', async () => {
    const { id } = await recordEvent(t.api, llm({ model: 'openai/gpt-4o', cacheReadTokens: 10 }))
    const { services } = (await read(id)).body
    const { rows } = await t.database.pool.query(
      `select effective_from from catalog_prices where id in (
        select id from catalog_prices where entry_id = $1 and status = 'accepted'
        order by effective_from desc nulls last limit 1)`,
      [services[0].price.serviceId],
    )
    expect(services).toEqual([
      {
        model: 'openai/gpt-4o',
        modelProvider: 'openai',
        quantity: 1,
        inputTokens: 1_000,
        outputTokens: 500,
        cacheReadTokens: 10,
        cacheWriteTokens: 0,
        cacheWrite1hTokens: 0,
        serviceTier: null,
        paidBy: 'organization',
        reportedCostUsd: null,
        price: {
          serviceId: services[0].price.serviceId,
          model: 'gpt-4o',
          provider: 'openai',
          effectiveFrom: rows[0].effective_from?.toISOString() ?? null,
        },
        costRateId: null,
        missing: null,
      },
    ])
  })

  test('without a cost shows what each service lacks, and after the mapping its price', async () => {
    const unknown = { model: 'our-own', modelProvider: 'in-house', inputTokens: 1 }
    const known = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1 }
    const noRate = { model: 'text-embedding-3-small', modelProvider: 'openai', outputTokens: 1 }
    const { id } = await recordEvent(t.api, multi([unknown, known, noRate]))
    const missing = (await read(id)).body.services.map((one: { missing: unknown }) => one.missing)
    expect(missing).toEqual([
      { reason: 'unknown_model', explanation: expect.stringContaining('our-own') },
      null,
      { reason: 'no_rate', explanation: expect.stringContaining('output') },
    ])
    for (const { model, modelProvider } of [unknown, noRate]) {
      const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
      const source = { sourceModel: model, sourceProvider: modelProvider }
      expect((await t.api.post('/v1/events/map-model', { ...source, ...target })).status).toBe(200)
    }
    const { body } = await read(id)
    expect(body.usageCost).not.toBeNull()
    expect(body.services).toMatchObject([
      { model: 'our-own', price: { model: 'gpt-4o' }, missing: null },
      { model: 'gpt-4o', price: { model: 'gpt-4o' }, missing: null },
      { model: 'text-embedding-3-small', price: { model: 'gpt-4o' }, missing: null },
    ])
  })
})

describe('the events of a run', () => {
  const runIds = async (query: string) => {
    const { status, body } = await t.api.get(`/v1/events?${query}`)
    expect(status).toBe(200)
    return body as { results: { id: string; runId: string }[]; totalResults: number }
  }

  test('are found across customers and in any state, counted exactly and in pages', async () => {
    const runId = 'trace/α 100%'
    for (const customerExternalId of ['ann', 'bob', 'cem']) {
      await recordEvent(t.api, llm({ customerExternalId, runId }))
    }
    await recordEvent(t.api, unknownModel({ runId }))
    await recordEvent(t.api, llm({ runId: 'trace/α 100' }))
    await recordEvent(otherApi, llm({ runId }))
    const asked = `runId=${encodeURIComponent(runId)}`
    const all = await runIds(asked)
    expect(all.totalResults).toBe(4)
    expect(all.results.map((event) => event.runId)).toEqual([runId, runId, runId, runId])
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => runIds(`${asked}&limit=1&page=${page}`)),
    )
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(
      all.results.map(({ id }) => id),
    )
    const [one] = all.results
    const { customerId } = (await read(String(one?.id))).body
    expect((await runIds(`${asked}&customerId=${customerId}`)).totalResults).toBeGreaterThan(0)
    expect((await runIds(`${asked}&eventProcessed=NEEDS_COST_BACKFILL`)).totalResults).toBe(1)
  })

  test('are none for an unknown run', async () => {
    expect(await runIds('runId=never')).toMatchObject({ results: [], totalResults: 0 })
  })
})
