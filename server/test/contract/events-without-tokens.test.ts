import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { GPT_4O, llm, multi, sms, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const t = useTestApp({
  now: () => new Date('2026-03-10T12:00:00.000Z'),
  atEnd: expectRollupsToAddUp,
})
const { api } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 }
const MARCH = 'startDate=2026-03-01&endDate=2026-03-31'
const inCost = async (filter = '') =>
  (await must(api.get(`/v1/analytics/cost?${MARCH}${filter}`))).eventsWithoutTokens
const attention = async () => (await must(api.get('/v1/attention'))).eventsWithoutTokens
const listed = async () => (await must(api.get('/v1/events/needs-cost-backfill'))).withoutTokens

test('an LLM without any token costs 0 and is answered with a warning that names the likely cause', async () => {
  const { results } = await must(api.record(llm(NO_TOKENS), llm()))
  const [none, some] = results.success
  expect(none).toMatchObject({ totalCostUsd: '0.0000000000', stored: true })
  expect(none.warnings).toEqual([expect.stringMatching(/openai\/gpt-4o has no tokens.*stream/)])
  expect(some).not.toHaveProperty('warnings')
})

test('a repeat under the same key carries the same warning', async () => {
  const record = llm({ ...NO_TOKENS, idempotencyKey: 'one' })
  const first = await must(api.record(record))
  const again = await must(api.record(record))
  expect(again.results.success[0]).toMatchObject({
    duplicate: true,
    warnings: first.results.success[0].warnings,
  })
  expect(await inCost()).toBe(1)
})

test('such events are counted once each, by the filters of cost, and listed with their models', async () => {
  const usageDate = '2026-03-05T10:00:00Z'
  const silent = { ...GPT_4O, ...NO_TOKENS }
  await must(
    api.record(
      multi([silent, silent, { ...GPT_4O, outputTokens: 5 }], { usageDate }),
      llm({ ...NO_TOKENS, customerExternalId: 'other', usageDate: '2026-01-01T00:00:00Z' }),
      llm({ ...NO_TOKENS, inputTokens: 1 }),
      sms({ quantity: 0 }),
      sms({ quantity: 3 }),
    ),
  )
  expect(await inCost()).toBe(1)
  expect(await attention()).toBe(1)
  const { totalEvents, latest } = await listed()
  expect(totalEvents).toBe(1)
  expect(latest).toMatchObject([{ usageDate: '2026-03-05T10:00:00.000Z', models: ['gpt-4o'] }])
  const { customerId } = latest[0]
  expect(await inCost(`&customerId=${customerId}`)).toBe(1)
  expect(await inCost('&customerId=01890000-0000-7000-8000-000000000001')).toBe(0)
})

test('an event whose model is mapped later is counted once it has its cost', async () => {
  await must(api.record(unknownModel(NO_TOKENS), unknownModel()))
  expect(await inCost()).toBe(0)
  const source = { sourceModel: 'house-model', sourceProvider: 'in-house' }
  const target = { targetModel: 'gpt-4o', targetProvider: 'openai' }
  await must(api.post('/v1/events/map-model', { ...source, ...target }))
  expect(await inCost()).toBe(1)
  expect((await listed()).latest).toMatchObject([{ models: ['house-model'] }])
})

test('events of another organization are not counted', async () => {
  await must(stranger.record(llm(NO_TOKENS)))
  expect([await inCost(), await attention(), (await listed()).totalEvents]).toEqual([0, 0, 0])
})
