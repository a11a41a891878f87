import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { llm, multi, recordOne, sms, times, unknownModel, without } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: expectRollupsToAddUp })

const estimate = (...records: unknown[]) =>
  storesNothing(t.database.pool, () => t.api.post('/v1/usage/estimate', { records }))

const openai = { model: 'gpt-4o', modelProvider: 'openai' }
const haiku = { model: 'claude-3-5-haiku', modelProvider: 'anthropic' }

test.each([
  ['an LLM', llm()],
  ['cached tokens', llm({ ...haiku, cacheReadTokens: 400, cacheWriteTokens: 100 })],
  ['a service', sms({ quantity: 7 })],
  ['several services', multi([openai, { ...sms(), quantity: 3 }], { quantity: 9 })],
  ['an old price', llm({ model: 'o3', usageDate: '2025-01-01' })],
  ['a half to round', sms({ model: 'azure-speech-stt', modelProvider: 'azure', quantity: 25 })],
  ['nothing', llm({ inputTokens: 0, outputTokens: 0 })],
])('the estimate for %s is the cost that recording it gives', async (_, record) => {
  const { status, body } = await estimate(record)
  expect(status).toBe(200)
  const { totalCostUsd } = await recordOne(t.api, record)
  expect(body.results).toMatchObject([{ index: 0, totalCostUsd }])
  expect(body.totalCostUsd).toBe(totalCostUsd)
})

test('stores nothing: no event, no customer, no agent, no signal, no idempotency key', async () => {
  const record = llm({
    customerExternalId: 'never-seen',
    agentCode: 'never-seen',
    signalName: 'never-seen',
    idempotencyKey: 'estimated',
  })
  expect((await estimate(record, unknownModel(), llm({ quantity: -1 }))).status).toBe(200)
  const entry = await recordOne(t.api, record)
  expect(entry).not.toHaveProperty('duplicate', true)
})

test('an unknown model has a null cost, not zero, and does not spoil its neighbours', async () => {
  const { body } = await estimate(llm(), unknownModel(), sms())
  expect(body.results).toMatchObject([
    { totalCostUsd: '0.0075000000' },
    { totalCostUsd: null },
    { totalCostUsd: '0.0083000000' },
  ])
})

test('a bad value fails its own record only', async () => {
  const { status, body } = await estimate(llm(), llm({ inputTokens: -1 }))
  expect(status).toBe(200)
  expect(body.results[0]).toMatchObject({ totalCostUsd: '0.0075000000' })
  expect(body.results[1]).toMatchObject({ totalCostUsd: null, code: 'VALIDATION_ERROR' })
  expect(body.results[1].error).toContain('inputTokens')
})

describe('refuses the same malformed bodies as recording', () => {
  test.each([
    ['no records', { records: [] }, 'records'],
    ['101 records', { records: times(101, () => llm()) }, 'records'],
    [
      'a missing field',
      { records: [llm(), without(llm(), 'signalName')] },
      'records[1].signalName',
    ],
    ['both shapes', { records: [multi([openai], openai)] }, 'services'],
    ['neither shape', { records: [without(llm(), 'model', 'modelProvider')] }, 'services'],
    ['an array', [llm()], ''],
  ])('%s', async (_, body, named) => {
    const answer = await storesNothing(t.database.pool, () =>
      t.api.post('/v1/usage/estimate', body),
    )
    expect(answer.status).toBe(400)
    expect([answer.body.message].flat().join()).toContain(named)
  })
})

test('a mapped model is estimated at the price of its target', async () => {
  const { status } = await t.api.post('/v1/events/map-model', {
    sourceModel: 'mapped-model',
    sourceProvider: 'in-house',
    targetModel: 'gpt-4o',
    targetProvider: 'openai',
  })
  expect(status).toBeLessThan(300)
  const { body } = await estimate(unknownModel({ model: 'mapped-model' }))
  expect(body.results).toMatchObject([{ totalCostUsd: '0.0075000000' }])
})
