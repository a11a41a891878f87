import { describe, expect, test } from 'vitest'
import { exact } from '../support/exact.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { findEvent, listEvents, llm, multi, recordEvent, recordOne, sms } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: (end) => expectRollupsToAddUp(end, { costDataIsExact: false }) })

// These costs have more digits than the JSON numbers of usageCostData.

const MAX = Number.MAX_SAFE_INTEGER
const openai = { model: 'gpt-4o', modelProvider: 'openai' }

describe('the greatest whole number', () => {
  test('of tokens is costed to the last decimal', async () => {
    const entry = await recordOne(t.api, llm({ inputTokens: MAX, outputTokens: 0 }))
    expect(entry.totalCostUsd).toBe('22517998136.8524775000')
    const event = await findEvent(t.api, entry.eventId)
    expect(exact(event.usageCost ?? '0')).toBe(exact('22517998136.8524775'))
  })

  test('of tokens in two service entries adds up beyond it without loss', async () => {
    const services = [
      { ...openai, inputTokens: MAX, outputTokens: MAX },
      { ...openai, inputTokens: MAX },
    ]
    const { totalCostUsd } = await recordOne(t.api, multi(services))
    expect(totalCostUsd).toBe('135107988821.1148650000')
  })

  test('of units is kept, costed, and summed over events without loss', async () => {
    const record = sms({ quantity: MAX, customerExternalId: 'huge' })
    const event = await recordEvent(t.api, record)
    expect(event.quantity).toBe('9007199254740991')
    expect(exact(event.usageCost ?? '0')).toBe(exact('74759753814350.2253'))
    await t.api.record(record, record)
    const { rows } = await t.database.pool.query(
      `select sum(quantity)::text as quantity, trim_scale(sum(cost))::text as cost
         from usage_rollups where customer_id = $1`,
      [event.customerId],
    )
    expect(rows).toEqual([{ quantity: '27021597764222973', cost: '224279261443050.6759' }])
  })
})

test('whole numbers may be written as 1.0 or 1e3', async () => {
  const response = await t.app.inject({
    method: 'POST',
    url: '/v1/usage/record',
    headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
    payload: `{"records":[${JSON.stringify(llm()).replace('1000', '1e3').replace('500', '500.0')}]}`,
  })
  expect(response.json().results.success).toMatchObject([{ totalCostUsd: '0.0075000000' }])
})

test('agentCode may have 255 characters', async () => {
  const agentCode = 'a'.repeat(255)
  expect(await recordOne(t.api, llm({ agentCode }))).toMatchObject({ agentCode })
})

describe('names that are equal when concatenated stay distinct', () => {
  test.each([':', '/', '|', ',', ' ', '.', '-', '\u00a0', '"', '\\', "'"])(
    'by %j',
    async (separator) => {
      const at = (customerExternalId: string, agentCode: string, signalName: string) =>
        recordEvent(t.api, llm({ customerExternalId, agentCode, signalName }))
      const one = await at('c', `a${separator}b`, 'c')
      const two = await at('c', 'a', `b${separator}c`)
      const three = await at(`c${separator}a`, 'b', 'c')
      expect(new Set([one, two, three].map(({ agentId }) => agentId)).size).toBe(3)
      expect(new Set([one, two, three].map(({ signalId }) => signalId)).size).toBe(3)
      expect(one.signal.name).toBe('c')
      expect(two.signal.name).toBe(`b${separator}c`)
      expect(three).toMatchObject({ customerExternalId: `c${separator}a` })
    },
  )

  const joined = [
    llm({ modelProvider: 'p/q', model: 'r' }),
    llm({ modelProvider: 'p', model: 'q/r' }),
  ]

  test('in the rollups of models and providers, within one batch', async () => {
    await t.api.record(...joined)
    const { rows } = await t.database.pool.query(
      `select provider, model, service_count::int as services from model_rollups
        where provider like 'p%' order by provider`,
    )
    expect(rows).toEqual([
      { provider: 'p', model: 'q/r', services: 1 },
      { provider: 'p/q', model: 'r', services: 1 },
    ])
  })

  test('in the backlog and the mappings of models and providers', async () => {
    await t.api.record(...joined)
    const { body } = await t.api.get('/v1/events/needs-cost-backfill')
    expect(body.groups).toContainEqual(expect.objectContaining({ provider: 'p/q', model: 'r' }))
    expect(body.groups).toContainEqual(expect.objectContaining({ provider: 'p', model: 'q/r' }))
    await t.api.post('/v1/events/map-model', {
      sourceModel: 'r',
      sourceProvider: 'p/q',
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
    const answer = await t.api.record(...joined)
    expect(answer.body.results.success).toMatchObject([{ index: 0 }])
    expect(answer.body.results.failed).toMatchObject([{ index: 1, code: 'NEEDS_COST_BACKFILL' }])
  })
})

test('names that differ by case, accents or signs are different customers', async () => {
  const names = ['Acme', 'acme', 'ACME', 'acmé', '🦊', "O'Brien; drop table customers;--", '%', '_']
  const events = []
  for (const customerExternalId of names) {
    events.push(await recordEvent(t.api, llm({ customerExternalId, signalName: 'names' })))
  }
  expect(new Set(events.map(({ customerId }) => customerId)).size).toBe(names.length)
  expect(events).toMatchObject(names.map((customerExternalId) => ({ customerExternalId })))
})

test('every event of this file is listed exactly once', async () => {
  const events = await listEvents(t.api)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
})
