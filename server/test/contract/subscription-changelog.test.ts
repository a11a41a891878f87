import { expect, test } from 'vitest'
import { type Fields, givenOffer, givenSubscription } from '../support/given.ts'
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
})

test('the changelog has one entry for each update, with both values, and none for no change', async () => {
  const { id } = await givenSubscription(api)
  const patch = (body: Fields) => added(id, () => api.patch(url(id), body))
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

test('the changelog lists each price change of the plan: created, changed and deleted', async () => {
  const { planId, agentId, strategyId } = await givenOffer(api)
  const { id } = await givenSubscription(api, { planId, agentId })
  const prices = `/v1/pricing-plans/${planId}/pricing-strategies`
  const text = async (action: () => Promise<{ status: number }>) => {
    const entries = await added(id, action)
    expect(entries).toHaveLength(1)
    return entries[0] ?? []
  }
  const changed = await text(() => api.patch(`${prices}/${strategyId}`, { rate: 0.75 }))
  expect(changed).toMatchObject([{ from: 0.5, to: 0.75 }])
  const fee = { chargeType: 'recurring', rate: 49 }
  const created = await text(() => api.post(prices, [fee]))
  expect(JSON.stringify(created)).toContain('49')
  await text(() => api.delete(`${prices}/${strategyId}`))
})

test('the changelog of a subscription to another plan is not changed', async () => {
  const { id } = await givenSubscription(api)
  const { planId, strategyId } = await givenOffer(api)
  const price = `/v1/pricing-plans/${planId}/pricing-strategies/${strategyId}`
  expect(await added(id, () => api.patch(price, { rate: 9 }))).toEqual([])
})
