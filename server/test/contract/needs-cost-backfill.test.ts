import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { llm, multi, times, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const now = new Date('2026-06-30T12:00:00.000Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

type Group = { suggestions: unknown; estimatedCost: unknown; customerCount: number }
/** Returns the groups without their suggestions. */
const plain = (groups: Group[]) =>
  groups.map(
    ({ suggestions: _suggestions, estimatedCost: _cost, customerCount: _customers, ...group }) =>
      group,
  )

const backlog = async (query = '') => {
  const { status, body } = await api.get(`/v1/events/needs-cost-backfill${query}`)
  expect(status).toBe(200)
  return body
}

const unknown = (model: string, modelProvider = 'in-house') => ({ model, modelProvider })
const known = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1 }

const NOTHING = { groups: [], totalEvents: 0, withoutTokens: { totalEvents: 0, latest: [] } }

test('is empty when every cost is known', async () => {
  await api.record(llm())
  expect(await backlog()).toEqual(NOTHING)
})

test('groups events by model and provider, with their count and the oldest date', async () => {
  await api.record(
    unknownModel({ model: 'a', usageDate: '2026-06-20T10:00:00Z' }),
    unknownModel({ model: 'a', usageDate: '2026-06-10T10:00:00Z' }),
    unknownModel({ model: 'a', modelProvider: 'elsewhere', usageDate: '2026-06-11' }),
    unknownModel({ model: 'b', usageDate: '2026-06-12T00:00:00+02:00' }),
    llm(),
  )
  const { groups, totalEvents } = await backlog()
  expect(totalEvents).toBe(4)
  expect(groups).toHaveLength(3)
  expect(plain(groups)).toEqual(
    expect.arrayContaining([
      {
        model: 'a',
        provider: 'in-house',
        reason: 'unknown_model',
        count: 2,
        oldestEventDate: '2026-06-10T10:00:00.000Z',
      },
      {
        model: 'a',
        provider: 'elsewhere',
        reason: 'unknown_model',
        count: 1,
        oldestEventDate: '2026-06-11T00:00:00.000Z',
      },
      {
        model: 'b',
        provider: 'in-house',
        reason: 'unknown_model',
        count: 1,
        oldestEventDate: '2026-06-11T22:00:00.000Z',
      },
    ]),
  )
})

test('treats names that differ by case or outer spaces as the same model', async () => {
  await api.record(
    unknownModel({ model: 'My-Model' }),
    unknownModel({ model: '  my-model ' }),
    unknownModel({ model: 'MY-MODEL' }),
  )
  const { groups } = await backlog()
  expect(groups).toMatchObject([{ model: 'my-model', provider: 'in-house', count: 3 }])
})

test('shows an event once per unknown pair, and counts it once in the total', async () => {
  await api.record(
    multi([unknown('a'), known, unknown('b')]),
    multi([unknown('b'), unknown('c', 'elsewhere')]),
  )
  const { groups, totalEvents } = await backlog()
  const counts = groups.map((group: { provider: string; model: string; count: number }) => [
    `${group.provider} ${group.model}`,
    group.count,
  ])
  expect(Object.fromEntries(counts)).toEqual({
    'in-house a': 1,
    'in-house b': 2,
    'elsewhere c': 1,
  })
  expect(totalEvents).toBe(2)
})

test('shows events of known models without a rate, with that reason', async () => {
  const embedding = { model: 'text-embedding-3-small', modelProvider: 'openai' }
  const { body } = await api.record(llm({ ...embedding, usageDate: '2026-06-20' }))
  expect(body.results.failed).toMatchObject([
    { stored: true, error: expect.stringContaining('no output rate') },
  ])
  await api.record(multi([embedding, { ...embedding, outputTokens: 1 }, unknown('a')]), llm())
  const { groups, totalEvents } = await backlog()
  expect({ groups: plain(groups), totalEvents }).toEqual({
    groups: [
      {
        model: 'text-embedding-3-small',
        provider: 'openai',
        reason: 'no_rate',
        count: 2,
        oldestEventDate: '2026-06-20T00:00:00.000Z',
      },
      {
        model: 'a',
        provider: 'in-house',
        reason: 'unknown_model',
        count: 1,
        oldestEventDate: now.toISOString(),
      },
    ],
    totalEvents: 2,
  })
})

test('counts hundreds of events', async () => {
  const batch = times(100, () => unknownModel())
  await Promise.all(times(5, () => api.record(...batch)))
  expect(await backlog()).toMatchObject({ groups: [{ count: 500 }], totalEvents: 500 })
})

describe('the window', () => {
  test('is the last thirty days up to now, unless told otherwise', async () => {
    await api.record(
      unknownModel({ model: 'too-old', usageDate: '2026-05-31T11:59:59.999Z' }),
      unknownModel({ model: 'old', usageDate: '2026-05-31T12:00:00.001Z' }),
      unknownModel({ model: 'new' }),
      unknownModel({ model: 'future', usageDate: '2026-06-30T12:00:00.001Z' }),
    )
    const models = async (query = '') =>
      (await backlog(query)).groups.map((group: { model: string }) => group.model).toSorted()
    expect(await models()).toEqual(['new', 'old'])
    expect(await models('?startDate=2026-01-01')).toEqual(['new', 'old', 'too-old'])
    expect(await models('?endDate=2026-12-31')).toEqual(['future', 'new', 'old'])
    expect(await models('?startDate=2026-01-01&endDate=2026-05-31T11:59:59.999Z')).toEqual([
      'too-old',
    ])
  })
})

test('says how many customers wait for a model, each counted once', async () => {
  for (const customerExternalId of ['ann', 'ann', 'bob']) {
    await api.record(unknownModel({ model: 'a', customerExternalId }))
  }
  await api.record(unknownModel({ model: 'b', customerExternalId: 'ann' }))
  const { groups } = await backlog()
  expect(groups).toMatchObject([
    { model: 'a', count: 3, customerCount: 2 },
    { model: 'b', count: 1, customerCount: 1 },
  ])
})

describe('the estimate of a mapping', () => {
  const estimate = (source: object, targetPricingId: string) =>
    api.get(
      `/v1/events/map-model/estimate?${new URLSearchParams({ ...source, targetPricingId }).toString()}`,
    )
  const serviceId = async (name: string) => {
    const { body } = await api.get(`/v1/services?provider=openai&search=${name}`)
    return body.data.find((one: { canonicalName: string }) => one.canonicalName === name).id
  }
  const source = { sourceModel: ' House-Model', sourceProvider: 'in-house' }

  test('equals the cost of the later mapping, for any entry, and changes nothing', async () => {
    await api.record(unknownModel({ usageDate: '2026-01-05' }), unknownModel())
    const target = await serviceId('gpt-4o')
    const { status, body } = await estimate(source, target)
    expect(status).toBe(200)
    expect(body).toEqual({
      estimatedCost: 0.015,
      explanation: null,
      inputCost: '2.5',
      outputCost: '10',
      costUnit: expect.any(String),
    })
    expect((await backlog('?startDate=2026-01-01')).totalEvents).toBe(2)
    await api.post('/v1/events/map-model', { ...source, targetPricingId: target })
    const costs = (await api.get('/v1/events')).body.results.map(
      (event: { usageCost: string }) => event.usageCost,
    )
    expect(costs).toEqual(['0.0075000000', '0.0075000000'])
  })

  test('says which rate an entry lacks', async () => {
    await api.record(unknownModel())
    const { body } = await estimate(source, await serviceId('text-embedding-3-small'))
    expect(body.estimatedCost).toBeNull()
    expect(body.explanation).toContain('output')
  })

  test('is refused for a target that is not in the catalog', async () => {
    const { status } = await estimate(source, '01890000-0000-7000-8000-000000000000')
    expect(status).toBe(404)
  })
})

test('suggests no entry of another provider because a short name is alike by chance', async () => {
  const names = (await api.get('/v1/services?search=lfm&limit=100')).body.data
  expect(names).toContainEqual(expect.objectContaining({ canonicalName: 'lfm-7b' }))
  await api.record(unknownModel({ model: 'lex-7b', modelProvider: 'in-house' }))
  expect((await backlog()).groups).toMatchObject([{ model: 'lex-7b', suggestions: [] }])
})

test('suggests the nearest catalog entries, with the estimated cost of each', async () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0 }
  await api.record(
    unknownModel({ model: 'gpt-4o-our-tune', modelProvider: 'openai', ...usage }),
    unknownModel({ model: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', ...usage }),
  )
  const { groups } = await backlog()
  const [strange, near] = groups.toSorted((a: { model: string }, b: { model: string }) =>
    a.model < b.model ? 1 : -1,
  )
  expect(strange).toMatchObject({ suggestions: [], estimatedCost: null })
  expect(near.suggestions).toHaveLength(3)
  // A variant of a model has a similar cost, so it ranks above similar spellings.
  expect(near.suggestions[0]).toMatchObject({ model: 'gpt-4o' })
  for (const suggestion of near.suggestions) {
    expect(suggestion).toMatchObject({ provider: 'openai', reason: 'same_provider' })
  }
  const costs = near.suggestions.flatMap(
    ({ estimatedCost }: { estimatedCost: number | null }) => estimatedCost ?? [],
  )
  expect(near.estimatedCost).toEqual({ low: Math.min(...costs), high: Math.max(...costs) })
  const [{ serviceId, inputCost, outputCost, costUnit }] = near.suggestions
  const { body: service } = await api.get(`/v1/services/${serviceId}`)
  expect({ inputCost, outputCost, costUnit }).toEqual({
    inputCost: service.inputCost,
    outputCost: service.outputCost,
    costUnit: service.costUnit,
  })
  const source = { sourceModel: 'gpt-4o-our-tune', sourceProvider: 'openai' }
  const mapped = await api.post('/v1/events/map-model', { ...source, targetPricingId: serviceId })
  expect(mapped.body).toMatchObject({ backfilled: 1 })
})
