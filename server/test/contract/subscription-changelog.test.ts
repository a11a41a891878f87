import { expect, test } from 'vitest'
import {
  type Fields,
  flat,
  givenOffer,
  givenStrategy,
  givenSubscription,
  givenUnpricedOffer,
  strategiesOf,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

type Change = { field: string; from: unknown; to: unknown }

const url = (id: string) => `/v1/subscriptions/${id}`

const changesOf = async (id: string): Promise<Change[][]> => {
  const { status, body } = await api.get(`${url(id)}/changelog`)
  expect(status).toBe(200)
  for (const entry of body.results) {
    expect(entry).toMatchObject({
      id: expect.any(String),
      at: '2026-03-15T12:00:00.000Z',
      actor: expect.any(String),
      actorName: expect.any(String),
    })
  }
  return body.results.map(({ changes }: { changes: Change[] }) => changes)
}
/** Returns the entries that an action added. */
const added = async (id: string, action: () => Promise<{ status: number }>) => {
  const before = (await changesOf(id)).map((entry) => JSON.stringify(entry))
  expect((await action()).status).toBeLessThan(300)
  return (await changesOf(id)).filter((entry) => !before.includes(JSON.stringify(entry)))
}

test('the changelog begins with the values at creation', async () => {
  const { id, planId } = await givenSubscription(api, { seatsCount: 3 })
  const [created = []] = await changesOf(id)
  expect(created).toContainEqual({ field: 'planId', from: null, to: planId })
  expect(created).toContainEqual({ field: 'status', from: null, to: 'active' })
  expect(created).toContainEqual({ field: 'startDate', from: null, to: '2026-03-01' })
  expect(created).toContainEqual({ field: 'seatsCount', from: null, to: 3 })
  expect(created.map(({ field }) => field)).not.toContain('endDate')
})

test('the changelog has one entry for each update, with both values, and none for no change', async () => {
  const { id } = await givenSubscription(api)
  const patch = (body: Fields) => added(id, () => api.patch(url(id), body))
  expect(await patch({})).toEqual([])
  expect(await patch({ name: 'B', seatsCount: 4 })).toEqual([
    expect.arrayContaining([
      { field: 'name', from: 'Main', to: 'B' },
      { field: 'seatsCount', from: 0, to: 4 },
    ]),
  ])
  expect(await patch({ name: 'B' })).toEqual([])
  expect(await patch({ endDate: '2026-12-31' })).toEqual([
    [{ field: 'endDate', from: null, to: '2026-12-31' }],
  ])
  const [ended = []] = await patch({ status: 'ended' })
  expect(ended).toContainEqual({ field: 'status', from: 'active', to: 'ended' })
})

test('the changelog tells each change of the plan and its prices, exactly and once', async () => {
  const { planId, agentId, signalId } = await givenUnpricedOffer(api)
  const { id } = await givenSubscription(api, { planId, agentId })
  const plan = `/v1/pricing-plans/${planId}`
  const featuresList = { half: '\ud83d', whole: '🎉' }
  for (const name of ['Renamed', 'Renamed']) await api.patch(plan, { name, featuresList })
  const strategy = await givenStrategy(api, planId, flat(signalId, '0.000000000001'))
  const price = `${strategiesOf(planId)}/${strategy.id}`
  const tiers = [{ lower: 0, upper: null, rate: 12345678901234.56, flatFee: 0 }]
  await api.patch(price, { rate: 0.1 })
  await api.patch(price, { pricingModel: 'volume', tiers })
  const { body: last } = await api.get(price)
  await api.delete(price)
  expect((await api.post(strategiesOf(planId), [flat(signalId), flat(signalId)])).status).toBe(409)
  await api.post(`${plan}/copy`, {})

  const { results } = (await api.get(`${url(id)}/changelog`)).body
  const entries: { actor: string; changes: Change[] }[] = results.toReversed().slice(1)
  for (const { actor } of entries) expect(actor).toMatch(/^api_key:[0-9a-f-]{36}$/)
  const field = (name: string) => `strategy.${strategy.id}${name}`
  expect(entries.flatMap(({ changes }) => changes)).toEqual([
    { field: 'plan.name', from: expect.any(String), to: 'Renamed' },
    { field: 'plan.featuresList', from: {}, to: { half: '\ufffd', whole: '🎉' } },
    { field: field(''), from: null, to: strategy },
    { field: field('.rate'), from: 1e-12, to: 0.1 },
    { field: field('.pricingModel'), from: 'flat', to: 'volume' },
    { field: field('.rate'), from: 0.1, to: null },
    { field: field('.tiers'), from: null, to: tiers },
    { field: field(''), from: last, to: null },
  ])
})

test('every subscription of a plan that has not ended tells what changed in the plan', async () => {
  const { planId, agentId } = await givenOffer(api)
  const subscribe = (fields: Fields) => givenSubscription(api, { planId, agentId, ...fields })
  const running = [await subscribe({}), await subscribe({})]
  const ended = await subscribe({ endDate: '2026-03-14' })
  await api.patch(`/v1/pricing-plans/${planId}`, { name: 'New name' })
  for (const { id } of running) {
    expect((await changesOf(id))[0]).toMatchObject([{ field: 'plan.name', to: 'New name' }])
  }
  expect(await changesOf(ended.id)).toHaveLength(1)
})

test('the changelog of a subscription to another plan is not changed', async () => {
  const { id } = await givenSubscription(api)
  const { planId, strategyId } = await givenOffer(api)
  const price = `/v1/pricing-plans/${planId}/pricing-strategies/${strategyId}`
  expect(await added(id, () => api.patch(price, { rate: 9 }))).toEqual([])
})
