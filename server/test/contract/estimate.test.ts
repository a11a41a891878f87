import { describe, expect, test } from 'vitest'
import { flatPrice, givenDeal, tiered } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { MARCH, sendInvoice } from '../support/invoice.ts'
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
  [
    'cache writes for one hour in a batch',
    llm({ ...haiku, cacheWriteTokens: 400, cacheWrite1hTokens: 300, serviceTier: 'batch' }),
  ],
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

test.each([
  ['an LLM without tokens', llm({ inputTokens: 0, outputTokens: 0 })],
  ['a field that is mistyped, too', llm({ inputTokens: 0, outputTokens: 0, input_tokens: 5 })],
  ['an LLM with tokens', llm()],
])('the estimate for %s carries the warnings that recording it gives', async (_, record) => {
  const { body } = await estimate(record)
  const entry = await recordOne(t.api, record)
  expect(body.results[0].warnings).toEqual(entry.warnings)
})

const sonnet = {
  model: 'claude-sonnet-4-5',
  modelProvider: 'anthropic',
  inputTokens: 10_000,
  cacheWriteTokens: 6000,
  cacheWrite1hTokens: 4000,
  outputTokens: 0,
}
test.each([
  ['of no tier', {}, '0.0435000000'],
  ['of the default tier', { serviceTier: 'default' }, '0.0435000000'],
  ['of a batch', { serviceTier: 'Batch' }, '0.0217500000'],
  ['of a tier without rates', { serviceTier: 'priority' }, '0.0435000000'],
  ['of short cache writes', { cacheWrite1hTokens: 0 }, '0.0345000000'],
  ['of no cache writes', { cacheWriteTokens: 0, cacheWrite1hTokens: 0 }, '0.0300000000'],
])('a call %s costs what docs/costs.md says', async (_, given, totalCostUsd) => {
  const { body } = await estimate(llm({ ...sonnet, ...given }))
  expect(body.results).toMatchObject([{ totalCostUsd }])
  const warnings = body.results[0].warnings ?? []
  const isUnpriced = 'serviceTier' in given && given.serviceTier === 'priority'
  expect(warnings).toEqual(
    isUnpriced ? [expect.stringContaining('no rates for the service tier "priority"')] : [],
  )
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

test('an unknown model has a null cost, not zero, and does not affect other records', async () => {
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

describe('the revenue of an estimate', () => {
  const TEN_THEN_ONE = [
    { lower: 0, upper: 10, rate: 10 },
    { lower: 10, upper: null, rate: 1 },
  ]

  const givenPriced = async (price: Record<string, unknown>) => {
    const deal = await givenDeal(t.api, { prices: [price] })
    const work = { customerExternalId: deal.externalId, agentCode: deal.agentCode }
    const asked = async (...records: Record<string, unknown>[]) => {
      const usageDate = '2026-03-05T10:00:00Z'
      const all = records.map((one) => sms({ ...work, signalName: 'job', usageDate, ...one }))
      const { body } = await estimate(...all)
      const revenues = body.results.map(({ revenue }: { revenue: string | null }) => revenue)
      return { revenues, body }
    }
    return { ...deal, asked }
  }

  test.each([
    ['graduated', ['20.0000000000', '10.0000000000', '1.0000000000']],
    ['volume', ['20.0000000000', '10.0000000000', '-89.0000000000']],
    ['credit_pool', ['0.0000000000', '0.0000000000', '1.0000000000']],
  ])('is the amount that each record adds to its period at a %s price', async (model, expected) => {
    const deal = await givenPriced(tiered('job', model, TEN_THEN_ONE))
    await deal.use('job', 7, '2026-03-20T10:00:00Z')
    const { revenues, body } = await deal.asked({ quantity: 2 }, { quantity: 1 }, { quantity: 1 })
    expect(revenues).toEqual(expected)
    expect(body.results[0]).toMatchObject({ currency: 'USD', subscriptionId: deal.subscriptionId })
    const total = expected.reduce((sum, one) => sum + Number(one), 0).toFixed(10)
    expect(body.totalRevenue).toEqual([{ currency: 'USD', amount: total }])
  })

  test('in an invoiced range is at the price of the invoice', async () => {
    const deal = await givenPriced(flatPrice('job', 3))
    await sendInvoice(t.api, await deal.generate(MARCH))
    await deal.change(0, { rate: 5 })
    const april = { usageDate: '2026-04-05T10:00:00Z' }
    expect((await deal.asked({ quantity: 2 }, april)).revenues).toEqual([
      '6.0000000000',
      '5.0000000000',
    ])
  })

  test('of a signal that the plan does not price is zero', async () => {
    const deal = await givenPriced(flatPrice('job', 3))
    await deal.use('other', 1, '2026-03-20T10:00:00Z')
    expect((await deal.asked({ signalName: 'other' })).revenues).toEqual(['0.0000000000'])
  })

  test('without a subscription is null and says why', async () => {
    const deal = await givenPriced(flatPrice('job', 3))
    const early = { usageDate: '2026-02-28T10:00:00Z' }
    const unseen = { customerExternalId: 'never-seen-before' }
    const { revenues, body } = await deal.asked(early, unseen, { quantity: -1 }, { quantity: 1 })
    expect(revenues).toEqual([null, null, null, '3.0000000000'])
    expect(body.results[0].revenueNote).toContain('no subscription')
    expect(body.results[1].revenueNote).toContain('not known yet')
    expect(body.totalRevenue).toEqual([{ currency: 'USD', amount: '3.0000000000' }])
  })
})
